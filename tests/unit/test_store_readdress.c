/*
 * A feed stays the same when its address changes (case 82): whoever changes its line,
 * whether or not the store was told before, and also when the line is changed back.
 */
#include "config.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/time.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/due.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "store/feed/readdress.h"
#include "store/gc.h"
#include "store/health/repair.h"
#include "store/item/list.h"
#include "store/open.h"
#include "store/poll/poll.h"
#include "store_helper.h"
#include "unit.h"

#define DAY INT64_C(86400)

static const char *const old_line[] = {"http://old/"};
static const char *const new_line[] = {"http://new/ tag"};
static const char *const items[] = {"2||b|two|20", "1||a|one|10"};

static void
put_http(struct fixture *f, uint32_t feed, const char *to)
{
	static char etag[] = "\"x\"";
	struct store_batch *batch;
	struct http_state http = {.etag = etag,
		.moved_to = (char *)(uintptr_t)to,
		.moved_count = to ? 4 : 0,
		.moved_since = to ? T0 - 8 * DAY : TIME_NONE,
		.last_poll = T0,
		.last_change = TIME_NONE,
		.last_full = T0,
		.fresh_until = TIME_NONE,
		.retry_at = TIME_NONE,
		.next_poll = T0 + DAY,
		.failed_since = TIME_NONE,
		.older_end = TIME_NONE,
		.status = 200};
	const struct store_poll poll = {.feed = feed, .now = T0, .http = &http};
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

/* A feed at http://old/ with two items; its server names another address, or none. */
static void
fill(struct fixture *f, const char *to)
{
	put_subscriptions(f, old_line, 1);
	poll_items(f, 1, T0, items, 2);
	set_flags(f, "a", ITEM_STARRED, ITEM_UNREAD);
	put_http(f, 1, to);
}

/* Strings are valid until the next call. */
static struct store_feed
look(struct fixture *f, uint32_t id, struct http_state *http)
{
	static struct arena arena;
	struct store_view view;
	struct store_feed feed;
	arena_reset(&arena);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed(&view, id, &arena, &feed), OK);
	assert_int_equal(store_feed_state(&view, id, &arena, http, NULL, NULL), OK);
	store_view_end(&view);
	return feed;
}

static uint32_t
find(struct fixture *f, const char *url)
{
	struct store_view view;
	uint32_t id = 0;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	if (store_feed_find(&view, url, &id) != OK)
		id = 0;
	store_view_end(&view);
	return id;
}

static void
expect(struct fixture *f, uint32_t feed, const char *url)
{
	struct store_batch *batch;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_feed_put_address(batch, feed, url, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

/* The user edits the line. What the server said is true, so answers came from there
 * before. */
static void
where_the_server_says(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	fill(f, "http://new/");
	assert_string_equal(look(f, 1, &http).moved_to, "http://new/");
	assert_true(look(f, 1, &http).adopted);
	put_subscriptions(f, new_line, 1);
	assert_sound(f);
	struct store_feed feed = look(f, 1, &http);
	assert_string_equal(feed.url, "http://new/");
	assert_string_equal(feed.tags[0], "tag");
	assert_null(feed.moved_to);
	assert_false(feed.adopted);
	assert_null(http.moved_to);
	assert_string_equal(http.etag, "\"x\"");
	assert_int_equal(http.next_poll, T0 + DAY);
	assert_int_equal(find(f, "http://new/"), 1);
	assert_int_equal(find(f, "http://old/"), 0);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b* a+");
	assert_int_equal(poll_items(f, 1, T0 + 60, items, 2).added, 0);
	/* Back again, as undo does: it is still fetched from the new address. */
	put_subscriptions(f, old_line, 1);
	assert_sound(f);
	feed = look(f, 1, &http);
	assert_string_equal(feed.url, "http://old/");
	assert_string_equal(feed.moved_to, "http://new/");
	assert_true(feed.adopted);
	assert_int_equal(http.moved_count, 4);
	assert_int_equal(http.moved_since, T0 - 8 * DAY);
	assert_string_equal(http.etag, "\"x\"");
	/* And to the new address again. */
	put_subscriptions(f, new_line, 1);
	assert_string_equal(look(f, 1, &http).url, "http://new/");
	assert_null(http.moved_to);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b* a+");
}

/* An address that nobody named belongs to another feed. */
static void
where_nobody_says(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	fill(f, "http://elsewhere/");
	put_subscriptions(f, new_line, 1);
	assert_sound(f);
	assert_true(look(f, 1, &http).removed);
	assert_int_equal(find(f, "http://new/"), 2);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "");
}

/* A command died after writing the file: the next start puts it right. What is known of
 * the old server means nothing for the new one. */
static void
where_the_user_says(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	uint32_t due[2];
	size_t len;
	struct store_view view;
	fill(f, "http://elsewhere/");
	expect(f, 1, "http://new/");
	fixture_reopen(f);
	assert_string_equal(look(f, 1, &http).url, "http://old/");
	put_subscriptions(f, new_line, 1);
	assert_sound(f);
	assert_string_equal(look(f, 1, &http).url, "http://new/");
	assert_null(http.etag);
	assert_null(http.moved_to);
	assert_int_equal(http.last_full, TIME_NONE);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b* a+");
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_due(&view, T0, due, 2, &len, NULL), OK);
	store_view_end(&view);
	assert_int_equal(len, 1);
	put_subscriptions(f, old_line, 1);
	assert_string_equal(look(f, 1, &http).url, "http://old/");
	assert_null(http.moved_to);
	assert_sound(f);
}

/* A command that died before writing the file leaves nothing visible. */
static void
told_but_not_done(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	static const char *const both[] = {"http://old/", "http://new/"};
	fill(f, NULL);
	expect(f, 1, "http://new/");
	put_subscriptions(f, old_line, 1);
	assert_string_equal(look(f, 1, &http).url, "http://old/");
	assert_string_equal(http.etag, "\"x\"");
	/* The user subscribes to that address as well. */
	put_subscriptions(f, both, 2);
	assert_string_equal(look(f, 1, &http).url, "http://old/");
	assert_int_equal(find(f, "http://new/"), 2);
	assert_sound(f);
}

static void
the_row_of_addresses_ends(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	char line[32];
	const char *const lines[] = {line};
	fill(f, NULL);
	for (int i = 0; i < 12; i++) {
		snprintf(line, sizeof line, "http://%d/", i);
		expect(f, 1, line);
		put_subscriptions(f, lines, 1);
		assert_string_equal(look(f, 1, &http).url, line);
	}
	snprintf(line, sizeof line, "http://6/");
	put_subscriptions(f, lines, 1);
	assert_string_equal(look(f, 1, &http).url, line);
	/* Too long ago. */
	snprintf(line, sizeof line, "http://1/");
	put_subscriptions(f, lines, 1);
	assert_true(look(f, 1, &http).removed);
	assert_sound(f);
}

/* The feed whose line has the address keeps it. */
static void
another_has_the_address(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	static const char *const both[] = {"http://old/", "http://new/"};
	static const char *const swapped[] = {"http://new/", "http://other/"};
	fill(f, "http://new/");
	put_subscriptions(f, both, 2);
	assert_int_equal(find(f, "http://old/"), 1);
	assert_int_equal(find(f, "http://new/"), 2);
	put_subscriptions(f, swapped, 2);
	assert_true(look(f, 1, &http).removed);
	assert_int_equal(find(f, "http://new/"), 2);
	assert_int_equal(find(f, "http://other/"), 3);
	assert_sound(f);
}

/* A feed without a line gives its address to the feed that moves there, and gets it back
 * when that one leaves. */
static void
a_lost_feed_has_the_address(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	struct store_gc gone;
	static const char *const both[] = {"http://old/", "http://new/"};
	static const char *const other[] = {"1||z|zet|10"};
	fill(f, "http://new/");
	put_subscriptions(f, both, 2);
	poll_items(f, 2, T0, other, 1);
	put_subscriptions(f, old_line, 1);
	assert_true(look(f, 2, &http).removed);
	put_subscriptions(f, new_line, 1);
	assert_sound(f);
	assert_int_equal(find(f, "http://new/"), 1);
	assert_true(look(f, 2, &http).removed);
	put_subscriptions(f, old_line, 1);
	put_subscriptions(f, both, 2);
	assert_sound(f);
	assert_int_equal(find(f, "http://old/"), 1);
	assert_int_equal(find(f, "http://new/"), 2);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "z*");
	put_subscriptions(f, old_line, 1);
	put_subscriptions(f, new_line, 1);
	assert_int_equal(store_collect(f->store, NULL, 0, T0, false, &gone, NULL), OK);
	assert_int_equal(gone.feeds, 1);
	assert_sound(f);
	assert_int_equal(find(f, "http://new/"), 1);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b* a+");
}

/* A repair does not give it back. */
static void
repaired(void **state)
{
	struct fixture *f = *state;
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	static const char *const both[] = {"http://old/", "http://new/"};
	put_subscriptions(f, both, 2);
	put_http(f, 1, "http://new/");
	put_subscriptions(f, old_line, 1);
	put_subscriptions(f, new_line, 1);
	assert_int_equal(find(f, "http://new/"), 1);
	fixture_close(f);
	assert_int_equal(store_health_repair(f->dir, &done, &kept, NULL), OK);
	buf_done(&kept);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_int_equal(find(f, "http://new/"), 1);
	assert_sound(f);
	put_subscriptions(f, old_line, 1);
	assert_int_equal(find(f, "http://old/"), 1);
}

/* A feed without a line is recognised at its new address, too. */
static void
a_line_comes_back_elsewhere(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	fill(f, "http://new/");
	put_subscriptions(f, NULL, 0);
	assert_true(look(f, 1, &http).removed);
	put_subscriptions(f, new_line, 1);
	assert_sound(f);
	assert_false(look(f, 1, &http).removed);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b* a+");
}

/* The feed that had the address itself comes before a feed that moved there. */
static void
two_have_gone(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	static const char *const both[] = {"http://old/", "http://new/"};
	fill(f, "http://new/");
	put_subscriptions(f, both, 2);
	put_subscriptions(f, NULL, 0);
	put_subscriptions(f, new_line, 1);
	assert_sound(f);
	assert_int_equal(find(f, "http://new/"), 2);
	assert_true(look(f, 1, &http).removed);
}

/* A feed has one of its addresses at a time. */
static void
one_of_two_lines(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	static const char *const both[] = {"http://new/", "http://third/"};
	fill(f, "http://new/");
	expect(f, 1, "http://third/");
	put_subscriptions(f, both, 2);
	assert_sound(f);
	assert_string_equal(look(f, 1, &http).url, "http://new/");
	assert_int_equal(find(f, "http://third/"), 2);
}

static size_t
count_duplicates(struct fixture *f)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_feed_duplicate *list;
	size_t len;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_duplicates(&view, &arena, &list, &len), OK);
	store_view_end(&view);
	arena_done(&arena);
	return len;
}

static void
a_filter_stays(void **state)
{
	struct fixture *f = *state;
	struct http_state http;
	static const char *const before[] = {"filter:cat:http://old/"};
	static const char *const after[] = {"filter:cat:http://new/", "http://new/"};
	put_subscriptions(f, before, 1);
	poll_items(f, 1, T0, items, 2);
	put_http(f, 1, "http://new/");
	put_subscriptions(f, after, 2);
	assert_sound(f);
	assert_string_equal(look(f, 1, &http).url, "filter:cat:http://new/");
	assert_string_equal(http.etag, "\"x\"");
	assert_int_equal(find(f, "http://new/"), 2);
	put_subscriptions(f, before, 1);
	assert_string_equal(look(f, 1, &http).moved_to, "http://new/");
	/* What a filter makes of an address is another feed. */
	static const char *const others[] = {"filter:cat:http://old/", "http://new/"};
	put_subscriptions(f, others, 2);
	assert_int_equal(count_duplicates(f), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(where_the_server_says),
		FIXTURE_TEST(where_nobody_says),
		FIXTURE_TEST(where_the_user_says),
		FIXTURE_TEST(told_but_not_done),
		FIXTURE_TEST(the_row_of_addresses_ends),
		FIXTURE_TEST(another_has_the_address),
		FIXTURE_TEST(a_lost_feed_has_the_address),
		FIXTURE_TEST(repaired),
		FIXTURE_TEST(a_line_comes_back_elsewhere),
		FIXTURE_TEST(two_have_gone),
		FIXTURE_TEST(one_of_two_lines),
		FIXTURE_TEST(a_filter_stays),
	};
	return UNIT_RUN(tests);
}
