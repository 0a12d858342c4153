/*
 * Tags of items. itemtag has the tags of each item, tagitem lists each tag's items by
 * time, and the record of a tag has their number. A deleted item keeps its tags but
 * leaves the lists of the tags, so that it can be restored with all of them.
 */
#include "config.h"

#include "store/item/tag.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "model/action.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/item/count.h"
#include "store/item/sum_inside.h"
#include "store/item/tag_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

int
store_item_tag_find(const struct store_view *view, const char *name, uint32_t *tag)
{
	struct span value;
	int code = store_db_get(view, TABLE_TAGNAME, schema_tagname(name), &value);
	if (code == OK && value.n != 4)
		code = ERR_DAMAGED;
	if (code == OK)
		*tag = schema_get32(value.p);
	return code;
}

int
store_item_tag_list(const struct store_view *view, uint64_t id, struct arena *arena,
	uint32_t **out, size_t *len)
{
	struct span value = {NULL, 0};
	int code = store_db_get(view, TABLE_ITEMTAG, schema_id(id), &value);
	size_t n = value.n / 4;
	*out = arena_alloc(arena, (n + 1) * sizeof **out);
	*len = 0;
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (!n || value.n % 4 ||
		schema_get32(value.p + value.n - 4) !=
			record_sum(id, value.p, value.n - 4))
		return ERR_DAMAGED;
	for (; *len + 1 < n; ++*len)
		(*out)[*len] = schema_get32(value.p + 4 * *len);
	return OK;
}

static int
put_list(struct store_batch *batch, uint64_t id, const uint32_t *tags, size_t len)
{
	uint8_t *bytes = arena_alloc(&batch->arena, 4 * len + 4);
	for (size_t i = 0; i < len; i++)
		schema_put32(bytes + 4 * i, tags[i]);
	schema_put32(bytes + 4 * len, record_sum(id, bytes, 4 * len));
	return store_db_put(batch, TABLE_ITEMTAG, schema_id(id), bytes, 4 * len + 4, 0);
}

int
store_item_tag_names(const struct store_view *view, uint64_t id, struct arena *arena,
	char ***out, size_t *len)
{
	uint32_t *tags;
	size_t n, named = 0;
	int code = store_item_tag_list(view, id, arena, &tags, &n);
	char **names = arena_alloc(arena, (n + 1) * sizeof *names);
	for (size_t i = 0; code == OK && i < n; i++) {
		struct tag_record tag;
		code = store_db_record(view, TABLE_TAG, tags[i], arena, &tag, NULL);
		if (code == OK && tag.name)
			names[named++] = tag.name;
		/* Damaged records are left out here. courant check reports them. */
		if (code == ERR_NOT_FOUND || code == ERR_DAMAGED)
			code = OK;
	}
	*out = names;
	*len = named;
	return code;
}

int
store_item_tag_count(
	const struct store_view *view, const char *name, struct store_item_counts *out)
{
	uint32_t id;
	struct arena arena = ARENA_INIT;
	struct tag_record tag;
	*out = (struct store_item_counts){0};
	int code = store_item_tag_find(view, name, &id);
	if (code == OK)
		code = store_db_record(view, TABLE_TAG, id, &arena, &tag, NULL);
	if (code == OK)
		out->total = tag.count;
	arena_done(&arena);
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
by_name(const void *a, const void *b)
{
	const struct store_tag *x = a, *y = b;
	return strcmp(x->name, y->name);
}

int
store_item_tags(const struct store_view *view, struct arena *arena,
	struct store_tag **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct store_tag *list = NULL;
	size_t n = 0;
	int code = store_db_cursor(view, TABLE_TAG, &cursor);
	if (code)
		return store_db_status(view->store, code);
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		struct tag_record tag;
		struct span bytes = {v.mv_data, v.mv_size};
		if (record_decode(&shape_tag, id, bytes, arena, &tag, NULL) != OK ||
			!tag.name || !tag.count)
			continue;
		list = arena_push(arena, list, n, sizeof *list);
		list[n++] = (struct store_tag){id, tag.name, tag.count};
	}
	mdb_cursor_close(cursor);
	if (n)
		qsort(list, n, sizeof *list, by_name);
	*out = list;
	*len = n;
	return code == MDB_NOTFOUND ? OK : store_db_status(view->store, code);
}

/* ---- Writing. */

static int
write_sum(struct store_batch *batch, uint64_t id, const struct store_sum *sum)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct tag_record tag;
	struct span unknown;
	if (!sum->tagged)
		return OK;
	int code = store_db_record(&view, TABLE_TAG, id, &arena, &tag, &unknown);
	if (code == OK) {
		tag.count = (uint32_t)((int64_t)tag.count + sum->tagged);
		code = store_db_put_record(batch, TABLE_TAG, id, &tag, unknown, 0);
	}
	arena_done(&arena);
	return code;
}

static void
add_count(struct store_batch *batch, uint32_t id, int64_t by)
{
	if (by)
		store_item_sum(batch, write_sum, id)->tagged += by;
}

static int
make_tag(struct store_batch *batch, const char *name, uint32_t *id)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	uint8_t bytes[4];
	const struct tag_record tag = {.name = (char *)(uintptr_t)name};
	int code = store_db_get(&view, TABLE_META, schema_name(META_NEXT_TAG), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && value.n != 4)
		return ERR_DAMAGED;
	*id = code == OK ? schema_get32(value.p) : 1;
	schema_put32(bytes, *id + 1);
	code = store_db_put(
		batch, TABLE_META, schema_name(META_NEXT_TAG), bytes, sizeof bytes, 0);
	schema_put32(bytes, *id);
	if (code == OK)
		code = store_db_put(batch, TABLE_TAGNAME, schema_tagname(name), bytes,
			sizeof bytes, 0);
	if (code == OK)
		code = store_db_put_record(
			batch, TABLE_TAG, *id, &tag, (struct span){NULL, 0}, 0);
	return code;
}

/* The number of a tag that no item may have had yet. */
static int
number_of(struct store_batch *batch, const char *name, uint32_t *tag)
{
	struct store_view view = store_batch_view(batch);
	int code = store_item_tag_find(&view, name, tag);
	return code == ERR_NOT_FOUND ? make_tag(batch, name, tag) : code;
}

/* Adds the tag to the list, which has room for it, or removes it. Returns true if that
 * changed the list. */
static bool
change_list(uint32_t *tags, size_t *len, uint32_t tag, bool add)
{
	size_t at = 0;
	while (at < *len && tags[at] < tag)
		at++;
	bool has = at < *len && tags[at] == tag;
	if (has == add)
		return false;
	if (add) {
		memmove(tags + at + 1, tags + at, (*len - at) * sizeof *tags);
		tags[at] = tag;
		++*len;
	} else {
		--*len;
		memmove(tags + at, tags + at + 1, (*len - at) * sizeof *tags);
	}
	return true;
}

static int
mark_tagged(
	struct store_batch *batch, const struct schema_key *key, int flags, bool tagged)
{
	uint8_t now = (uint8_t)(tagged ? flags | ITEM_TAGGED : flags & ~ITEM_TAGGED);
	return now == flags ? OK : store_db_put(batch, TABLE_FEEDITEM, *key, &now, 1, 0);
}

static int
tag_item(struct store_batch *batch, uint64_t id, uint32_t tag, bool add, bool *changed)
{
	struct store_view view = store_batch_view(batch);
	uint32_t feed, *tags;
	int64_t time;
	size_t len;
	uint8_t bytes[4];
	struct span value;
	*changed = false;
	int code = store_db_place(&view, id, &feed, &time);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	struct schema_key key = schema_feeditem(feed, time, id);
	code = store_db_get(&view, TABLE_FEEDITEM, key, &value);
	if (code || value.n != 1) /* deleted items stay as they are */
		return code == ERR_NOT_FOUND ? OK : code ? code : ERR_DAMAGED;
	int flags = (uint8_t)value.p[0];
	code = store_item_tag_list(&view, id, &batch->arena, &tags, &len);
	if (code || !change_list(tags, &len, tag, add))
		return code;
	*changed = true;
	schema_put32(bytes, feed);
	if (len)
		code = put_list(batch, id, tags, len);
	else
		code = store_db_del(batch, TABLE_ITEMTAG, schema_id(id));
	if (code == OK)
		code = mark_tagged(batch, &key, flags, len > 0);
	if (code == OK && add)
		code = store_db_put(batch, TABLE_TAGITEM, schema_feeditem(tag, time, id),
			bytes, sizeof bytes, 0);
	else if (code == OK)
		code = store_db_del(batch, TABLE_TAGITEM, schema_feeditem(tag, time, id));
	return code;
}

static int
tag_items(struct store_batch *batch, const uint64_t *ids, size_t len, const char *name,
	bool add, size_t *changed)
{
	struct store_view view = store_batch_view(batch);
	uint32_t tag;
	arena_reset(&batch->arena);
	int code = add ? number_of(batch, name, &tag)
		       : store_item_tag_find(&view, name, &tag);
	for (size_t i = 0; code == OK && i < len; i++) {
		bool did;
		code = tag_item(batch, ids[i], tag, add, &did);
		if (code == OK && did) {
			++*changed;
			code = store_batch_note(
				batch, add ? ACTION_TAG : ACTION_UNTAG, name, ids[i]);
		}
	}
	if (code == OK)
		code = store_batch_flush(batch);
	if (code == OK)
		add_count(batch, tag, add ? (int64_t)*changed : -(int64_t)*changed);
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_item_put_tag(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *tag, bool add, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = tag_items(batch, ids, len, tag, add, &n);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot tag items"));
}

int
store_item_tag_new(
	struct store_batch *batch, uint64_t id, const char *const *names, size_t len)
{
	uint32_t tag, *tags = arena_alloc(&batch->arena, len * sizeof *tags);
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		code = number_of(batch, names[i], &tag);
		if (code == OK)
			change_list(tags, &n, tag, true);
	}
	return code == OK ? put_list(batch, id, tags, n) : code;
}

int
store_item_tag_show(
	struct store_batch *batch, uint64_t id, uint32_t feed, int64_t time, bool shown)
{
	struct store_view view = store_batch_view(batch);
	uint32_t *tags;
	size_t len;
	uint8_t bytes[4];
	schema_put32(bytes, feed);
	int code = store_item_tag_list(&view, id, &batch->arena, &tags, &len);
	for (size_t i = 0; code == OK && i < len; i++) {
		struct schema_key key = schema_feeditem(tags[i], time, id);
		code = shown ? store_db_put(
				       batch, TABLE_TAGITEM, key, bytes, sizeof bytes, 0)
			     : store_db_del(batch, TABLE_TAGITEM, key);
		if (code == OK)
			add_count(batch, tags[i], shown ? 1 : -1);
	}
	return code;
}
