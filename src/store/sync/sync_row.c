/*
 * An entry of a row: kind and value (1 byte), time (8), machine (8), length of the tag
 * (1), tag.
 */
#include "config.h"

#include "store/sync/sync_row.h"

#include <string.h>

#include "store/db/db.h"
#include "store/record/schema.h"

#define ON 0x80

struct schema_key
store_sync_key(
	const uint8_t feed[static STATE_FEED], const uint8_t item[static STATE_ITEM])
{
	struct schema_key key = {.len = STATE_KEY};
	memcpy(key.bytes, feed, STATE_FEED);
	memcpy(key.bytes + STATE_FEED, item, STATE_ITEM);
	return key;
}

bool
store_sync_next(struct span *row, struct state *out)
{
	const uint8_t *p = (const uint8_t *)row->p;
	if (row->n < STATE_ENTRY || row->n < STATE_ENTRY + (size_t)p[17])
		return false;
	size_t tag = p[17];
	out->kind = (enum state_kind)(p[0] & ~ON);
	out->on = p[0] & ON;
	out->stamp = (struct state_stamp){schema_get64(p + 1), schema_get64(p + 9)};
	memcpy(out->tag, p + STATE_ENTRY, tag);
	out->tag[tag] = '\0';
	row->p += STATE_ENTRY + tag;
	row->n -= STATE_ENTRY + tag;
	return true;
}

void
store_sync_pack(struct buf *out, const struct state *s)
{
	uint8_t bytes[STATE_ENTRY];
	size_t tag = state_has_tag(s->kind) ? strlen(s->tag) : 0;
	bytes[0] = (uint8_t)(s->kind | (s->on ? ON : 0));
	schema_put64(bytes + 1, s->stamp.time);
	schema_put64(bytes + 9, s->stamp.machine);
	bytes[17] = (uint8_t)tag;
	buf_add(out, bytes, sizeof bytes);
	buf_add(out, s->tag, tag);
}

bool
store_sync_same_kind(const struct state *a, const struct state *b)
{
	return a->kind == b->kind && (a->kind != STATE_TAGGED || str_eq(a->tag, b->tag));
}

bool
store_sync_find(struct span row, const struct state *s, struct state *out)
{
	while (store_sync_next(&row, out))
		if (store_sync_same_kind(out, s))
			return true;
	return false;
}

int
store_sync_row(const struct store_view *view, struct schema_key key, struct span *row)
{
	int code = store_db_get(view, TABLE_STATE, key, row);
	if (code == ERR_NOT_FOUND)
		*row = (struct span){NULL, 0};
	return code == ERR_NOT_FOUND ? OK : code;
}
