/*
 * Lists of items, newest first, one page at a time. Each scope has an index, which is
 * read backwards from the last key of the previous page. LMDB finds that place in a
 * microsecond, so no cursor has to stay open between two pages.
 *
 * Feeds' tags have no index (schema.h says why): the lists of their feeds are merged
 * (walk.c). Callers that read a long one to its end keep the walk, since starting one
 * means reading in the lists of all the feeds.
 */
#include "config.h"

#include "store/item/list.h"

#include "base/time.h"
#include "model/subscription.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/list_inside.h"
#include "store/item/tag_inside.h"
#include "store/item/walk.h"
#include "store/item/walk_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define CHUNK 64           /* items read at a time */
#define FREQUENCY_ITEMS 20 /* from which a feed's frequency is computed, */
#define FREQUENCY_MIN 4    /* if it has at least this many */

static bool
has_tag(struct span record, struct span tag)
{
	struct record_walk walk = record_walk(record);
	while (record_next(&walk))
		if (walk.tag == FEED_TAGS && subscription_tag_within(walk.value, tag))
			return true;
	return false;
}

int
store_item_tag_feeds(const struct store_view *view, const char *tag, struct arena *arena,
	uint32_t **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	uint32_t *list = NULL;
	size_t n = 0;
	struct span removed, under = span_of(tag);
	int code = store_db_removed(view, &removed);
	if (code == OK)
		code = store_db_cursor(view, TABLE_FEED, &cursor);
	if (code)
		return code;
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		struct span record = {v.mv_data, v.mv_size};
		if (record_check(id, record) != OK || store_db_listed(removed, id) ||
			!has_tag(record, under))
			continue;
		list = arena_push(arena, list, n, sizeof *list);
		list[n++] = id;
	}
	mdb_cursor_close(cursor);
	*out = list;
	*len = n;
	return code == MDB_NOTFOUND ? OK : code;
}

struct page {
	struct store_key *out;
	uint32_t *feeds; /* NULL if they are not wanted */
	size_t max, len;
	bool oldest; /* first */
};

/* Adds a key. Returns false when the page is full. */
static bool
put_key(struct page *page, const struct store_key *key, uint32_t feed)
{
	if (page->feeds)
		page->feeds[page->len] = feed;
	page->out[page->len++] = *key;
	return page->len < page->max;
}

/* Lists a feed's items. name: the feed; or 0 for an item's tag, whose list has the same
 * form. */
static int
list_feed(MDB_cursor *cursor, uint32_t feed, const struct store_key *after, uint32_t name,
	struct page *page)
{
	for (;;) {
		struct store_walked items[CHUNK];
		size_t room = page->max - page->len, len;
		size_t want = room < CHUNK ? room : CHUNK;
		int code = store_item_walk_feed(
			cursor, feed, after, page->oldest, items, want, &len);
		for (size_t i = 0; i < len && code == OK; i++)
			put_key(page, &items[i].key, name);
		if (code || len < want || page->len == page->max)
			return code;
		after = &page->out[page->len - 1];
	}
}

/* ---- All feeds: time|id → feed. */

static int
list_time(const struct store_view *view, MDB_cursor *cursor,
	const struct store_key *after, struct page *page)
{
	struct span removed;
	MDB_val k, v;
	struct schema_key key;
	struct store_key before;
	bool behind = after != NULL;
	int code = store_db_removed(view, &removed);
	if (code)
		return code;
	if (after) {
		before = *after;
		key = schema_time(after->time, after->id);
		code = page->oldest ? store_db_after(cursor, &key, &k, &v)
				    : store_db_before(cursor, &key, &k, &v);
	} else {
		code = store_db_cursor_get(
			cursor, &k, &v, page->oldest ? MDB_FIRST : MDB_LAST);
	}
	MDB_cursor_op next = page->oldest ? MDB_NEXT : MDB_PREV;
	for (; code == OK; code = store_db_cursor_get(cursor, &k, &v, next)) {
		if (k.mv_size != 16 || v.mv_size != 4)
			return ERR_DAMAGED;
		const uint8_t *p = k.mv_data;
		struct store_key found = {schema_get_time(p), schema_get64(p + 8)};
		if (behind && !store_item_walk_follows(&before, &found, page->oldest))
			return ERR_DAMAGED;
		before = found;
		behind = true;
		uint32_t feed = schema_get32(v.mv_data);
		if (removed.n && store_db_listed(removed, feed))
			continue;
		if (!put_key(page, &found, feed))
			return OK;
	}
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

/* ---- Tags. */

static int
list_tag(const struct store_view *view, const char *tag, const struct store_key *after,
	struct page *page)
{
	struct arena arena = ARENA_INIT;
	struct store_walk *walk = NULL;
	uint32_t *feeds;
	size_t len;
	bool end = false;
	int code = store_item_tag_feeds(view, tag, &arena, &feeds, &len);
	if (code == OK)
		walk = store_item_walk_new(feeds, len, after);
	if (walk && page->oldest)
		store_item_walk_turn(walk);
	while (code == OK && !end && page->len < page->max) {
		struct store_walked items[CHUNK];
		size_t room = page->max - page->len;
		code = store_item_walk_next(
			walk, view, items, room < CHUNK ? room : CHUNK, &len, &end);
		for (size_t i = 0; i < len && code == OK; i++)
			put_key(page, &items[i].key, items[i].feed);
	}
	store_item_walk_free(walk);
	arena_done(&arena);
	return code;
}

/* Lists the items that have a tag of their own; tag|time|id has the form of a feed's
 * list. */
static int
list_tagged(const struct store_view *view, MDB_cursor *cursor, const char *tag,
	const struct store_key *after, struct page *page)
{
	uint32_t id;
	int code = store_item_tag_find(view, tag, &id);
	if (code == OK)
		code = list_feed(cursor, id, after, 0, page);
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_item_keys_of(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, bool oldest, struct store_key *out,
	uint32_t *feeds, size_t max, size_t *len)
{
	static const enum schema_table tables[] = {
		[STORE_ALL] = TABLE_TIMEITEM,
		[STORE_FEED] = TABLE_FEEDITEM,
		[STORE_UNREAD] = TABLE_UNREAD,
		[STORE_STARRED] = TABLE_STARRED,
		[STORE_TAG] = TABLE_FEEDITEM,
		[STORE_TAGGED] = TABLE_TAGITEM,
		[STORE_HIDDEN] = TABLE_HIDDEN,
	};
	struct page page = {out, feeds, max, 0, oldest};
	MDB_cursor *cursor;
	int code = store_db_cursor(view, tables[scope->kind], &cursor);
	if (code)
		return store_db_status(view->store, code);
	if (max) {
		if (scope->kind == STORE_FEED)
			code = list_feed(cursor, scope->feed, after, scope->feed, &page);
		else if (scope->kind == STORE_TAG)
			code = list_tag(view, scope->tag, after, &page);
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
store_item_keys(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max, size_t *len)
{
	return store_item_keys_of(view, scope, after, false, out, NULL, max, len);
}

int
store_item_keys_oldest(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max, size_t *len)
{
	return store_item_keys_of(view, scope, after, true, out, NULL, max, len);
}

void
store_item_frequency(
	const struct store_view *view, uint32_t feed, int64_t *newest, int64_t *gap)
{
	const struct store_scope scope = {.kind = STORE_FEED, .feed = feed};
	struct store_key keys[FREQUENCY_ITEMS];
	size_t len = 0;
	*newest = TIME_NONE;
	*gap = 0;
	if (store_item_keys(view, &scope, NULL, keys, FREQUENCY_ITEMS, &len) != OK ||
		!len)
		return;
	*newest = keys[0].time;
	if (len >= FREQUENCY_MIN)
		*gap = (keys[0].time - keys[len - 1].time) / (int64_t)(len - 1);
}
