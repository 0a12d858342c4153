/*
 * What the trash says of an item, for code that only reads.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/item.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/trash_read_inside.h"
#include "store/record/schema.h"

bool
store_item_trash_has(const struct store_view *view, uint64_t id)
{
	struct span value;
	return store_db_get(view, TABLE_TRASH, schema_id(id), &value) == OK;
}

int
store_item_hidden_flags(const struct store_view *view, uint64_t id, int *flags)
{
	struct span value;
	int code = store_db_get(view, TABLE_TRASH, schema_id(id), &value);
	if (code == OK && value.n != TRASH_BYTES)
		code = ERR_DAMAGED;
	if (code == OK && !(value.p[0] & ITEM_HIDDEN))
		code = ERR_NOT_FOUND;
	if (code == OK)
		*flags = (uint8_t)value.p[0];
	return code;
}
