/*
 * The table story has a row for each item whose link is a page: the page's hash and the
 * item, so that what arrives finds its story with one search. The table twin has the
 * pages of those items only that are not alone: it is small, and most items are looked up
 * there in vain.
 *
 * Rows are as good as the links they were made of. An edited link leaves the old row,
 * unless it is removed with the edit; that costs a wrong guess at worst.
 */
#include "config.h"

#include "store/item/story.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/link.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/item/story_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* What so many items have as their link is no story, but where they come from. */
#define STORY_MAX 16

uint64_t
store_item_story_page(const char *link)
{
	struct buf page = BUF_INIT(0);
	uint64_t hash = link && link_page(&page, link) ? hash64(page.data, page.len) : 0;
	buf_done(&page);
	return hash;
}

struct schema_key
store_item_story_key(uint64_t page, uint64_t id)
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
	struct schema_key key = store_item_story_key(page, 0);
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
store_item_story_find(
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
store_item_story_put(struct store_batch *batch, uint64_t page, uint64_t id, bool there)
{
	if (!page)
		return OK;
	return there ? store_db_put(batch, TABLE_STORY, store_item_story_key(page, id),
			       "", 0, 0)
		     : store_db_del(batch, TABLE_STORY, store_item_story_key(page, id));
}

static int
put_twin(struct store_batch *batch, uint64_t id, uint64_t page)
{
	uint8_t value[8];
	schema_put64(value, page);
	return store_db_put(batch, TABLE_TWIN, schema_id(id), value, sizeof value, 0);
}

int
store_item_story_join(
	struct store_batch *batch, uint64_t page, uint64_t id, uint64_t other)
{
	int code = put_twin(batch, id, page);
	return code == OK ? put_twin(batch, other, page) : code;
}

static int
page_of(const struct store_view *view, uint64_t id, uint64_t *page)
{
	struct span value;
	int code = store_db_get(view, TABLE_TWIN, schema_id(id), &value);
	*page = code == OK && value.n == 8 ? schema_get64(value.p) : 0;
	return code == ERR_NOT_FOUND ? OK : code;
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
			page = store_item_story_page(buf_str(&link));
		}
	}
	buf_done(&link);
	return page;
}

int
store_item_story_leave(struct store_batch *batch, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	int code = store_item_story_put(batch, page_of_record(&view, id), id, false);
	return code == OK ? store_db_del(batch, TABLE_TWIN, schema_id(id)) : code;
}

/* ---- What a story has. */

static int
others(const struct store_view *view, uint64_t id, uint64_t found[static STORY_MAX],
	size_t *len)
{
	uint64_t ids[STORY_MAX], page, own;
	size_t n = 0;
	int code = page_of(view, id, &page);
	*len = 0;
	if (code == OK && page)
		code = members(view, page, ids, &n);
	for (size_t i = 0; code == OK && i < n; i++) {
		/* Items of one feed that share a link are different items. */
		code = page_of(view, ids[i], &own);
		if (code == OK && ids[i] != id && own == page)
			found[(*len)++] = ids[i];
	}
	return code;
}

int
store_item_story_others(const struct store_view *view, uint64_t id, struct arena *arena,
	uint64_t **out, size_t *len)
{
	uint64_t found[STORY_MAX];
	int code = others(view, id, found, len);
	*out = arena_alloc(arena, (*len + 1) * sizeof **out);
	memcpy(*out, found, *len * sizeof **out);
	return store_db_status(view->store, code);
}

int
store_item_story_add(const struct store_view *view, uint64_t id, struct arena *arena,
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
store_item_story_all(const struct store_view *view, const uint64_t *ids, size_t len,
	struct arena *arena, const uint64_t **out, size_t *out_len)
{
	uint64_t *all = NULL;
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = store_item_story_add(view, ids[i], arena, &all, &n);
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
store_item_story_follow(struct store_batch *batch, bool follow)
{
	struct store_view view = store_batch_view(batch);
	batch->stories = follow && store_db_entries(&view, TABLE_TWIN) > 0;
}

/* ---- Items that an older program stored. */

static int
behind(const struct store_view *view, uint64_t *next, uint64_t *end)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_STORY), &value);
	*next = code == OK && value.n == 8 ? schema_get64(value.p) : 1;
	if (code == OK || code == ERR_NOT_FOUND)
		code = store_db_get(
			view, TABLE_META, schema_name(META_NEXT_ITEM), &value);
	*end = code == OK && value.n == 8 ? schema_get64(value.p) : 1;
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_item_story_next(struct store_batch *batch, uint64_t first, uint64_t next)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	uint8_t bytes[8];
	int code = store_db_get(&view, TABLE_META, schema_name(META_STORY), &value);
	uint64_t done = code == OK && value.n == 8 ? schema_get64(value.p) : 1;
	if ((code && code != ERR_NOT_FOUND) || done != first)
		return code == ERR_NOT_FOUND ? OK : code;
	schema_put64(bytes, next);
	return store_db_put(
		batch, TABLE_META, schema_name(META_STORY), bytes, sizeof bytes, 0);
}

bool
store_item_story_behind(const struct store_view *view)
{
	uint64_t next, end;
	return behind(view, &next, &end) == OK && next < end;
}

static int
index_some(struct store_batch *batch, size_t max, bool *more)
{
	struct store_view view = store_batch_view(batch);
	uint8_t value[8];
	uint64_t next, end;
	int code = behind(&view, &next, &end);
	for (size_t n = 0; code == OK && next < end && n < max; n++, next++)
		code = store_item_story_put(
			batch, page_of_record(&view, next), next, true);
	*more = next < end;
	schema_put64(value, next);
	return code == OK ? store_db_put(batch, TABLE_META, schema_name(META_STORY),
				    value, sizeof value, 0)
			  : code;
}

int
store_item_story_index(struct store_batch *batch, size_t max, bool *more, struct err *err)
{
	return store_batch_fail(batch, index_some(batch, max, more), err,
		_("cannot index items by their links"));
}
