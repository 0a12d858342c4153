/*
 * What answers do to a feed's state: validators, back-off, redirects. Answers are made by
 * hand; no network.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/mem.h"
#include "base/time.h"
#include "engine/poll/poll.h"
#include "engine/refresh/throttle.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"

#define NOW ((int64_t)1800000000)
#define DAY TIME_DAY

#define RSS(items)                                                                       \
	"<rss version=\"2.0\"><channel><title>T</title>" items "</channel></rss>"
#define ITEM "<item><guid>1</guid><title>One</title></item>"

static struct engine_poll *
answered(long status, const char *body, const char *etag, const char *modified)
{
	struct fetch_result *answer = mem_zalloc(sizeof *answer);
	answer->status = status ? OK : ERR_NETWORK;
	if (!status)
		err_set(&answer->err, ERR_NETWORK, "no route to the host");
	answer->http_status = status;
	answer->retry_after = answer->max_age = -1;
	answer->etag = mem_strdup(etag);
	answer->last_modified = mem_strdup(modified);
	answer->url = mem_strdup("http://example.org/feed");
	if (body)
		buf_adds(&answer->body, body);
	struct engine_poll *poll = engine_poll_new(NULL, 1, answer);
	poll->now = NOW;
	poll->conditional = true;
	return poll;
}

/* State of a feed that was fine a day ago. */
static struct http_state
before(void)
{
	static char old_tag[] = "\"old\"", old_date[] = "Mon, 01 Jan 2026 00:00:00 GMT";
	return (struct http_state){
		.etag = old_tag,
		.last_modified = old_date,
		.body_hash = 42,
		.last_poll = NOW - DAY,
		.last_full = NOW - 2 * DAY,
		.last_change = NOW - 3 * DAY,
		.fresh_until = TIME_NONE,
		.retry_at = TIME_NONE,
		.next_poll = NOW,
		.moved_since = TIME_NONE,
		.status = 200,
	};
}

static void
validators_stand_for_stored_items(void **unused)
{
	(void)unused;
	static const struct {
		const char *what;
		long status;
		const char *body, *etag, *modified; /* of the answer */
		enum engine_poll_kind kind;
		const char *etag_after, *modified_after;
		int32_t failures;
	} cases[] = {
		{"a feed", 200, RSS(ITEM), "\"new\"", NULL, POLL_DOCUMENT, "\"new\"",
			NULL, 0},
		{"without validators", 200, RSS(ITEM), NULL, NULL, POLL_DOCUMENT, NULL,
			NULL, 0},
		{"304 renews one of them (case 75)", 304, NULL, "W/\"b\"", NULL,
			POLL_UNCHANGED, "W/\"b\"", "Mon, 01 Jan 2026 00:00:00 GMT", 0},
		{"304 without headers", 304, NULL, NULL, NULL, POLL_UNCHANGED, "\"old\"",
			"Mon, 01 Jan 2026 00:00:00 GMT", 0},
		{"a login page with 200 (case 59)", 200,
			"<html><body>Log in</body></html>", "\"new\"", NULL, POLL_FAILED,
			"\"old\"", "Mon, 01 Jan 2026 00:00:00 GMT", 1},
		{"an empty body (case 60)", 200, " \n", "\"new\"", NULL, POLL_FAILED,
			"\"old\"", "Mon, 01 Jan 2026 00:00:00 GMT", 1},
		{"cut short (case 55)", 200,
			"<rss version=\"2.0\"><channel><title>T</title>" ITEM
			"<item><title>Tw",
			"\"new\"", "x", POLL_DOCUMENT, NULL, NULL, 0},
		{"cut before anything of it came", 200, "<rss version=\"2.0\"><!-- x",
			"\"new\"", NULL, POLL_FAILED, "\"old\"",
			"Mon, 01 Jan 2026 00:00:00 GMT", 1},
		{"no content", 204, NULL, "\"new\"", NULL, POLL_FAILED, "\"old\"",
			"Mon, 01 Jan 2026 00:00:00 GMT", 1},
		{"an error page with an ETag", 500, RSS(ITEM), "\"new\"", NULL,
			POLL_FAILED, "\"old\"", "Mon, 01 Jan 2026 00:00:00 GMT", 1},
		{"no answer", 0, NULL, NULL, NULL, POLL_UNREACHABLE, "\"old\"",
			"Mon, 01 Jan 2026 00:00:00 GMT", 1},
		{"a list of feeds", 200,
			"<opml version=\"2.0\"><body><outline xmlUrl=\"http://a/\"/>"
			"</body></opml>",
			"\"new\"", NULL, POLL_FAILED, "\"old\"",
			"Mon, 01 Jan 2026 00:00:00 GMT", 1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		struct http_state http = before();
		struct engine_poll *poll = answered(
			cases[i].status, cases[i].body, cases[i].etag, cases[i].modified);
		engine_poll_digest(poll);
		engine_poll_apply(poll, 0, &http, &arena);
		print_message("# %s\n", cases[i].what);
		assert_int_equal(poll->kind, cases[i].kind);
		assert_int_equal(http.failures, cases[i].failures);
		assert_int_equal(http.error != NULL, cases[i].failures != 0);
		if (strstr(cases[i].what, "empty body"))
			assert_string_equal(
				http.error, "the server sent an empty document");
		if (cases[i].etag_after)
			assert_string_equal(http.etag, cases[i].etag_after);
		else
			assert_null(http.etag);
		if (cases[i].modified_after)
			assert_string_equal(http.last_modified, cases[i].modified_after);
		else
			assert_null(http.last_modified);
		assert_int_equal(http.last_poll, NOW);
		assert_int_equal(http.last_change, NOW - 3 * DAY);
		if (cases[i].failures)
			assert_int_equal(http.body_hash, 42);
		engine_poll_free(poll);
		arena_done(&arena);
	}
}

/* The same bytes are not parsed again, but their validators are taken. */
/* Whoever asked for everything was sent it, even if the server calls it a part. */
static void
only_who_has_some_gets_a_part(void **unused)
{
	(void)unused;
	for (int conditional = 0; conditional < 2; conditional++) {
		struct engine_poll *poll = answered(226, RSS(ITEM), NULL, NULL);
		poll->answer->delta = true;
		poll->conditional = conditional;
		engine_poll_judge(poll);
		assert_int_equal(poll->kind, conditional ? POLL_PARTIAL : POLL_DOCUMENT);
		engine_poll_free(poll);
	}
}

static void
same_body_is_unchanged(void **unused)
{
	(void)unused;
	struct arena arena = ARENA_INIT;
	struct http_state http = before();
	struct engine_poll *poll = answered(200, RSS(ITEM), "\"a\"", NULL);
	engine_poll_digest(poll);
	engine_poll_apply(poll, 1, &http, &arena);
	assert_int_equal(http.last_change, NOW);
	uint64_t hash = http.body_hash;
	assert_true(hash != 0 && hash != 42);
	engine_poll_free(poll);
	poll = answered(200, RSS(ITEM), "\"b\"", NULL);
	poll->old_hash = hash;
	poll->now = NOW + 60;
	engine_poll_digest(poll);
	engine_poll_apply(poll, 0, &http, &arena);
	assert_int_equal(poll->kind, POLL_UNCHANGED);
	assert_null(poll->document);
	assert_string_equal(http.etag, "\"b\"");
	assert_int_equal(http.body_hash, hash);
	assert_int_equal(http.last_full, NOW + 60);
	assert_int_equal(http.last_change, NOW);
	engine_poll_free(poll);
	arena_done(&arena);
}

static void
retry_after_is_obeyed_within_limits(void **unused)
{
	(void)unused;
	static const struct {
		long status;
		int64_t retry_after, wait, host_wait; /* -1: none */
	} cases[] = {
		{503, 600, 600, -1}, {503, 0, 60, -1}, {503, -1, -1, -1},
		{503, (int64_t)1 << 60, 7 * DAY, -1}, {429, 120, 120, 120},
		{429, -1, -1, 60}, {429, 5, 60, 60},
		{200, 600, -1, -1}, /* means nothing there */
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		struct http_state http = before();
		struct engine_poll *poll =
			answered(cases[i].status, RSS(ITEM), NULL, NULL);
		poll->answer->retry_after = cases[i].retry_after;
		engine_poll_digest(poll);
		engine_poll_apply(poll, 0, &http, &arena);
		assert_int_equal(http.retry_at,
			cases[i].wait < 0 ? TIME_NONE : NOW + cases[i].wait);
		assert_int_equal(engine_poll_host_pause(poll),
			cases[i].host_wait < 0 ? TIME_NONE : NOW + cases[i].host_wait);
		engine_poll_free(poll);
		arena_done(&arena);
	}
}

static void
take(struct http_state *http, struct arena *arena, int64_t now, long status,
	const char *moved_to, bool at_new)
{
	struct engine_poll *poll =
		answered(status, status == 200 ? RSS(ITEM) : NULL, NULL, NULL);
	poll->now = now;
	poll->moved = at_new;
	poll->answer->moved_to = mem_strdup(moved_to);
	engine_poll_digest(poll);
	engine_poll_apply(poll, 0, http, arena);
	http->etag = http->last_modified = NULL;
	http->moved_to = arena_strdup(arena, http->moved_to);
	engine_poll_free(poll);
}

/* Case 82: three good polls over seven days, the same target; then it is asked directly,
 * and given up when it fails. */
static void
permanent_redirects_are_adopted_late(void **unused)
{
	(void)unused;
	struct arena arena = ARENA_INIT;
	struct http_state http = before();
	const char *a = "http://a.example/feed", *b = "http://b.example/feed";
	take(&http, &arena, NOW, 200, a, false);
	take(&http, &arena, NOW + DAY, 200, a, false);
	take(&http, &arena, NOW + 2 * DAY, 200, a, false);
	assert_false(http_move_adopted(&http, NOW + 2 * DAY)); /* three, but two days */
	take(&http, &arena, NOW + 3 * DAY, 404, NULL, false);
	assert_string_equal(http.moved_to, a);
	assert_true(http_move_adopted(&http, NOW + 7 * DAY));
	take(&http, &arena, NOW + 8 * DAY, 200, NULL, true);
	assert_true(http_move_adopted(&http, NOW + 9 * DAY));
	take(&http, &arena, NOW + 9 * DAY, 404, NULL, true);
	assert_null(http.moved_to);
	/* Another target starts over; a poll without a redirect forgets it. */
	take(&http, &arena, NOW + 10 * DAY, 200, a, false);
	take(&http, &arena, NOW + 11 * DAY, 200, b, false);
	assert_string_equal(http.moved_to, b);
	assert_int_equal(http.moved_count, 1);
	assert_int_equal(http.moved_since, NOW + 11 * DAY);
	take(&http, &arena, NOW + 12 * DAY, 200, NULL, false);
	assert_null(http.moved_to);
	arena_done(&arena);
}

/* The same, step by step: what each poll says, and whether the next is sent to the new
 * address. */
static void
adoption_takes_three_polls_over_a_week(void **unused)
{
	(void)unused;
	static const char *const a = "http://a.example/feed", *const b =
								      "http://b.example/";
	static const struct {
		const char *what;
		struct {
			int64_t day;
			long status; /* 0: the end */
			bool to_b, stays;
		} polls[6];
		int64_t day; /* of the question */
		bool adopted;
	} cases[] = {
		{"once a week is two", {{0, 200}, {7, 200}}, 8, false},
		{"the third on day two", {{0, 200}, {1, 200}, {2, 200}}, 30, false},
		{"a fourth on day seven", {{0, 200}, {1, 200}, {2, 200}, {7, 200}}, 8,
			true},
		{"a day too early", {{0, 200}, {3, 200}, {6, 200}}, 6, false},
		{"304 counts", {{0, 200}, {3, 304}, {7, 304}}, 7, true},
		{"no feed there", {{0, 200}, {3, 404}, {7, 200}}, 8, false},
		{"another target between",
			{{0, 200}, {3, 200}, {5, 200, .to_b = true}, {7, 200}}, 8, false},
		{"a temporary redirect between",
			{{0, 200}, {3, 200}, {5, 200, .stays = true}, {7, 200}}, 8,
			false},
		{"three good ones, then the old one is gone",
			{{0, 200}, {1, 200}, {2, 200}, {3, 404}}, 8, true},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		struct http_state http = before();
		for (size_t k = 0; cases[i].polls[k].status; k++) {
			bool good = cases[i].polls[k].status != 404;
			take(&http, &arena, NOW + cases[i].polls[k].day * DAY,
				cases[i].polls[k].status,
				!good || cases[i].polls[k].stays ? NULL
				: cases[i].polls[k].to_b         ? b
								 : a,
				false);
		}
		if (http_move_adopted(&http, NOW + cases[i].day * DAY) !=
			cases[i].adopted)
			fail_msg("%s", cases[i].what);
		arena_done(&arena);
	}
}

/* Case 81: 410. */
static void
gone_stays_gone_until_it_answers(void **unused)
{
	(void)unused;
	struct arena arena = ARENA_INIT;
	struct http_state http = before();
	take(&http, &arena, NOW, 410, NULL, false);
	assert_int_equal(http.status, 410);
	take(&http, &arena, NOW + 1, 0, NULL, false);
	assert_int_equal(http.status, 410);
	take(&http, &arena, NOW + 2, 200, NULL, false);
	assert_int_equal(http.status, 200);
	assert_int_equal(http.failures, 0);
	arena_done(&arena);
}

/* Case 77. */
static void
endless_304_is_asked_in_full_weekly(void **unused)
{
	(void)unused;
	struct http_state http = before();
	http.last_full = TIME_NONE;
	assert_true(engine_poll_conditional(&http, 0, NOW));
	http.last_full = NOW - 7 * DAY + 1;
	assert_true(engine_poll_conditional(&http, 0, NOW));
	http.last_full = NOW - 7 * DAY;
	assert_false(engine_poll_conditional(&http, 0, NOW));
	/* Silent for three days of a habit of one post a day: the 304s are likely. */
	assert_true(engine_poll_conditional(&http, DAY, NOW));
	assert_false(engine_poll_conditional(&http, DAY, NOW + DAY));
	/* However seldom it posts, not much longer than a quarter of a year. */
	assert_false(engine_poll_conditional(&http, 400 * DAY, NOW + 118 * DAY));
}

static void
failures_are_told_apart(void **unused)
{
	(void)unused;
	static const struct {
		long status;
		const char *body, *url;
		int trouble;
	} cases[] = {
		{401, NULL, NULL, TROUBLE_REFUSED},
		{403, NULL, NULL, TROUBLE_REFUSED},
		{404, NULL, NULL, TROUBLE_MISSING},
		{410, NULL, NULL, TROUBLE_GONE},
		{418, NULL, NULL, TROUBLE_REQUEST},
		{429, NULL, NULL, TROUBLE_SLOW_DOWN},
		{500, NULL, NULL, TROUBLE_SERVER},
		{503, NULL, NULL, TROUBLE_SERVER},
		{204, NULL, NULL, TROUBLE_NOT_FEED},
		{200, "", NULL, TROUBLE_NOT_FEED},
		{200, "<html><p>Hello", NULL, TROUBLE_NOT_FEED},
		{200, "<html><p>Hello", "http://wifi.example/", TROUBLE_LOGIN},
		{200, "<html><p>Hello", "http://example.org/login?next=feed",
			TROUBLE_LOGIN},
		{200, RSS(ITEM), "http://cdn.example/feed", TROUBLE_NONE},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		struct http_state http = before();
		struct engine_poll *poll =
			answered(cases[i].status, cases[i].body, NULL, NULL);
		if (cases[i].url) {
			free(poll->answer->url);
			poll->answer->url = mem_strdup(cases[i].url);
		}
		poll->astray =
			engine_poll_astray("http://example.org/feed", poll->answer->url);
		engine_poll_digest(poll);
		engine_poll_apply(poll, 2, &http, &arena);
		bool failed = cases[i].trouble != TROUBLE_NONE;
		assert_int_equal(http.trouble, cases[i].trouble);
		assert_int_equal(http.failed_since, failed ? NOW : TIME_NONE);
		/* The poll is remembered as it was. */
		assert_int_equal(http_polls(&http), 1);
		struct http_poll past = http_poll_at(&http, 0);
		assert_int_equal(past.at, NOW);
		assert_int_equal(past.status, cases[i].status);
		assert_int_equal(past.trouble, cases[i].trouble);
		assert_int_equal(past.new_items, 2);
		assert_true(past.conditional);
		engine_poll_free(poll);
		arena_done(&arena);
	}
}

/* The time of the first failure in a row stays (case 81: missing since). */
static void
failures_have_a_beginning(void **unused)
{
	(void)unused;
	struct arena arena = ARENA_INIT;
	struct http_state http = before();
	take(&http, &arena, NOW, 404, NULL, false);
	take(&http, &arena, NOW + DAY, 404, NULL, false);
	assert_int_equal(http.failed_since, NOW);
	take(&http, &arena, NOW + 2 * DAY, 200, NULL, false);
	assert_int_equal(http.failed_since, TIME_NONE);
	/* Only the last twelve polls are remembered. */
	for (int i = 0; i < 20; i++)
		take(&http, &arena, NOW + (3 + i) * DAY, 304, NULL, false);
	assert_int_equal(http_polls(&http), 12);
	assert_int_equal(http_poll_at(&http, 0).at, NOW + 11 * DAY);
	assert_int_equal(http_poll_at(&http, 11).at, NOW + 22 * DAY);
	arena_done(&arena);
}

/* Cases 114 and 117: a night's worth of due feeds is spread, all the more after a
 * suspend. */
static void
throttle_spreads_what_is_due(void **unused)
{
	(void)unused;
	struct engine_throttle throttle = {0};
	assert_int_equal(
		engine_refresh_throttle_allowance(&throttle, 1000), THROTTLE_AT_ONCE);
	engine_refresh_throttle_take(&throttle, THROTTLE_AT_ONCE);
	assert_int_equal(engine_refresh_throttle_allowance(&throttle, 1000), 0);
	assert_int_equal(engine_refresh_throttle_allowance(&throttle, 1999),
		THROTTLE_PER_SECOND - 1);
	assert_int_equal(
		engine_refresh_throttle_allowance(&throttle, 2000), THROTTLE_PER_SECOND);
	engine_refresh_throttle_take(&throttle, THROTTLE_PER_SECOND);
	assert_int_equal(engine_refresh_throttle_allowance(&throttle, 2000), 0);
	assert_int_equal(
		engine_refresh_throttle_allowance(&throttle, 3600000), THROTTLE_AT_ONCE);
	/* Also a long time after the last look. */
	engine_refresh_throttle_empty(&throttle, 7200000);
	assert_int_equal(engine_refresh_throttle_allowance(&throttle, 7200000), 0);
	assert_int_equal(engine_refresh_throttle_allowance(&throttle, 7202000),
		2 * THROTTLE_PER_SECOND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(validators_stand_for_stored_items),
		cmocka_unit_test(only_who_has_some_gets_a_part),
		cmocka_unit_test(same_body_is_unchanged),
		cmocka_unit_test(retry_after_is_obeyed_within_limits),
		cmocka_unit_test(permanent_redirects_are_adopted_late),
		cmocka_unit_test(adoption_takes_three_polls_over_a_week),
		cmocka_unit_test(gone_stays_gone_until_it_answers),
		cmocka_unit_test(endless_304_is_asked_in_full_weekly),
		cmocka_unit_test(failures_are_told_apart),
		cmocka_unit_test(failures_have_a_beginning),
		cmocka_unit_test(throttle_spreads_what_is_due),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
