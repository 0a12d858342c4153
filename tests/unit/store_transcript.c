#include "config.h"

#include "store_transcript.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/state.h"
#include "store/db/view.h"
#include "store/feed/due.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "store/feed/interest.h"
#include "store/feed/pause.h"
#include "store/find/find.h"
#include "store/health/check.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/tag.h"
#include "store/item/walk.h"
#include "store/journal/journal_list.h"
#include "store/journal/todo.h"
#include "store/sync/sync.h"
#include "store_helper.h"

static void
add_status(struct buf *out, const char *what, int status)
{
	buf_addf(out, "%s %d\n", what, status);
}

static void
read_item(struct buf *out, const struct store_view *view, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct store_item item = {0};
	struct store_item_body body = {0};
	int flags = 0;
	add_status(out, "item", store_item(view, id, &arena, &item));
	buf_addf(out, "%s %d %zu\n", item.title ? item.title : "-", item.flags,
		item.tags_len);
	add_status(out, "body", store_item_body(view, id, &arena, &body));
	buf_addf(out, "%zu\n", body.text_len);
	add_status(out, "flags", store_item_flags(view, id, &flags));
	buf_addf(out, "%d\n", flags);
	arena_done(&arena);
}

static void
read_lists(struct buf *out, const struct store_view *view)
{
	static const struct store_scope scopes[] = {{STORE_ALL, 0, NULL},
		{STORE_FEED, 1, NULL}, {STORE_UNREAD, 0, NULL}, {STORE_STARRED, 0, NULL},
		{STORE_TAG, 0, "news"}, {STORE_TAGGED, 0, "later"}};
	for (size_t i = 0; i < COUNT_OF(scopes); i++) {
		struct store_key keys[100];
		struct store_item_counts counts = {0};
		size_t len = 0;
		add_status(out, "keys",
			store_item_keys(view, &scopes[i], NULL, keys, 100, &len));
		buf_addf(out, "%zu\n", len);
		for (size_t k = 0; k < len && k < 3; k++)
			read_item(out, view, keys[k].id);
		add_status(out, "counts", store_item_counts(view, &scopes[i], &counts));
		buf_addf(out, "%d %d %d\n", (int)counts.total, (int)counts.unread,
			(int)counts.starred);
	}
	static const uint32_t both[] = {1, 2};
	struct store_walk *walk = store_item_walk_new(both, 2, NULL);
	struct store_walked walked[100];
	bool end = false;
	size_t len = 0;
	add_status(
		out, "walk", store_item_walk_next(walk, view, walked, 100, &len, &end));
	buf_addf(out, "%zu %d\n", len, end);
	store_item_walk_free(walk);
	for (uint64_t id = 1; id < 80; id += 20)
		read_item(out, view, id);
	buf_addf(out, "last %d\n", (int)store_item_last_id(view));
}

static void
read_feeds(struct buf *out, const struct store_view *view)
{
	struct arena arena = ARENA_INIT;
	struct store_feed *list, feed;
	struct store_feed_duplicate *doubles;
	struct store_pause *pauses;
	struct http_state http;
	struct schedule_record schedule;
	struct histogram hist;
	struct interest sums;
	size_t len = 0;
	uint32_t due[9], id = 0;
	int64_t next = 0;
	add_status(out, "feeds", store_feed_all(view, &arena, true, &list, &len));
	buf_addf(out, "%zu\n", len);
	add_status(out, "feed", store_feed(view, 1, &arena, &feed));
	add_status(out, "find", store_feed_find(view, "B", &id));
	add_status(
		out, "state", store_feed_state(view, 1, &arena, &http, &schedule, &hist));
	add_status(out, "doubles", store_feed_duplicates(view, &arena, &doubles, &len));
	buf_addf(out, "%u %zu\n", (unsigned)id, len);
	add_status(out, "due", store_feed_due(view, T0 + 999999, due, 9, &len, &next));
	buf_addf(out, "%zu\n", len);
	add_status(out, "pauses", store_feed_pauses(view, T0, &arena, &pauses, &len));
	buf_addf(out, "%zu\n", len);
	add_status(out, "interest", store_feed_interest(view, &sums, &next));
	arena_done(&arena);
}

static void
count_state(void *data, const struct state *state)
{
	(void)state;
	++*(int *)data;
}

static void
read_rest(struct buf *out, const struct store_view *view)
{
	struct arena arena = ARENA_INIT;
	struct store_journal_action *actions;
	struct store_tag *tags;
	struct store_sync_info info;
	struct store_sync_walk walk = {0};
	struct state waiting[9];
	size_t len = 0;
	int states = 0;
	add_status(
		out, "journal", store_journal_actions(view, &arena, 9, &actions, &len));
	buf_addf(out, "%zu %d\n", len, store_journal_todo_left(view, T0 + 9999));
	add_status(out, "tags", store_item_tags(view, &arena, &tags, &len));
	buf_addf(out, "%zu\n", len);
	add_status(out, "info", store_sync_info(view, &info));
	add_status(out, "waiting", store_sync_waiting(view, waiting, 9, &len));
	buf_addf(out, "%zu\n", len);
	add_status(out, "states", store_sync_walk(view, &walk, 99, count_state, &states));
	buf_addf(out, "%d\n", states);
	arena_done(&arena);
}

static void
search(struct buf *out, struct store *store, const char *query)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_find *find;
	struct store_key keys[100];
	size_t len = 0, found = 0;
	bool done = false;
	int status = store_find_new(query, &all, 0, T0, &find, NULL);
	while (status == OK && !done) {
		status = store_find_step(
			find, store, 1000000, keys, 100, &len, &done, NULL);
		found += status == OK ? len : 0;
	}
	add_status(out, query, status);
	buf_addf(out, "%zu\n", found);
	store_find_free(find);
}

void
store_transcript(struct buf *out, struct store *store)
{
	struct store_view view;
	struct store_health_check check = {0};
	struct store_health_check_stats stats = {0};
	add_status(out, "view", store_view_begin(store, &view, NULL));
	read_lists(out, &view);
	read_feeds(out, &view);
	read_rest(out, &view);
	store_view_end(&view);
	search(out, store, "words");
	search(out, store, "\"more words\" is:unread tag:news");
	search(out, store, "is:starred");
	add_status(out, "check", store_health_check(store, &check, NULL, NULL));
	buf_addf(
		out, "%d %d\n", (int)store_health_check_faults(&check), (int)check.items);
	add_status(out, "stats", store_health_check_stats(store, &stats, NULL));
	buf_addf(out, "%d %d %d %d\n", (int)stats.feeds, (int)stats.items,
		(int)stats.unread, (int)stats.starred);
}
