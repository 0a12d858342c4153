/*
 * States may wait for an item that never comes: its feed is not followed here, or the
 * item left its document before we looked. To keep the table in proportion to the items,
 * the row of an item that is not here is deleted STATE_WAIT_DAYS after the latest state
 * in it. A stamp further in the future than clocks can be wrong would never expire, and
 * is deleted as well. The row of an item that is here stays as long as the item.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/vec.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/record/schema.h"
#include "store/sync/sync.h"
#include "store/sync/sync_batch.h"
#include "store/sync/sync_row.h"

#define AHEAD_DAYS 2

/* Rows of a slice that are to be deleted. */
struct aged {
	struct schema_key *keys;
	size_t len, cap;
};

static bool
is_aged(const struct state_stamp *stamp, int64_t now_ms)
{
	int64_t stated_ms = (int64_t)(stamp->time >> 16), day = TIME_DAY * INT64_C(1000);
	return stated_ms < now_ms - STATE_WAIT_DAYS * day ||
	       stated_ms > now_ms + AHEAD_DAYS * day;
}

static bool
all_aged(struct span row, int64_t now_ms)
{
	struct state s;
	while (store_sync_next(&row, &s))
		if (!is_aged(&s.stamp, now_ms))
			return false;
	return true;
}

static int
check_row(const struct store_view *view, const MDB_val *k, const MDB_val *v,
	int64_t now_ms, struct aged *aged)
{
	struct state s = {0};
	struct state_aliases aliases;
	uint64_t ids[STATE_ALIASES_MAX];
	size_t len = 0;
	struct span key = {k->mv_data, k->mv_size}, row = {v->mv_data, v->mv_size};
	if (store_sync_is_alias_row(key, row) ||
		!all_aged((struct span){v->mv_data, v->mv_size}, now_ms))
		return OK;
	memcpy(s.feed, k->mv_data, STATE_FEED);
	memcpy(s.item, (const char *)k->mv_data + STATE_FEED, STATE_ITEM);
	int code = store_sync_aliases(view, s.feed, &aliases);
	if (code == OK)
		code = store_sync_items(view, &aliases, s.item, ids, &len);
	if (code == OK && len == 0)
		*VEC_PUSH(aged->keys, aged->len, aged->cap) =
			store_sync_key(s.feed, s.item);
	return code;
}

/* Looks through a slice of rows. */
static int
walk_slice(const struct store_view *view, struct store_sync_walk *walk, size_t max,
	int64_t now_ms, struct aged *aged)
{
	MDB_cursor *cursor;
	MDB_val k = {STATE_KEY, walk->after}, v;
	int code = store_db_cursor(view, TABLE_STATE, &cursor);
	if (code)
		return code;
	/* Checks the last row of the previous slice again, which does no harm. */
	code = store_db_cursor_get(
		cursor, &k, &v, walk->started ? MDB_SET_RANGE : MDB_FIRST);
	for (size_t i = 0; code == OK && i < max; i++) {
		if (k.mv_size == STATE_KEY) {
			memcpy(walk->after, k.mv_data, STATE_KEY);
			walk->started = true;
			code = check_row(view, &k, &v, now_ms, aged);
		}
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	walk->done = code == MDB_NOTFOUND;
	return walk->done ? OK : code;
}

int
store_sync_expire(struct store_batch *batch, struct store_sync_walk *walk, size_t max,
	int64_t now_ms, size_t *expired, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct aged aged = {NULL, 0, 0};
	int code = walk_slice(&view, walk, max, now_ms, &aged);
	for (size_t i = 0; code == OK && i < aged.len; i++)
		code = store_db_del(batch, TABLE_STATE, aged.keys[i]);
	*expired = code == OK ? aged.len : 0;
	free(aged.keys);
	return store_batch_fail(batch, code, err, N_("cannot store states"));
}
