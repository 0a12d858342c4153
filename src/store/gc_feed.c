/*
 * Deletes feeds without a line: first their items, then their guids, then their records.
 */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "base/str.h"
#include "store/db/db.h"
#include "store/feed/feed.h"
#include "store/feed/podcast.h"
#include "store/gc.h"
#include "store/gc_inside.h"
#include "store/item/sum_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* Deletes the guids of a feed that is being deleted, tombstones included. */
static int
clear_guids(struct gc_sweep *s, uint32_t feed, bool *more)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = schema_feed(feed);
	MDB_val k = {key.len, key.bytes};
	size_t done = 0;
	int code = store_db_batch_cursor(s->batch, TABLE_GUID, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && k.mv_size > 4 && schema_get32(k.mv_data) == feed) {
		*more = s->max && done++ >= s->max;
		if (*more)
			return OK;
		code = store_db_cursor_del_next(cursor, &k, &v);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

static int
drop_from_removed(struct gc_sweep *s, uint32_t feed)
{
	struct span list;
	int code = store_db_removed(&s->view, &list);
	if (code || !store_db_listed(list, feed))
		return code;
	char *left = arena_alloc(&s->batch->arena, list.n);
	size_t n = 0;
	for (size_t i = 0; i + 4 <= list.n; i += 4)
		if (schema_get32(list.p + i) != feed)
			memcpy(left + n, list.p + i, 4), n += 4;
	return store_db_put(s->batch, TABLE_META, schema_name(META_REMOVED), left, n, 0);
}

/* Deletes the feed itself, once its items are gone. */
static int
clear_feed(struct gc_sweep *s, uint32_t feed)
{
	static const enum schema_table tables[] = {TABLE_FEED, TABLE_COUNT, TABLE_HTTP,
		TABLE_SCHEDULE, TABLE_HIST, TABLE_TRACE, TABLE_WATCHED, TABLE_CLAIM};
	struct feed_record record;
	bool more = false;
	int code = store_item_sums_write(s->batch);
	if (code == OK)
		code = clear_guids(s, feed, &more);
	if (code || more) {
		s->out->more = true;
		return code;
	}
	uint32_t has;
	bool known = store_db_record(&s->view, TABLE_FEED, feed, &s->batch->arena,
			     &record, NULL) == OK;
	if (known && record.url && store_feed_find(&s->view, record.url, &has) == OK &&
		has == feed)
		code = store_db_del(s->batch, TABLE_FEEDURL, schema_feedurl(record.url));
	if (code == OK && known)
		code = store_feed_put_podcast(s->batch, feed, record.podcast, NULL);
	for (size_t i = 0; code == OK && i < COUNT_OF(tables); i++)
		code = store_db_del(s->batch, tables[i], schema_feed(feed));
	s->out->feeds++;
	return code == OK ? drop_from_removed(s, feed) : code;
}

/* The feed's deleted items are in no list: they are found by their places. */
static int
clear_trashed(struct gc_sweep *s, uint32_t feed, bool *more)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct arena arena = ARENA_INIT;
	uint64_t *ids = NULL;
	size_t n = 0;
	int code = store_db_cursor(&s->view, TABLE_TRASH, &cursor);
	if (code)
		return code;
	while ((!s->max || n < s->max) &&
		(code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t in;
		int64_t time;
		uint64_t id = k.mv_size == 8 ? schema_get64(k.mv_data) : 0;
		if (store_db_place(&s->view, id, &in, &time) != OK || in != feed)
			continue;
		ids = arena_push(&arena, ids, n, sizeof *ids);
		ids[n++] = id;
	}
	mdb_cursor_close(cursor);
	code = code == MDB_NOTFOUND ? OK : code;
	for (size_t i = 0; code == OK && i < n; i++)
		code = store_gc_clear_item(s, feed, 0, ids[i], 0, false);
	*more = s->max && n == s->max;
	arena_done(&arena);
	return code;
}

int
store_gc_sweep_removed(struct gc_sweep *s, bool *end)
{
	struct span list;
	struct arena arena = ARENA_INIT;
	int code = store_db_removed(&s->view, &list);
	/* The list changes when the first feed is deleted. */
	const char *copy = arena_strndup(&arena, list.p, list.n);
	size_t n = list.n;
	for (size_t i = 0; code == OK && i + 4 <= n && !s->out->more; i += 4) {
		uint32_t feed = schema_get32(copy + i);
		if (s->place->spared && map_get(s->place->spared, &feed, sizeof feed))
			continue;
		code = store_gc_clear_old(s, feed, true, &s->out->more);
		if (code || s->out->more)
			break;
		code = clear_trashed(s, feed, &s->out->more);
		if (code || s->out->more)
			break;
		if (s->batch)
			code = clear_feed(s, feed);
		else
			s->out->feeds++;
	}
	*end = !s->out->more;
	arena_done(&arena);
	return code;
}
