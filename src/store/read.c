/*
 * Feeds and single items, read. Lists of keys are in keys.c, searching in search.c.
 */
#include "config.h"

#include "store/read.h"

#include <stdlib.h>
#include <string.h>

#include "model/http.h"
#include "model/subscription.h"
#include "store/count.h"
#include "store/db.h"
#include "store/keys.h"
#include "store/shape.h"
#include "store/tag.h"
#include "store/trash.h"

static void
no_http(struct http_state *http)
{
	record_default(&shape_http, http);
}

/* The feed's own record is read; its counters and what polls left are added. */
static int
fill_feed(const struct store_view *view, uint32_t id, const struct feed_record *record,
	struct arena *arena, struct store_feed *out)
{
	struct http_state http;
	struct store_counts counts;
	int code = store_count_get(view, id, &counts);
	if (code)
		return code;
	code = store_db_record(view, TABLE_HTTP, id, arena, &http, NULL);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED)
		no_http(&http);
	else if (code)
		return code;
	if (record->url && str_eq(http.moved_to, subscription_address(record->url)))
		http_forget_move(&http);
	*out = (struct store_feed){
		.id = id,
		.url = record->url,
		.title = record->title ? record->title : record->feed_title,
		.feed_title = record->feed_title,
		.link = record->link,
		.tags = record->tags,
		.tags_len = record->tags_len,
		.hidden = record->hidden,
		.removed = record->removed,
		.order = record->order,
		.unread = (uint32_t)counts.unread,
		.total = (uint32_t)counts.total,
		.starred = (uint32_t)counts.starred,
		.status = http.status,
		.failures = http.failures,
		.last_poll = http.last_poll,
		.next_poll = http.next_poll,
		.last_change = http.last_change,
		.error = http.error,
		.moved_to = http.moved_to,
		.adopted = http_move_adopted(&http, http.last_poll),
		.repairs = record->repairs,
	};
	return OK;
}

static int
by_order(const void *a, const void *b)
{
	const struct store_feed *x = a, *y = b;
	if (x->removed != y->removed)
		return x->removed ? 1 : -1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

int
store_feeds(const struct store_view *view, struct arena *arena, bool with_removed,
	struct store_feed **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct store_feed *list = NULL;
	size_t n = 0;
	int code = store_db_cursor(view, TABLE_FEED, &cursor);
	if (code)
		return store_db_status(view->store, code);
	while ((code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		struct feed_record record;
		struct span bytes = {v.mv_data, v.mv_size};
		/* A damaged one is left out; store_check names it. */
		if (record_decode(&shape_feed, id, bytes, arena, &record, NULL) != OK ||
			(record.removed && !with_removed))
			continue;
		list = arena_push(arena, list, n, sizeof *list);
		code = fill_feed(view, id, &record, arena, &list[n]);
		if (code == OK)
			n++;
		else if (code != ERR_DAMAGED)
			break;
	}
	mdb_cursor_close(cursor);
	if (code != MDB_NOTFOUND)
		return store_db_status(view->store, code);
	if (n)
		qsort(list, n, sizeof *list, by_order);
	*out = list;
	*len = n;
	return OK;
}

int
store_feed(const struct store_view *view, uint32_t id, struct arena *arena,
	struct store_feed *out)
{
	struct feed_record record;
	int code = store_db_record(view, TABLE_FEED, id, arena, &record, NULL);
	if (code == OK)
		code = fill_feed(view, id, &record, arena, out);
	return store_db_status(view->store, code);
}

int
store_feed_find(const struct store_view *view, const char *url, uint32_t *id)
{
	struct span value;
	int code = store_db_get(view, TABLE_FEEDURL, schema_feedurl(url), &value);
	if (code == OK && value.n != 4)
		code = ERR_DAMAGED;
	if (code == OK)
		*id = schema_get32(value.p);
	return store_db_status(view->store, code);
}

/* One of the optional records of a feed: what was never written, or can not be read,
 * begins anew; a poll then simply asks unconditionally. */
static int
read_state(const struct store_view *view, enum schema_table table,
	const struct record_shape *shape, uint32_t id, struct arena *arena, void *to)
{
	int code = store_db_record(view, table, id, arena, to, NULL);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED) {
		record_default(shape, to);
		return OK;
	}
	return code;
}

int
store_feed_state(const struct store_view *view, uint32_t id, struct arena *arena,
	struct http_state *http, struct schedule_record *schedule, struct histogram *hist)
{
	struct span feed;
	int code = store_db_get(view, TABLE_FEED, schema_feed(id), &feed);
	if (code == OK && http)
		code = read_state(view, TABLE_HTTP, &shape_http, id, arena, http);
	if (code == OK && schedule)
		code = read_state(
			view, TABLE_SCHEDULE, &shape_schedule, id, arena, schedule);
	if (code == OK && schedule)
		schedule_derive(schedule);
	if (code == OK && hist)
		code = read_state(view, TABLE_HIST, &shape_hist, id, arena, hist);
	if (code == OK && hist)
		schedule_derive_histogram(hist);
	return store_db_status(view->store, code);
}

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
store_tag_feeds(const struct store_view *view, const char *tag, struct arena *arena,
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
	while ((code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
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

static int
count_tag(const struct store_view *view, const char *tag, struct store_counts *out)
{
	struct arena arena = ARENA_INIT;
	uint32_t *feeds;
	size_t len;
	*out = (struct store_counts){0};
	int code = store_tag_feeds(view, tag, &arena, &feeds, &len);
	for (size_t i = 0; code == OK && i < len; i++) {
		struct store_counts one;
		code = store_count_get(view, feeds[i], &one);
		if (code)
			break;
		out->unread += one.unread;
		out->total += one.total;
		out->starred += one.starred;
	}
	arena_done(&arena);
	return code;
}

int
store_counts(const struct store_view *view, const struct store_scope *scope,
	struct store_counts *out)
{
	int code;
	if (scope->kind == STORE_TAG)
		code = count_tag(view, scope->tag, out);
	else if (scope->kind == STORE_TAGGED)
		code = store_tag_count(view, scope->tag, out);
	else
		code = store_count_get(
			view, scope->kind == STORE_FEED ? scope->feed : COUNT_ALL, out);
	if (code == OK && scope->kind == STORE_UNREAD)
		*out = (struct store_counts){out->unread, out->unread, 0};
	if (code == OK && scope->kind == STORE_STARRED)
		*out = (struct store_counts){0, out->starred, out->starred};
	return store_db_status(view->store, code);
}

static int
read_flags(const struct store_view *view, uint32_t feed, int64_t time, uint64_t id,
	int *flags)
{
	struct span value;
	int code = store_db_get(
		view, TABLE_FEEDITEM, schema_feeditem(feed, time, id), &value);
	if (code == OK && value.n != 1)
		code = ERR_DAMAGED;
	if (code == OK)
		*flags = (uint8_t)value.p[0];
	return code;
}

int
store_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out)
{
	struct item_record r;
	int flags = 0;
	int code = store_db_record(view, TABLE_ITEM, id, arena, &r, NULL);
	if (code == OK) {
		code = read_flags(view, r.feed, r.time, id, &flags);
		/* The record is there, so its index entry is what is missing, unless
		 * the item is deleted. */
		if (code == ERR_NOT_FOUND && !store_trash_has(view, id))
			code = ERR_DAMAGED;
	}
	char **tags = NULL;
	size_t tags_len = 0;
	if (code == OK && flags & ITEM_TAGGED)
		code = store_tag_names(view, id, arena, &tags, &tags_len);
	if (code == OK)
		*out = (struct store_item){
			.tags = tags,
			.tags_len = tags_len,
			.id = id,
			.feed = r.feed,
			.flags = flags,
			.published = r.published,
			.updated = r.updated,
			.seen = r.seen,
			.time = r.time,
			.guid = r.guid,
			.title = r.title,
			.link = r.link,
			.author = r.author,
			.comments = r.comments,
		};
	return store_db_status(view->store, code);
}

int
store_item_flags(const struct store_view *view, uint64_t id, int *flags)
{
	uint32_t feed;
	int64_t time;
	int code = store_db_place(view, id, &feed, &time);
	if (code == OK)
		code = read_flags(view, feed, time, id, flags);
	return store_db_status(view->store, code);
}

int
store_body(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_body *out)
{
	struct text_record r;
	int code = store_db_record(view, TABLE_TEXT, id, arena, &r, NULL);
	if (code == OK)
		*out = (struct store_body){
			.text = {.text = r.body,
				.type = (enum text_type)r.type,
				.base = r.base},
			.text_len = r.body ? strlen(r.body) : 0,
			.date = r.date,
			.comments = r.comments,
			.enclosures = r.enclosures,
			.enclosures_len = r.enclosures_len,
			.categories = r.categories,
			.categories_len = r.categories_len,
			.related = r.related,
			.related_len = r.related_len,
		};
	return store_db_status(view->store, code);
}

uint64_t
store_last_id(const struct store_view *view)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_NEXT_ITEM), &value);
	return code == OK && value.n == 8 ? schema_get64(value.p) - 1 : 0;
}
