#include "config.h"

#include "store/journal/journal_position.h"

#include "store/db/db.h"
#include "store/record/schema.h"

uint64_t
store_journal_key_number(uint64_t group, uint32_t entry)
{
	return group << 20 ^ entry;
}

int
store_journal_position_get(
	const struct store_view *view, struct journal_position *position)
{
	struct span value;
	*position = (struct journal_position){UINT64_MAX, 0};
	int code = store_db_get(view, TABLE_META, schema_name(META_UNDONE), &value);
	if (code == OK && value.n == 12)
		*position = (struct journal_position){
			schema_get64(value.p), schema_get32(value.p + 8)};
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_journal_position_put(
	struct store_batch *batch, const struct journal_position *position)
{
	struct schema_key name = schema_name(META_UNDONE);
	if (position->group == UINT64_MAX)
		return store_db_del(batch, TABLE_META, name);
	struct schema_key value = schema_journal(position->group, position->entry);
	return store_db_put(batch, TABLE_META, name, value.bytes, value.len, 0);
}

bool
store_journal_position_of(const MDB_val *k, struct journal_position *at)
{
	if (k->mv_size != 12)
		return false;
	*at = (struct journal_position){
		schema_get64(k->mv_data), schema_get32((const uint8_t *)k->mv_data + 8)};
	return true;
}
