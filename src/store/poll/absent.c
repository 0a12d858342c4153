/*
 * Items that a complete feed (RFC 5005, section 2) no longer lists are only marked as
 * gone. They stay as they were until courant gc deletes those that are read and not kept
 * by a star or a tag (gc.c). So a feed that is empty for a day does no harm, and an item
 * that comes back is the same item.
 */
#include "config.h"

#include "store/poll/absent.h"

#include <stdlib.h>

#include "store/db/db.h"
#include "store/identity/item_match.h"
#include "store/record/schema.h"

static int
by_id(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

int
store_poll_mark_absent(struct store_batch *batch, uint32_t feed,
	const struct store_arrival *arrivals, size_t len, uint64_t first_new)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = schema_feed(feed);
	MDB_val k = {key.len, key.bytes};
	uint64_t *ids = arena_alloc(&batch->arena, (len + 1) * sizeof *ids);
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		if (arrivals[i].kind == STORE_ARRIVAL_KNOWN ||
			arrivals[i].kind == STORE_ARRIVAL_RENAMED ||
			arrivals[i].kind == STORE_ARRIVAL_ADOPTED)
			ids[n++] = arrivals[i].id;
	qsort(ids, n, sizeof *ids, by_id);
	int code = store_db_batch_cursor(batch, TABLE_FEEDITEM, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (; code == OK; code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		const uint8_t *p = k.mv_data;
		if (k.mv_size != 20 || v.mv_size != 1 || schema_get32(p) != feed)
			break;
		uint64_t id = schema_get64(p + 12);
		bool there = id >= first_new ||
			     bsearch(&id, ids, n, sizeof *ids, by_id) != NULL;
		uint8_t old = *(const uint8_t *)v.mv_data;
		uint8_t now = (uint8_t)(there ? old & ~ITEM_GONE : old | ITEM_GONE);
		if (now == old)
			continue;
		key = schema_feeditem(feed, schema_get_time(p + 4), id);
		code = store_db_put_at(batch, TABLE_FEEDITEM, cursor, &key,
			(struct span){(const char *)&now, 1});
		if (code)
			return code;
	}
	return code == MDB_NOTFOUND ? OK : code;
}
