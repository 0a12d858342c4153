/*
 * Lists of items, newest first, a page at a time. Each scope is an index of its own that
 * is walked backwards from the last key given; LMDB finds that place in a microsecond, so
 * that no cursor has to live between two pages.
 *
 * A tag has no index (schema.h says why): the lists of its feeds are merged through a
 * heap of one key a feed. One cursor serves all feeds; taking a key off the heap costs
 * one seek, to the feed's next older one.
 */
#include "config.h"

#include "store/keys.h"

#include <stdlib.h>

#include "store/db.h"
#include "store/tag.h"

struct head {
	int64_t time;
	uint64_t id;
	uint32_t feed;
};

struct page {
	struct store_key *out;
	uint32_t *feeds; /* NULL: not asked for */
	size_t max, len;
};

/* False: the page is full. */
static bool
put_key(struct page *page, const struct store_key *key, uint32_t feed)
{
	if (page->feeds)
		page->feeds[page->len] = feed;
	page->out[page->len++] = *key;
	return page->len < page->max;
}

static bool
newer(const struct head *a, const struct head *b)
{
	return a->time != b->time ? a->time > b->time : a->id > b->id;
}

/* ---- One feed. */

/* The feed's newest key before (time, id), or its newest when `after` is NULL. */
static int
seek_feed(MDB_cursor *cursor, uint32_t feed, const struct store_key *after,
	struct head *out)
{
	MDB_val k, v;
	struct schema_key key = after ? schema_feeditem(feed, after->time, after->id)
				      : schema_feed(feed + 1);
	int code = store_db_before(cursor, &key, &k, &v);
	if (code)
		return code;
	if (k.mv_size != 20)
		return ERR_DAMAGED;
	const uint8_t *p = k.mv_data;
	if (schema_get32(p) != feed)
		return ERR_NOT_FOUND;
	*out = (struct head){schema_get_time(p + 4), schema_get64(p + 12), feed};
	return OK;
}

/* name: the feed, or 0 for a tag whose list has the same form. */
static int
list_feed(MDB_cursor *cursor, uint32_t feed, const struct store_key *after, uint32_t name,
	struct page *page)
{
	struct head head;
	MDB_val k, v;
	int code = seek_feed(cursor, feed, after, &head);
	while (code == OK) {
		if (!put_key(page, &(struct store_key){head.time, head.id}, name))
			return OK;
		code = mdb_cursor_get(cursor, &k, &v, MDB_PREV);
		if (code)
			break;
		const uint8_t *p = k.mv_data;
		if (k.mv_size != 20)
			return ERR_DAMAGED;
		if (schema_get32(p) != feed)
			return OK;
		head = (struct head){schema_get_time(p + 4), schema_get64(p + 12), feed};
	}
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

/* ---- Over all feeds: time|id → feed. */

static int
list_time(const struct store_view *view, MDB_cursor *cursor,
	const struct store_key *after, struct page *page)
{
	struct span removed;
	MDB_val k, v;
	struct schema_key key;
	int code = store_db_removed(view, &removed);
	if (code)
		return code;
	if (after) {
		key = schema_time(after->time, after->id);
		code = store_db_before(cursor, &key, &k, &v);
	} else {
		code = mdb_cursor_get(cursor, &k, &v, MDB_LAST);
	}
	for (; code == OK; code = mdb_cursor_get(cursor, &k, &v, MDB_PREV)) {
		if (k.mv_size != 16 || v.mv_size != 4)
			return ERR_DAMAGED;
		uint32_t feed = schema_get32(v.mv_data);
		if (removed.n && store_db_listed(removed, feed))
			continue;
		const uint8_t *p = k.mv_data;
		struct store_key found = {schema_get_time(p), schema_get64(p + 8)};
		if (!put_key(page, &found, feed))
			return OK;
	}
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

/* ---- A tag. */

static void
sink(struct head *heap, size_t len, size_t i)
{
	for (;;) {
		size_t child = 2 * i + 1;
		if (child >= len)
			return;
		if (child + 1 < len && newer(&heap[child + 1], &heap[child]))
			child++;
		if (!newer(&heap[child], &heap[i]))
			return;
		struct head moved = heap[i];
		heap[i] = heap[child];
		heap[child] = moved;
		i = child;
	}
}

static int
merge_feeds(MDB_cursor *cursor, const uint32_t *feeds, size_t feeds_len,
	const struct store_key *after, struct head *heap, struct page *page)
{
	size_t len = 0;
	for (size_t i = 0; i < feeds_len; i++) {
		int code = seek_feed(cursor, feeds[i], after, &heap[len]);
		if (code == OK)
			len++;
		else if (code != ERR_NOT_FOUND)
			return code;
	}
	for (size_t i = len / 2; i-- > 0;)
		sink(heap, len, i);
	while (len && page->len < page->max) {
		struct store_key key = {heap[0].time, heap[0].id};
		put_key(page, &key, heap[0].feed);
		int code = seek_feed(cursor, heap[0].feed, &key, &heap[0]);
		if (code == ERR_NOT_FOUND)
			heap[0] = heap[--len];
		else if (code)
			return code;
		sink(heap, len, 0);
	}
	return OK;
}

static int
list_tag(const struct store_view *view, MDB_cursor *cursor, const char *tag,
	const struct store_key *after, struct page *page)
{
	struct arena arena = ARENA_INIT;
	uint32_t *feeds;
	size_t len;
	int code = store_tag_feeds(view, tag, &arena, &feeds, &len);
	if (code == OK && len) {
		struct head *heap = arena_alloc(&arena, len * sizeof *heap);
		code = merge_feeds(cursor, feeds, len, after, heap, page);
	}
	arena_done(&arena);
	return code;
}

/* An item's tag: tag|time|id has the form of a feed's list. */
static int
list_tagged(const struct store_view *view, MDB_cursor *cursor, const char *tag,
	const struct store_key *after, struct page *page)
{
	uint32_t id;
	int code = store_tag_find(view, tag, &id);
	if (code == OK)
		code = list_feed(cursor, id, after, 0, page);
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_keys_of(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, uint32_t *feeds, size_t max,
	size_t *len)
{
	static const enum schema_table tables[] = {
		[STORE_ALL] = TABLE_TIMEITEM,
		[STORE_FEED] = TABLE_FEEDITEM,
		[STORE_UNREAD] = TABLE_UNREAD,
		[STORE_STARRED] = TABLE_STARRED,
		[STORE_TAG] = TABLE_FEEDITEM,
		[STORE_TAGGED] = TABLE_TAGITEM,
	};
	struct page page = {out, feeds, max, 0};
	MDB_cursor *cursor;
	int code = store_db_cursor(view, tables[scope->kind], &cursor);
	if (code)
		return store_db_status(view->store, code);
	if (max) {
		if (scope->kind == STORE_FEED)
			code = list_feed(cursor, scope->feed, after, scope->feed, &page);
		else if (scope->kind == STORE_TAG)
			code = list_tag(view, cursor, scope->tag, after, &page);
		else if (scope->kind == STORE_TAGGED)
			code = list_tagged(view, cursor, scope->tag, after, &page);
		else
			code = list_time(view, cursor, after, &page);
	}
	mdb_cursor_close(cursor);
	*len = page.len;
	return store_db_status(view->store, code);
}

int
store_keys(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max, size_t *len)
{
	return store_keys_of(view, scope, after, out, NULL, max, len);
}
