/*
 * The table story has a row for each item whose link is a page: the page's hash and the
 * item, so that what arrives finds its story with one search. The table twin has the
 * stories only of items that are not alone: it is small, and most look-ups in it find
 * nothing. A story's hash is that of the page that its first two items share; if they
 * share none, it is made up from the first one's id, and has rows in story as well.
 *
 * Rows are only as good as the links they were made from. An edited link leaves the old
 * row, unless it is removed with the edit; that costs a wrong guess at worst.
 */
#include "config.h"

#include "store/identity/story.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/link.h"
#include "base/str.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/item_match.h"
#include "store/identity/near_inside.h"
#include "store/identity/story_inside.h"
#include "store/item/item.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* A link shared by this many items is their source, not a story. */
#define STORY_MAX 16

uint64_t
store_identity_story_page(const char *link)
{
	struct buf page = BUF_INIT(0);
	uint64_t hash = link && link_page(&page, link) ? hash64(page.data, page.len) : 0;
	buf_done(&page);
	return hash;
}

struct schema_key
store_identity_story_key(uint64_t page, uint64_t id)
{
	struct schema_key key = {.len = 16};
	schema_put64(key.bytes, page);
	schema_put64(key.bytes + 8, id);
	return key;
}

/* The items that are about the page, ascending: at most STORY_MAX. */
static int
members(const struct store_view *view, uint64_t page, uint64_t ids[static STORY_MAX],
	size_t *len)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = store_identity_story_key(page, 0);
	MDB_val k = {key.len, key.bytes};
	int code = store_db_cursor(view, TABLE_STORY, &cursor);
	*len = 0;
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (; code == OK && *len < STORY_MAX;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		const uint8_t *p = k.mv_data;
		if (k.mv_size != 16 || schema_get64(p) != page)
			break;
		ids[(*len)++] = schema_get64(p + 8);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_identity_story_find(
	const struct store_view *view, uint64_t page, uint32_t feed, uint64_t *id)
{
	uint64_t ids[STORY_MAX];
	size_t len = 0;
	uint32_t its;
	int64_t time;
	*id = 0;
	int code = page ? members(view, page, ids, &len) : OK;
	for (size_t i = 0; code == OK && i < len && len < STORY_MAX && !*id; i++) {
		code = store_db_place(view, ids[i], &its, &time);
		if (code == OK && its != feed)
			*id = ids[i];
		code = code == ERR_NOT_FOUND ? OK : code;
	}
	return code;
}

int
store_identity_story_put(
	struct store_batch *batch, uint64_t page, uint64_t id, bool there)
{
	if (!page)
		return OK;
	return there ? store_db_put(batch, TABLE_STORY,
			       store_identity_story_key(page, id), "", 0, 0)
		     : store_db_del(
			       batch, TABLE_STORY, store_identity_story_key(page, id));
}

static int
put_duplicate(struct store_batch *batch, uint64_t id, uint64_t page)
{
	uint8_t value[8];
	schema_put64(value, page);
	return store_db_put(
		batch, TABLE_DUPLICATE, schema_id(id), value, sizeof value, 0);
}

int
store_identity_story_of(const struct store_view *view, uint64_t id, uint64_t *story)
{
	struct span value;
	int code = store_db_get(view, TABLE_DUPLICATE, schema_id(id), &value);
	*story = code == OK && value.n == 8 ? schema_get64(value.p) : 0;
	return code == ERR_NOT_FOUND ? OK : code;
}

static uint64_t
made_up(uint64_t id)
{
	char key[12] = {'t', 'e', 'x', 't'};
	schema_put64(key + 4, id);
	return hash64(key, sizeof key);
}

int
store_identity_story_join(
	struct store_batch *batch, uint64_t page, uint64_t id, uint64_t other)
{
	struct store_view view = store_batch_view(batch);
	uint64_t story;
	int code = store_identity_story_of(&view, other, &story);
	if (code == OK && !story) {
		story = page ? page : made_up(other);
		code = put_duplicate(batch, other, story);
	}
	if (code == OK)
		code = put_duplicate(batch, id, story);
	/* The other one's row may have been removed with an edit of its link. */
	if (code == OK)
		code = store_identity_story_put(batch, story, other, true);
	return code == OK ? store_identity_story_put(batch, story, id, true) : code;
}

static uint64_t
page_of_record(const struct store_view *view, uint64_t id)
{
	struct span bytes;
	struct buf link = BUF_INIT(0);
	uint64_t page = 0;
	if (store_db_get(view, TABLE_ITEM, schema_id(id), &bytes) == OK &&
		record_check(id, bytes) == OK) {
		struct span text = record_find(bytes, ITEM_LINK);
		if (text.p) {
			buf_add(&link, text.p, text.n);
			page = store_identity_story_page(buf_str(&link));
		}
	}
	buf_done(&link);
	return page;
}

static int
others(const struct store_view *view, uint64_t id, uint64_t found[static STORY_MAX],
	size_t *len)
{
	uint64_t ids[STORY_MAX], page, own;
	size_t n = 0;
	int code = store_identity_story_of(view, id, &page);
	*len = 0;
	if (code == OK && page)
		code = members(view, page, ids, &n);
	for (size_t i = 0; code == OK && i < n; i++) {
		/* Items of one feed that share a link are different items. */
		code = store_identity_story_of(view, ids[i], &own);
		if (code == OK && ids[i] != id && own == page)
			found[(*len)++] = ids[i];
	}
	return code;
}

/* Takes the item from the story `from`, if it is in one, into another one. Rows of its
 * own page stay: they are how others find it. */
static int
move(struct store_batch *batch, uint64_t id, uint64_t from, uint64_t to)
{
	struct store_view view = store_batch_view(batch);
	int code = OK;
	if (from && from != page_of_record(&view, id))
		code = store_identity_story_put(batch, from, id, false);
	if (code == OK)
		code = store_identity_story_put(batch, to, id, true);
	return code == OK ? put_duplicate(batch, id, to) : code;
}

static int
flag_duplicate(struct store_batch *batch, uint64_t id, bool duplicate)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	uint32_t feed;
	int64_t time;
	int code = store_db_place(&view, id, &feed, &time);
	if (code == OK)
		code = store_db_get(
			&view, TABLE_FEEDITEM, schema_feeditem(feed, time, id), &value);
	if (code == ERR_NOT_FOUND || (code == OK && value.n != 1))
		return OK; /* in the trash */
	uint8_t flags = code == OK ? (uint8_t)value.p[0] & ~ITEM_DUPLICATE : 0;
	flags |= duplicate ? ITEM_DUPLICATE : 0;
	return code == OK ? store_db_put(batch, TABLE_FEEDITEM,
				    schema_feeditem(feed, time, id), &flags, 1, 0)
			  : code;
}

int
store_identity_story_unite(struct store_batch *batch, uint64_t first, uint64_t other)
{
	struct store_view view = store_batch_view(batch);
	uint64_t story, old, found[STORY_MAX];
	size_t len;
	int code = store_identity_story_of(&view, first, &story);
	if (code == OK)
		code = store_identity_story_of(&view, other, &old);
	if (code || !story || story == old)
		return code;
	code = others(&view, other, found, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		code = move(batch, found[i], old, story);
	if (code == OK)
		code = move(batch, other, old, story);
	return code == OK ? flag_duplicate(batch, first > other ? first : other, true)
			  : code;
}

int
store_identity_story_flag(
	struct store_batch *batch, uint64_t id, bool duplicate, struct err *err)
{
	return store_batch_fail(batch, flag_duplicate(batch, id, duplicate), err,
		N_("cannot mark items"));
}

int
store_identity_story_leave(struct store_batch *batch, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	uint64_t story;
	int code = store_identity_story_of(&view, id, &story);
	if (code == OK)
		code = store_identity_story_put(batch, story, id, false);
	if (code == OK)
		code = store_identity_story_put(
			batch, page_of_record(&view, id), id, false);
	return code == OK ? store_db_del(batch, TABLE_DUPLICATE, schema_id(id)) : code;
}

/* ---- What a story has. */

int
store_identity_story_distinct(
	const struct store_view *view, uint64_t a, uint64_t b, bool *distinct)
{
	uint64_t stories[2], found[STORY_MAX];
	size_t a_len, b_len;
	int code = store_identity_story_of(view, a, &stories[0]);
	if (code == OK)
		code = store_identity_story_of(view, b, &stories[1]);
	if (code == OK)
		code = others(view, a, found, &a_len);
	if (code == OK)
		code = others(view, b, found, &b_len);
	*distinct = code == OK && a != b && (!stories[0] || stories[0] != stories[1]) &&
		    a_len + b_len + 3 < STORY_MAX;
	return code;
}

size_t
store_identity_story_count(const struct store_view *view, uint64_t id)
{
	uint64_t found[STORY_MAX];
	uint32_t feeds[STORY_MAX + 1];
	int64_t time;
	size_t len, known = 1;
	if (others(view, id, found, &len) != OK || !len ||
		store_db_place(view, id, &feeds[0], &time) != OK)
		return 0;
	for (size_t i = 0, k; i < len; i++) {
		if (store_db_place(view, found[i], &feeds[known], &time) != OK)
			continue;
		for (k = 0; feeds[k] != feeds[known];)
			k++;
		known += k == known; /* a feed may have brought it twice */
	}
	return known - 1;
}

int
store_identity_story_others(const struct store_view *view, uint64_t id,
	struct arena *arena, uint64_t **out, size_t *len)
{
	uint64_t found[STORY_MAX];
	int code = others(view, id, found, len);
	*out = arena_alloc(arena, (*len + 1) * sizeof **out);
	memcpy(*out, found, *len * sizeof **out);
	return store_db_status(view->store, code);
}

/* *shown: it is neither hidden nor unreadable. */
static int
read_duplicate(const struct store_view *view, uint64_t id, struct store_duplicate *out,
	bool *shown)
{
	*out = (struct store_duplicate){.id = id, .flags = ITEM_UNREAD};
	int code = store_db_place(view, id, &out->feed, &out->time);
	*shown = code == OK &&
		 store_item_flags_at(view, out->feed, out->time, id, &out->flags) == OK &&
		 !(out->flags & ITEM_HIDDEN);
	return code;
}

int
store_identity_story_lead(const struct store_view *view, uint32_t feed, uint64_t found,
	struct store_duplicate *lead)
{
	struct store_duplicate other;
	uint64_t list[STORY_MAX], story;
	size_t len = 0;
	bool shown;
	*lead = (struct store_duplicate){0};
	int code = store_identity_story_of(view, found, &story);
	if (code == OK && story)
		code = members(view, story, list, &len);
	if (code || len == STORY_MAX)
		return code;
	code = read_duplicate(view, found, lead, &shown);
	if (code || shown)
		return code;
	code = others(view, found, list, &len);
	for (size_t i = 0; code == OK && i < len; i++) {
		code = read_duplicate(view, list[i], &other, &shown);
		if (shown && other.feed != feed) {
			*lead = other;
			return OK;
		}
		code = code == ERR_NOT_FOUND ? OK : code;
	}
	return code;
}

int
store_identity_story_add(const struct store_view *view, uint64_t id, struct arena *arena,
	uint64_t **list, size_t *len)
{
	uint64_t found[STORY_MAX];
	size_t n;
	int code = others(view, id, found, &n);
	for (size_t i = 0; code == OK && i < n; i++) {
		*list = arena_push(arena, *list, *len, sizeof **list);
		(*list)[(*len)++] = found[i];
	}
	return code;
}

int
store_identity_story_add_since(const struct store_view *view, uint64_t id, int64_t since,
	struct arena *arena, uint64_t **list, size_t *len)
{
	uint64_t found[STORY_MAX];
	struct span bytes;
	size_t n;
	int code = others(view, id, found, &n);
	for (size_t i = 0; code == OK && i < n; i++) {
		if (store_db_get(view, TABLE_ITEM, schema_id(found[i]), &bytes) != OK ||
			record_check(found[i], bytes) != OK ||
			record_find_int(bytes, ITEM_SEEN, TIME_NONE) < since)
			continue;
		*list = arena_push(arena, *list, *len, sizeof **list);
		(*list)[(*len)++] = found[i];
	}
	return code;
}

int
store_identity_story_all(const struct store_view *view, const uint64_t *ids, size_t len,
	struct arena *arena, const uint64_t **out, size_t *out_len)
{
	uint64_t *all = NULL;
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = store_identity_story_add(view, ids[i], arena, &all, &n);
	*out = ids;
	*out_len = len;
	if (code || !n)
		return code;
	for (size_t i = 0; i < len; i++) {
		all = arena_push(arena, all, n, sizeof *all);
		all[n++] = ids[i];
	}
	*out = all;
	*out_len = n;
	return OK;
}

void
store_identity_story_follow(struct store_batch *batch, bool follow)
{
	struct store_view view = store_batch_view(batch);
	batch->stories = follow && store_db_entries(&view, TABLE_DUPLICATE) > 0;
}

/* ---- Items that were stored without being indexed. */

static const struct index {
	int by;
	const char *name; /* in meta: the first item that is not indexed */
	/* Reading a text takes as long as skipping many items that are too old. */
	size_t skips;
} indexes[] = {
	{STORY_LINKS, META_STORY, 1},
	{STORY_TEXTS, META_NEAR, 20},
};

static int
behind(const struct store_view *view, const char *name, uint64_t *next, uint64_t *end)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(name), &value);
	*next = code == OK && value.n == 8 ? schema_get64(value.p) : 1;
	if (code == OK || code == ERR_NOT_FOUND)
		code = store_db_get(
			view, TABLE_META, schema_name(META_NEXT_ITEM), &value);
	*end = code == OK && value.n == 8 ? schema_get64(value.p) : 1;
	return code == ERR_NOT_FOUND ? OK : code;
}

bool
store_identity_story_behind(const struct store_view *view, int by, int64_t now)
{
	uint64_t next, end;
	for (size_t i = 0; i < COUNT_OF(indexes); i++)
		if (by & indexes[i].by &&
			behind(view, indexes[i].name, &next, &end) == OK && next < end)
			return true;
	return store_identity_near_expired(view, now);
}

static int
put_next(struct store_batch *batch, const char *name, uint64_t next)
{
	uint8_t bytes[8];
	schema_put64(bytes, next);
	return store_db_put(batch, TABLE_META, schema_name(name), bytes, sizeof bytes, 0);
}

int
store_identity_story_next(
	struct store_batch *batch, int by, uint64_t first, uint64_t next)
{
	struct store_view view = store_batch_view(batch);
	uint64_t done, end;
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(indexes); i++) {
		if (!(by & indexes[i].by))
			continue;
		code = behind(&view, indexes[i].name, &done, &end);
		if (code == OK && done == first)
			code = put_next(batch, indexes[i].name, next);
	}
	return code;
}

/* *cost: as struct index has it. */
static int
index_item(struct store_batch *batch, const struct index *index,
	struct store_near_row *row, uint64_t id, int64_t now, size_t *cost)
{
	struct store_view view = store_batch_view(batch);
	uint32_t feed;
	int64_t time;
	*cost = index->skips;
	if (index->by == STORY_LINKS)
		return store_identity_story_put(
			batch, page_of_record(&view, id), id, true);
	if (store_db_place(&view, id, &feed, &time) == OK &&
		store_identity_near_recent(time, now))
		return store_identity_near_add_stored(batch, row, now, id);
	*cost = 1;
	return OK;
}

static int
index_some(struct store_batch *batch, const struct index *index, int64_t now, size_t max,
	bool *more)
{
	struct store_view view = store_batch_view(batch);
	struct store_near_row row = {.len = 0};
	uint64_t next, end;
	size_t cost;
	int code = behind(&view, index->name, &next, &end);
	if (code || next >= end)
		return code;
	for (size_t n = 0; code == OK && next < end && n < max * index->skips; n += cost)
		code = index_item(batch, index, &row, next++, now, &cost);
	if (code == OK)
		code = store_identity_near_write(batch, &row, now);
	*more |= next < end;
	return code == OK ? put_next(batch, index->name, next) : code;
}

int
store_identity_story_index(struct store_batch *batch, int by, int64_t now, size_t max,
	bool *more, struct err *err)
{
	int code = store_identity_near_expire(batch, now, max, more);
	for (size_t i = 0; code == OK && i < COUNT_OF(indexes) && !*more; i++)
		if (by & indexes[i].by)
			code = index_some(batch, &indexes[i], now, max, more);
	return store_batch_fail(
		batch, code, err, N_("cannot index items by their links and texts"));
}
