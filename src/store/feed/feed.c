/*
 * Reads feeds.
 */
#include "config.h"

#include "store/feed/feed.h"

#include <stdlib.h>
#include <string.h>

#include "model/http.h"
#include "model/subscription.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/identity/story.h"
#include "store/item/count.h"
#include "store/item/count_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static void
no_http(struct http_state *http)
{
	record_default(&shape_http, http);
}

/* Adds the feed's numbers of items and the results of polls to what its record has. */
static int
fill_feed(const struct store_view *view, uint32_t id, const struct feed_record *record,
	struct arena *arena, struct store_feed *out)
{
	struct http_state http;
	struct store_item_counts counts;
	int code = store_item_count_get(view, id, &counts);
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
		.address = record->source ? record->source : record->url,
		.title = record->title ? record->title : record->feed_title,
		.feed_title = record->feed_title,
		.link = record->link,
		.tags = record->tags,
		.tags_len = record->tags_len,
		.hidden = record->hidden,
		.removed = record->removed,
		.serial = record->serial,
		.medium = record->medium,
		.language = record->language,
		.live = record->live,
		.podcast = record->podcast,
		.order = record->order,
		.unread = (uint32_t)counts.unread,
		.total = (uint32_t)counts.total,
		.starred = (uint32_t)counts.starred,
		.status = http.status,
		.failures = http.failures,
		.took_ms = http.took_ms,
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
store_feed_all(const struct store_view *view, struct arena *arena, bool with_removed,
	struct store_feed **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct store_feed *list = NULL;
	size_t n = 0;
	int code = store_db_cursor(view, TABLE_FEED, &cursor);
	if (code)
		return store_db_status(view->store, code);
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		struct feed_record record;
		struct span bytes = {v.mv_data, v.mv_size};
		/* Damaged records are left out here. courant check reports them. */
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

/* Reads an optional record of a feed. If it was never written, or cannot be read, it has
 * its defaults; the next poll then simply has no validators. */
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

/* A feed may have brought a story twice. */
static bool
is_listed(const uint32_t *feeds, size_t len, uint32_t feed)
{
	for (size_t i = 0; i < len; i++)
		if (feeds[i] == feed)
			return true;
	return false;
}

int
store_feed_also(const struct store_view *view, uint64_t item, struct arena *arena,
	char ***out, size_t *len)
{
	uint64_t *ids;
	size_t n, known = 0;
	int64_t time;
	char **titles = NULL;
	int status = store_identity_story_others(view, item, arena, &ids, &n);
	uint32_t *feeds = arena_alloc(arena, (n + 1) * sizeof *feeds);
	known += store_db_place(view, item, &feeds[0], &time) == OK; /* its own */
	*len = 0;
	for (size_t i = 0; i < n && status == OK; i++) {
		struct store_feed feed;
		uint32_t id;
		if (store_db_place(view, ids[i], &id, &time) != OK ||
			is_listed(feeds, known, id) ||
			store_feed(view, id, arena, &feed) != OK || feed.removed)
			continue;
		feeds[known++] = id;
		titles = arena_push(arena, titles, *len, sizeof *titles);
		titles[(*len)++] = feed.title ? feed.title : feed.url;
	}
	*out = titles;
	return status;
}
