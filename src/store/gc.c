/*
 * Deletes for good: items beyond the options keep-items and keep-days, items that have
 * been in the trash for a long time, items that complete feeds no longer list, old
 * tombstones, and feeds without a line. Nothing else in the program deletes.
 *
 * An item is removed from all tables but one: its guid stays as a tombstone, which says
 * when the item was last seen in its feed. So it never returns as new while the feed
 * lists it, and for a year after that (case 103).
 *
 * All this is done in slices, in transactions of the caller. Each slice continues where
 * the previous one ended, or starts over at the oldest and finds what is left (case 133).
 * Freed pages are reused by the next writers.
 */
#include "config.h"

#include "store/gc.h"

#include <string.h>

#include "base/i18n.h"
#include "base/map.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/gc_inside.h"
#include "store/identity/item_match_inside.h"
#include "store/identity/story_inside.h"
#include "store/index/index_inside.h"
#include "store/item/count.h"
#include "store/item/count_inside.h"
#include "store/item/sum_inside.h"
#include "store/item/tag_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/mark/trash_inside.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* One year after it was last seen, which is noted once a day. */
#define TOMBSTONE_KEPT (366 * TIME_DAY)
#define SLICE_ITEMS 200     /* items deleted in a transaction */
#define SLICE_ENTRIES 20000 /* entries of a table to go through for them: a few ms */

static uint64_t
size_of(const struct store_view *view, enum schema_table table, uint64_t id)
{
	struct span value;
	return store_db_get(view, table, schema_id(id), &value) == OK ? value.n : 0;
}

static int
put_tombstone(struct gc_sweep *s, uint32_t feed, uint64_t id)
{
	struct span bytes;
	uint8_t value[MATCH_VALUE_BYTES], identity[SCHEMA_IDENTITY];
	if (store_db_get(&s->view, TABLE_ITEM, schema_id(id), &bytes) != OK ||
		record_check(id, bytes) != OK)
		return OK; /* its guid is lost */
	struct span found = record_find(bytes, ITEM_IDENTITY_TAG);
	if (found.n != SCHEMA_IDENTITY)
		return OK;
	memcpy(identity, found.p, sizeof identity);
	const struct match_value tombstone = {0, (uint64_t)s->keep->now, 0};
	store_identity_match_pack(&tombstone, value);
	return store_db_put(s->batch, TABLE_GUID, schema_guid(feed, identity), value,
		sizeof value, 0);
}

int
store_gc_clear_item(struct gc_sweep *s, uint32_t feed, int64_t time, uint64_t id,
	int flags, bool listed)
{
	static const enum schema_table by_time[] = {
		TABLE_TIMEITEM, TABLE_UNREAD, TABLE_STARRED};
	static const enum schema_table by_id[] = {TABLE_ITEM, TABLE_TEXT, TABLE_PLACE,
		TABLE_ITEMTAG, TABLE_TRASH, TABLE_PAGE, TABLE_EARLIER, TABLE_CHAPTERS,
		TABLE_FILECHAPTERS, TABLE_TRANSCRIPT, TABLE_REMOTEITEM};
	int code = OK;
	s->out->items++;
	s->out->bytes +=
		size_of(&s->view, TABLE_ITEM, id) + size_of(&s->view, TABLE_TEXT, id) +
		size_of(&s->view, TABLE_PAGE, id) + size_of(&s->view, TABLE_EARLIER, id);
	if (!s->batch)
		return OK;
	if (!listed)
		code = store_mark_hidden_list(s->batch, id, false);
	if (code == OK)
		code = store_identity_story_leave(s->batch, id);
	if (code == OK)
		code = put_tombstone(s, feed, id);
	if (code == OK && listed)
		code = store_item_tag_show(s->batch, id, feed, time, false);
	if (code == OK && listed)
		code = store_db_del(
			s->batch, TABLE_FEEDITEM, schema_feeditem(feed, time, id));
	for (size_t i = 0; listed && code == OK && i < COUNT_OF(by_time); i++)
		code = store_db_del(s->batch, by_time[i], schema_time(time, id));
	for (size_t i = 0; code == OK && i < COUNT_OF(by_id); i++)
		code = store_db_del(s->batch, by_id[i], schema_id(id));
	if (code == OK)
		code = store_db_del(s->batch, TABLE_IMPORT, schema_import(feed, id));
	if (code == OK)
		code = store_media_forget(s->batch, id);
	if (code == OK)
		code = store_index_removed(s->batch, id);
	const struct count_delta delta = {
		.total = -1,
		.unread = flags & ITEM_UNREAD ? -1 : 0,
		.starred = flags & ITEM_STARRED ? -1 : 0,
	};
	return code == OK && listed ? store_item_count_add(s->batch, feed, &delta) : code;
}

static bool
is_full(const struct gc_sweep *s)
{
	return s->max && s->out->items >= s->max;
}

struct candidate {
	int64_t time;
	uint64_t id;
	int flags;
};

/* Finds the feed's oldest items that may be deleted; with `all`, whatever their flags.
 * *out is in arena. */
static int
find_old(struct gc_sweep *s, uint32_t feed, bool all, struct arena *arena,
	struct candidate **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct store_item_counts counts;
	struct schema_key key = schema_feed(feed);
	MDB_val k = {key.len, key.bytes};
	int64_t before =
		s->keep->days ? s->keep->now - s->keep->days * TIME_DAY : TIME_NONE;
	struct candidate *list = NULL;
	size_t n = 0;
	int code = s->batch ? store_item_sums_write(s->batch) : OK; /* NULL: a dry run */
	if (code == OK)
		code = store_item_count_get(&s->view, feed, &counts);
	if (code == OK)
		code = store_db_cursor(&s->view, TABLE_FEEDITEM, &cursor);
	if (code)
		return code;
	/* The feed has that many more items than it may keep. */
	uint64_t over = s->keep->items && counts.total > (uint64_t)s->keep->items
				? counts.total - (uint64_t)s->keep->items
				: 0;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (uint64_t i = 0; code == OK && (!s->max || s->out->items + n < s->max);
		i++, code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		const uint8_t *p = k.mv_data;
		if (k.mv_size != 20 || v.mv_size != 1 || schema_get32(p) != feed)
			break;
		int flags = *(const uint8_t *)v.mv_data;
		int64_t time = schema_get_time(p + 4);
		if (!all && i >= over && time >= before)
			break;
		if (!all && (flags & (ITEM_UNREAD | ITEM_STARRED | ITEM_TAGGED) ||
				    store_media_keeps(&s->view, schema_get64(p + 12))))
			continue;
		list = arena_push(arena, list, n, sizeof *list);
		list[n++] = (struct candidate){time, schema_get64(p + 12), flags};
	}
	mdb_cursor_close(cursor);
	*out = list;
	*len = n;
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_gc_clear_old(struct gc_sweep *s, uint32_t feed, bool all, bool *more)
{
	struct arena arena = ARENA_INIT;
	struct candidate *list;
	size_t len;
	int code = find_old(s, feed, all, &arena, &list, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		code = store_gc_clear_item(
			s, feed, list[i].time, list[i].id, list[i].flags, true);
	*more = is_full(s);
	arena_done(&arena);
	return code;
}

int
store_expire(struct store_batch *batch, const struct store_keep *keep, size_t max,
	struct store_gc *out, struct err *err)
{
	struct gc_sweep s = {batch, store_batch_view(batch), keep, max, out, NULL};
	arena_reset(&batch->arena);
	*out = (struct store_gc){0};
	int code = keep->items || keep->days
			   ? store_gc_clear_old(&s, keep->feed, false, &out->more)
			   : OK;
	return store_batch_fail(batch, code, err, N_("cannot delete old items"));
}

/* ---- The trash, and what feeds no longer list. */

struct found {
	struct candidate item;
	uint32_t feed;
	/* For tombstones: */
	uint8_t identity[SCHEMA_IDENTITY];
	int64_t listed; /* up to then, the feed's documents show what it lists */
};

/* Scans a table from where the previous slice ended and lists what is to be deleted:
 * goes() decides, and fills in what is known about it. *end: the table is at its end. */
static int
scan(struct gc_sweep *s, enum schema_table table,
	bool (*goes)(const struct gc_sweep *s, MDB_val k, MDB_val v, struct found *out),
	struct arena *arena, struct found **list, size_t *len, bool *end)
{
	struct store_gc_place *place = s->place;
	MDB_cursor *cursor;
	MDB_val k = {place->from_len, place->from}, v;
	struct found one = {.feed = 0};
	size_t looked = 0;
	*list = NULL;
	*len = 0;
	int code = store_db_cursor(&s->view, table, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, k.mv_size ? MDB_SET_RANGE : MDB_FIRST);
	for (; code == OK; code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		if (s->max && (*len == s->max || looked++ == SLICE_ENTRIES))
			break;
		if (!goes(s, k, v, &one))
			continue;
		*list = arena_push(arena, *list, *len, sizeof **list);
		(*list)[(*len)++] = one;
	}
	*end = code == MDB_NOTFOUND;
	place->from_len = 0;
	if (code == OK && k.mv_size <= sizeof place->from) {
		memcpy(place->from, k.mv_data, k.mv_size);
		place->from_len = (uint8_t)k.mv_size;
	}
	mdb_cursor_close(cursor);
	return *end ? OK : code;
}

static bool
is_old_trash(const struct gc_sweep *s, MDB_val k, MDB_val v, struct found *out)
{
	const uint8_t *p = v.mv_data;
	if (k.mv_size != 8 || v.mv_size != TRASH_BYTES || p[0] & ITEM_HIDDEN ||
		schema_get_time(p + 1) > s->keep->now - STORE_TRASH_DAYS * TIME_DAY)
		return false;
	out->item = (struct candidate){0, schema_get64(k.mv_data), p[0]};
	return true;
}

static int
sweep_trash(struct gc_sweep *s, bool *end)
{
	struct arena arena = ARENA_INIT;
	struct found *list;
	size_t n;
	int code = scan(s, TABLE_TRASH, is_old_trash, &arena, &list, &n, end);
	for (size_t i = 0; code == OK && i < n; i++) {
		const struct candidate *item = &list[i].item;
		uint32_t feed;
		int64_t time;
		code = store_db_place(&s->view, item->id, &feed, &time);
		if (code == OK)
			code = store_gc_clear_item(
				s, feed, time, item->id, item->flags, false);
		else if (code == ERR_NOT_FOUND)
			code = s->batch ? store_db_del(s->batch, TABLE_TRASH,
						  schema_id(item->id))
					: OK;
	}
	arena_done(&arena);
	return code;
}

static bool
is_gone(const struct gc_sweep *s, MDB_val k, MDB_val v, struct found *out)
{
	const uint8_t *p = k.mv_data;
	int flags = v.mv_size == 1 ? *(const uint8_t *)v.mv_data : 0;
	if (k.mv_size != 20 || !(flags & ITEM_GONE) ||
		flags & (ITEM_UNREAD | ITEM_STARRED | ITEM_TAGGED) ||
		store_media_keeps(&s->view, schema_get64(p + 12)))
		return false;
	*out = (struct found){
		.item = {schema_get_time(p + 4), schema_get64(p + 12), flags},
		.feed = schema_get32(p),
	};
	return true;
}

/* Items that a complete feed no longer lists and the user does not keep. */
static int
sweep_gone(struct gc_sweep *s, bool *end)
{
	struct arena arena = ARENA_INIT;
	struct found *list;
	size_t n;
	int code = scan(s, TABLE_FEEDITEM, is_gone, &arena, &list, &n, end);
	for (size_t i = 0; code == OK && i < n; i++)
		code = store_gc_clear_item(s, list[i].feed, list[i].item.time,
			list[i].item.id, list[i].item.flags, true);
	arena_done(&arena);
	return code;
}

/* ---- Tombstones. */

/* The time up to which the feed's documents show what it lists. A document without news
 * may not have been read, and one that only has changes does not list the rest. */
static int64_t
listed_until(const struct store_view *view, uint32_t feed)
{
	struct span bytes;
	if (store_db_get(view, TABLE_HTTP, schema_feed(feed), &bytes) != OK ||
		record_check(feed, bytes) != OK)
		return TIME_NONE;
	int64_t change = record_find_int(bytes, HTTP_LAST_CHANGE, TIME_NONE);
	int64_t full = record_find_int(bytes, HTTP_LAST_FULL, TIME_NONE);
	return change < full ? change : full;
}

static bool
is_old_tombstone(const struct gc_sweep *s, MDB_val k, MDB_val v, struct found *out)
{
	struct match_value tombstone;
	if (k.mv_size != 4 + SCHEMA_IDENTITY ||
		!store_identity_match_unpack(
			(struct span){v.mv_data, v.mv_size}, &tombstone) ||
		tombstone.id)
		return false;
	uint32_t feed = schema_get32(k.mv_data);
	/* Entries of one feed are next to each other. */
	if (feed != out->feed)
		out->listed = listed_until(&s->view, feed);
	out->feed = feed;
	memcpy(out->identity, (const uint8_t *)k.mv_data + 4, SCHEMA_IDENTITY);
	return out->listed != TIME_NONE &&
	       (int64_t)tombstone.content < out->listed - TOMBSTONE_KEPT;
}

/* Tombstones that their feed has not listed for a long time. */
static int
sweep_tombstones(struct gc_sweep *s, bool *end)
{
	struct arena arena = ARENA_INIT;
	struct found *list;
	size_t n;
	int code = scan(s, TABLE_GUID, is_old_tombstone, &arena, &list, &n, end);
	for (size_t i = 0; s->batch && code == OK && i < n; i++)
		code = store_db_del(s->batch, TABLE_GUID,
			schema_guid(list[i].feed, list[i].identity));
	arena_done(&arena);
	return code;
}

/* ---- All stages. */

/* Does one slice. */
static int
sweep(struct gc_sweep *s)
{
	static int (*const stages[])(struct gc_sweep * s, bool *end) = {
		sweep_trash, sweep_gone, sweep_tombstones, store_gc_sweep_removed};
	int code = OK;
	bool end = true;
	for (; code == OK && end && s->place->stage < COUNT_OF(stages);
		s->place->stage += end)
		code = stages[s->place->stage](s, &end);
	s->out->more = s->place->stage < COUNT_OF(stages);
	return code;
}

int
store_gc(struct store_batch *batch, struct store_gc_place *place, int64_t now, size_t max,
	struct store_gc *out, struct err *err)
{
	const struct store_keep keep = {.now = now};
	struct gc_sweep s = {batch, store_batch_view(batch), &keep, max, out, place};
	arena_reset(&batch->arena);
	*out = (struct store_gc){0};
	int code = sweep(&s);
	return store_batch_fail(
		batch, code, err, N_("cannot delete what is no longer kept"));
}

static int
gc_dry(const struct store_view *view, struct store_gc_place *place, int64_t now,
	struct store_gc *out, struct err *err)
{
	const struct store_keep keep = {.now = now};
	struct gc_sweep s = {NULL, *view, &keep, 0, out, place};
	*out = (struct store_gc){0};
	int code = sweep(&s);
	return store_fail(view->store, code, err, _("cannot read the store"));
}

static int
expire_dry(const struct store_view *view, const struct store_keep *keep,
	struct store_gc *out, struct err *err)
{
	struct gc_sweep s = {NULL, *view, keep, 0, out, NULL};
	*out = (struct store_gc){0};
	int code = keep->items || keep->days
			   ? store_gc_clear_old(&s, keep->feed, false, &out->more)
			   : OK;
	return store_fail(view->store, code, err, _("cannot read the store"));
}

/* ---- All of it, for commands. */

static void
add(struct store_gc *sum, const struct store_gc *one)
{
	sum->items += one->items;
	sum->feeds += one->feeds;
	sum->bytes += one->bytes;
}

static int
collect_slice(struct store *store, const struct store_keep *keep,
	struct store_gc_place *place, int64_t now, struct store_gc *one, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = keep ? store_expire(batch, keep, SLICE_ITEMS, one, err)
		      : store_gc(batch, place, now, SLICE_ITEMS, one, err);
	if (status == OK)
		return store_batch_commit(batch, err);
	store_batch_abort(batch);
	return status;
}

static int
dry_run(struct store *store, const struct store_keep *keep, struct store_gc_place *place,
	int64_t now, struct store_gc *one, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(store, &view, err);
	if (status != OK)
		return status;
	status = keep ? expire_dry(&view, keep, one, err)
		      : gc_dry(&view, place, now, one, err);
	store_view_end(&view);
	one->more = false;
	return status;
}

int
store_collect(struct store *store, const struct store_keep *keep, size_t len, int64_t now,
	bool dry, struct store_gc *out, struct err *err)
{
	struct map spared = MAP_INIT;
	int status = OK;
	*out = (struct store_gc){0};
	for (size_t i = 0; i < len; i++)
		if (keep[i].dropped)
			*map_put(&spared, &keep[i].feed, sizeof keep[i].feed) = &spared;
	for (size_t i = 0; status == OK && i <= len; i++) {
		const struct store_keep *one = i < len ? &keep[i] : NULL;
		struct store_gc part = {.more = true};
		struct store_gc_place place = {.spared = &spared};
		if (one && !one->items && !one->days)
			continue;
		while (status == OK && part.more) {
			status = dry ? dry_run(store, one, &place, now, &part, err)
				     : collect_slice(store, one, &place, now, &part, err);
			add(out, &part);
		}
	}
	map_done(&spared);
	return status;
}
