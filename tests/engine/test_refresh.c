/*
 * Refreshes from end to end: feeds file, loopback server, store.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/time.h"
#include "engine/harness.h"
#include "engine/refresh/throttle.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/pause.h"
#include "store/poll/poll.h"

#define ITEM(n, title)                                                                   \
	"<item><guid>" n "</guid><title>" title "</title><pubDate>Thu, 0" n              \
	" Oct 2020 10:00:00 GMT</pubDate></item>"
#define RSS(items)                                                                       \
	"\tbody <rss version=\"2.0\"><channel><title>Feed</title>" items                 \
	"</channel></rss>\n"

static void
first_refresh_then_unchanged(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n\tetag W/\"one\"\n" RSS(ITEM("1", "A1") ITEM("2",
			"A2")) "/b\n\tmodified Thu, 01 Oct 2020 10:00:00 "
			       "GMT\n" RSS(ITEM("3", "B3")) "/c\n" RSS(ITEM("4", "C4")),
		"/a /b /c");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.total, 3);
	assert_int_equal(rig.counts.done, 3);
	assert_int_equal(rig.counts.added, 4);
	assert_int_equal(rig.counts.failed + rig.counts.held + rig.counts.unchanged, 0);
	assert_string_equal(rig_titles(&rig, "/a"), "A2|A1");
	assert_string_equal(rig_feed(&rig, "/a").title, "Feed");
	assert_int_equal(rig_feed(&rig, "/a").unread, 2);
	assert_int_equal(rig_feed(&rig, "/b").status, 200);
	assert_null(rig_sent(&rig, "/a", 0, "If-None-Match"));
	assert_null(rig_sent(&rig, "/a", 0, "Referer"));
	assert_null(rig_sent(&rig, "/a", 0, "Cookie"));
	assert_null(rig_sent(&rig, "/a", 0, "A-IM"));
	/* Again: validators go back verbatim (case 74); without them, the same body. */
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.unchanged, 3);
	assert_int_equal(rig.counts.added + rig.counts.edited, 0);
	assert_string_equal(rig_sent(&rig, "/a", 1, "If-None-Match"), "W/\"one\"");
	/* RFC 3229: only where the server knows what to add to (case 88). */
	assert_string_equal(rig_sent(&rig, "/a", 1, "A-IM"), "feed");
	assert_null(rig_sent(&rig, "/b", 1, "A-IM"));
	assert_string_equal(rig_sent(&rig, "/b", 1, "If-Modified-Since"),
		"Thu, 01 Oct 2020 10:00:00 GMT");
	assert_int_equal(rig_feed(&rig, "/a").status, 304);
	assert_int_equal(rig_feed(&rig, "/c").status, 200);
	assert_int_equal(rig_asked(&rig, NULL), 6);
	/* Nothing is due for 15 min, an hour where there are no validators. */
	rig_run(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig.counts.total, 0);
	assert_int_equal(rig_asked(&rig, NULL), 6);
	int64_t now = time_wall();
	assert_true(rig_feed(&rig, "/a").next_poll >= now + 14 * TIME_MINUTE);
	assert_true(rig_feed(&rig, "/c").next_poll >= now + 59 * TIME_MINUTE);
	rig_check(&rig);
	rig_done(&rig);
}

static void
edits_keep_state(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n" RSS(ITEM("1", "One") ITEM("2", "Two")) "then\n" RSS(
			ITEM("2", "Two, corrected") ITEM("3", "Three")),
		"/a");
	rig_run(&rig, ENGINE_FORCE);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.added, 1);
	assert_int_equal(rig.counts.edited, 1);
	assert_string_equal(rig_titles(&rig, "/a"), "Three|Two, corrected|One");
	rig_check(&rig);
	rig_done(&rig);
}

static void
failures_leave_all_as_it_was(void **unused)
{
	(void)unused;
	static const char *const failures[] = {
		"\tstatus 404\n",
		"\tstatus 500\n\tetag \"bad\"\n",
		"\tetag \"bad\"\n\tbody <html><title>Log in</title></html>\n",
		"\tetag \"bad\"\n\tlength 9999\n" RSS(ITEM("9", "Nine")),
		"\traw nonsense\n",
		"\tetag \"bad\"\n\tbody \\n\n",
		"\treset 10\n" RSS(ITEM("9", "Nine")),
	};
	for (size_t i = 0; i < COUNT_OF(failures); i++) {
		struct rig rig;
		struct buf script = BUF_INIT(0);
		buf_addf(&script, "/a\n\tetag \"good\"\n%sthen\n%s",
			RSS(ITEM("1", "One")), failures[i]);
		rig_init(&rig, buf_str(&script), "/a");
		buf_done(&script);
		rig_run(&rig, ENGINE_FORCE);
		assert_int_equal(rig.counts.added, 1);
		rig_run(&rig, ENGINE_FORCE);
		print_message("# %s\n", rig_feed(&rig, "/a").error);
		assert_int_equal(rig.counts.failed, 1);
		assert_string_equal(rig_titles(&rig, "/a"), "One");
		assert_int_equal(rig_feed(&rig, "/a").failures, 1);
		assert_string_not_equal(rig_feed(&rig, "/a").error, "");
		assert_string_equal(rig_http(&rig, "/a").etag, "\"good\"");
		assert_true(
			rig_feed(&rig, "/a").next_poll >= time_wall() + 14 * TIME_MINUTE);
		assert_true(
			rig_feed(&rig, "/a").next_poll <= time_wall() + 91 * TIME_MINUTE);
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* Case 55: what is whole is kept, the validator is not. */
static void
cut_document_is_asked_again_in_full(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n\tetag \"one\"\n\tclose\n\tbody <rss version=\"2.0\"><channel>"
		"<title>Feed</title>" ITEM("1", "One") "<item><guid>2</guid><title>Tw\n"
						       "then\n\tetag \"one\"\n" RSS(
							       ITEM("1", "One")
								       ITEM("2", "Two")),
		"/a");
	rig_run(&rig, ENGINE_FORCE);
	assert_string_equal(rig_titles(&rig, "/a"), "One");
	assert_null(rig_http(&rig, "/a").etag);
	rig_run(&rig, ENGINE_FORCE);
	assert_null(rig_sent(&rig, "/a", 1, "If-None-Match"));
	assert_string_equal(rig_titles(&rig, "/a"), "Two|One");
	assert_string_equal(rig_http(&rig, "/a").etag, "\"one\"");
	rig_done(&rig);
}

/* Cases 73 and 79: a Retry-After holds this feed and its host back, by whatever refresh,
 * also after a restart. */
static void
retry_after_holds_back(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/slow-down\n\tstatus 429\n\theader Retry-After: 3600\n"
		"/b\n" RSS(ITEM("1", "B")) "/c\n" RSS(ITEM("1", "C")),
		"/slow-down /b /c");
	rig_option(&rig, "host-connections", "1");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 1);
	assert_int_equal(rig.counts.held, 2);
	assert_int_equal(rig.counts.done, 3);
	assert_int_equal(rig_asked(&rig, NULL), 1);
	int64_t now = time_wall();
	assert_true(rig_http(&rig, "/slow-down").retry_at > now + 3500);
	assert_true(rig_http(&rig, "/b").retry_at > now + 3500);
	assert_true(rig_http(&rig, "/b").next_poll > now + 3500);
	assert_int_equal(rig_feed(&rig, "/b").failures, 0);
	rig_close(&rig);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.held, 3);
	assert_int_equal(rig_asked(&rig, NULL), 1);
	/* A feed that is new to this process and to the store, too. */
	rig_close(&rig);
	rig_feeds(&rig, "/slow-down /b /c /new");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.held, 4);
	assert_int_equal(rig_asked(&rig, NULL), 1);
	assert_true(rig_http(&rig, "/new").retry_at > now + 3500);
	/* Who asks for a feed that is held back is told until when. */
	rig_start(&rig, false);
	const uint32_t id = rig_feed(&rig, "/b").id;
	engine_refresh(rig.engine, &id, 1, ENGINE_FORCE);
	struct engine_event *done = rig_wait(&rig, ENGINE_DONE);
	print_message("# %s\n", done->text);
	assert_non_null(strstr(done->text, "/b is not fetched until "));
	free(done);
	rig_stop(&rig);
	/* In an hour it is over. */
	rig.ahead = 3700;
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, "/slow-down"), 2);
	rig_check(&rig);
	rig_done(&rig);
}

/* Case 81. */
static void
gone_is_not_asked_by_itself(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n" RSS(ITEM("1", "One")) "then\n\tstatus 410\nthen\n" RSS(
			ITEM("1", "One") ITEM("2", "Two")),
		"/a");
	rig_run(&rig, ENGINE_FORCE);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_feed(&rig, "/a").status, 410);
	assert_true(rig_http(&rig, "/a").next_poll == INT64_MAX);
	assert_string_equal(rig_titles(&rig, "/a"), "One");
	rig_run(&rig, ENGINE_DUE_ONLY);
	rig_run(&rig, 0);
	assert_int_equal(rig_asked(&rig, "/a"), 2);
	/* The user may. */
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, "/a"), 3);
	assert_int_equal(rig_feed(&rig, "/a").status, 200);
	assert_string_equal(rig_titles(&rig, "/a"), "Two|One");
	rig_done(&rig);
}

/* Case 82: followed, but the address stays. */
static void
permanent_redirect_is_remembered(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/old\n\tredirect 301 /new\n/new\n" RSS(
			ITEM("1", "One")) "/temporary\n\tredirect 302 /new\n",
		"/old /temporary");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 0);
	assert_string_equal(rig_titles(&rig, "/old"), "One");
	assert_string_equal(strrchr(rig_http(&rig, "/old").moved_to, '/'), "/new");
	assert_int_equal(rig_http(&rig, "/old").moved_count, 1);
	assert_null(rig_http(&rig, "/temporary").moved_to);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_http(&rig, "/old").moved_count, 2);
	assert_int_equal(rig_asked(&rig, "/old"), 2);
	rig_done(&rig);
}

/* Case 115: ten feeds of which none answers are no faulty feeds; a single one is. */
static void
dead_network_blames_no_feed(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n" RSS(ITEM("1", "One")),
		"http://127.0.0.1:1/0 http://127.0.0.1:1/1 http://127.0.0.1:1/2 "
		"http://127.0.0.1:1/3 http://127.0.0.1:1/4 http://127.0.0.1:1/5 "
		"http://127.0.0.1:1/6 http://127.0.0.1:1/7 http://127.0.0.1:1/8 "
		"http://127.0.0.1:1/9");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.total, 10);
	assert_int_equal(rig.counts.failed, 10);
	assert_int_equal(rig.counts.unreachable, 10);
	assert_int_equal(rig_feed(&rig, "http://127.0.0.1:1/3").failures, 0);
	assert_true(rig_feed(&rig, "http://127.0.0.1:1/3").next_poll == TIME_NONE);
	rig_feeds(&rig, "http://127.0.0.1:1/0");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.unreachable, 1);
	assert_int_equal(rig_feed(&rig, "http://127.0.0.1:1/0").failures, 1);
	/* Where others answer, the dead are to blame. */
	rig_feeds(&rig, "/a http://127.0.0.1:1/0 http://127.0.0.1:1/1");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 2);
	assert_int_equal(rig_feed(&rig, "http://127.0.0.1:1/1").failures, 1);
	rig_check(&rig);
	rig_done(&rig);
}

/* However few feeds there are: where nothing was heard of another machine, they are not
 * to blame. Way out: a group's address, to which TCP knows none; names: of a domain that
 * is never there (RFC 6761), with a resolver or without. */
static void
few_feeds_are_not_blamed_for_the_network(void **unused)
{
	(void)unused;
	static const struct {
		const char *form;
		size_t feeds;
	} cases[] = {
		{"http://224.0.0.1:1/%zu", 1},
		{"http://224.0.0.1:1/%zu", 2},
		{"http://224.0.0.1:1/%zu", 7},
		{"http://courant-%zu.invalid/", 2},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct rig rig;
		struct buf feeds = BUF_INIT(0);
		size_t n = cases[i].feeds;
		const char *form = cases[i].form;
		char first[64];
		snprintf(first, sizeof first, form, (size_t)0);
		for (size_t k = 0; k < n; k++) {
			buf_adds(&feeds, k ? " " : "");
			buf_addf(&feeds, form, k);
		}
		rig_init(&rig, "/a\n" RSS(ITEM("1", "One")), buf_str(&feeds));
		rig_run(&rig, ENGINE_FORCE);
		assert_int_equal(rig.counts.total, n);
		assert_int_equal(rig.counts.unreachable, n);
		assert_int_equal(rig_feed(&rig, first).failures, 0);
		assert_true(rig_feed(&rig, first).next_poll == TIME_NONE);
		buf_done(&feeds);
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* A network that dies in the middle: what was asked since the last answer is not to
 * blame. */
static void
network_that_dies_blames_no_feed(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n" RSS(ITEM("1", "One")),
		"/a http://127.0.0.1:1/0 http://127.0.0.1:1/1 http://127.0.0.1:1/2 "
		"http://127.0.0.1:1/3 http://127.0.0.1:1/4 http://127.0.0.1:1/5 "
		"http://127.0.0.1:1/6 http://127.0.0.1:1/7 http://127.0.0.1:1/8 "
		"http://127.0.0.1:1/9");
	rig_option(&rig, "fetch-mode", "sequential");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.total, 11);
	assert_int_equal(rig.counts.added, 1);
	assert_int_equal(rig.counts.unreachable, 10);
	assert_int_equal(rig_feed(&rig, "http://127.0.0.1:1/3").failures, 0);
	assert_true(rig_feed(&rig, "http://127.0.0.1:1/3").next_poll == TIME_NONE);
	rig_check(&rig);
	rig_done(&rig);
}

/* Case 114: after a suspend one feed is asked, and the others when it has answered. */
static void
suspend_is_followed_by_a_probe(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/*\n" RSS(ITEM("1", "One")) "then\n\tdelay 200ms\n" RSS(
			ITEM("1", "One")),
		"/a /b /c /d /e /f");
	rig_run(&rig, ENGINE_FORCE);
	rig_start(&rig, false);
	rig.slept_ms = 12 * 3600 * 1000;
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.done, 6);
	assert_int_equal(rig.counts.failed, 0);
	rig_stop(&rig);
	struct http_log log;
	http_server_log(rig.server, &log);
	assert_int_equal(log.count, 12);
	assert_true(log.requests[7].ms >= log.requests[6].ms + 190);
	http_log_done(&log);
	rig_done(&rig);
}

/* R right after the start, when all feeds are due: none is asked twice, or counted so. */
static void
all_is_asked_once_at_the_start(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n\tetag \"x\"\n" RSS(ITEM("1", "One")), "/a /b /c");
	rig_start(&rig, true);
	rig_wait_asked(&rig, 1);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_true(rig.counts.total <= 3);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.total, 0);
	assert_int_equal(rig_asked(&rig, NULL), 3);
	/* One that is named is asked, and what was done in this refresh counts once. */
	const uint32_t id = rig_feed(&rig, "/b").id;
	engine_refresh(rig.engine, &id, 1, ENGINE_FORCE);
	do /* the schedule's own may have ended before the first R came */
		free(rig_wait(&rig, ENGINE_DONE));
	while (rig.counts.total == 0);
	assert_int_equal(rig.counts.total, 1);
	assert_int_equal(rig_asked(&rig, NULL), 4);
	rig_done(&rig);
}

/* The feeds that took long the last time start first, the longest first, and all others
 * in the order of the file; one that is new starts before them. */
static void
slow_feeds_start_first(void **unused)
{
	(void)unused;
	struct rig rig;
	static const char *const order[] = {
		"/a", "/slow", "/b", "/slower", "/new", "/slower", "/slow", "/a", "/b"};
	rig_init(&rig,
		"/slow\n\tdelay 600ms\n" RSS(ITEM("1", "S")) "then\n" RSS(
			ITEM("1", "S")) "/slower\n\tdelay "
					"800ms\n" RSS(ITEM("1", "S")) "then\n" RSS(ITEM(
						"1", "S")) "/*\n" RSS(ITEM("1", "One")),
		"/a /slow /b /slower");
	rig_option(&rig, "fetch-mode", "sequential");
	rig_run(&rig, ENGINE_FORCE);
	assert_true(rig_feed(&rig, "/slow").took_ms >= 600);
	rig_feeds(&rig, "/a /slow /b /slower /new");
	rig_run(&rig, ENGINE_FORCE);
	struct http_log log;
	http_server_log(rig.server, &log);
	assert_int_equal(log.count, COUNT_OF(order));
	for (size_t i = 0; i < log.count; i++)
		assert_string_equal(log.requests[i].target, order[i]);
	http_log_done(&log);
	rig_done(&rig);
}

/* Case 117: what the user looks at comes before what else is due. */
static void
what_is_looked_at_comes_first(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/slow\n\tdelay 300ms\n" RSS(ITEM("1", "S")) "/*\n" RSS(ITEM("1", "One")),
		"/slow /a /b /c");
	rig_option(&rig, "fetch-mode", "sequential");
	rig_start(&rig, true);
	rig_wait_asked(&rig, 1);
	engine_visit(rig.engine, rig_feed(&rig, "/c").id);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig.counts.total, 4);
	/* It is not due any more. */
	engine_visit(rig.engine, rig_feed(&rig, "/c").id);
	free(rig_wait(&rig, ENGINE_DONE));
	rig_stop(&rig);
	struct http_log log;
	http_server_log(rig.server, &log);
	assert_int_equal(log.count, 4);
	assert_string_equal(log.requests[0].target, "/slow");
	assert_string_equal(log.requests[1].target, "/c");
	http_log_done(&log);
	rig_done(&rig);
}

/* The reader's engine asks what is due by itself, once. */
static void
schedule_asks_what_is_due(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n\tetag \"x\"\n" RSS(ITEM("1", "One")), "/a /b");
	rig_start(&rig, true);
	struct engine_event *done = rig_wait(&rig, ENGINE_DONE);
	assert_false(done->asked);
	free(done);
	assert_int_equal(rig.counts.added, 2);
	rig_stop(&rig);
	/* Restarts ask nothing (case 116). */
	for (int i = 0; i < 5; i++) {
		rig_start(&rig, true);
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		rig_stop(&rig);
	}
	assert_int_equal(rig_asked(&rig, NULL), 2);
	rig_done(&rig);
}

/* Case 113: asked by a clock that ran a year ahead, then put right. */
static void
wrong_clock_does_not_freeze(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	struct store_batch *batch;
	rig_init(&rig, "/*\n\tetag \"x\"\n" RSS(ITEM("1", "One")), "/a /b");
	rig_run(&rig, ENGINE_FORCE);
	struct http_state http = rig_http(&rig, "/a");
	http.last_poll += 365 * TIME_DAY;
	http.next_poll += 365 * TIME_DAY;
	http.retry_at = http.next_poll; /* nobody may ask for a year */
	const struct store_poll poll = {.feed = rig_feed(&rig, "/a").id, .http = &http};
	assert_int_equal(store_batch_begin(rig.store, &batch, &err), OK);
	assert_int_equal(store_poll_put(batch, &poll, NULL, &err), OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
	rig_start(&rig, true);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig_asked(&rig, "/a"), 2);
	assert_int_equal(rig_asked(&rig, "/b"), 1);
	assert_true(rig_feed(&rig, "/a").next_poll < time_wall() + 2 * TIME_DAY);
	/* The same without a reader: courant refresh --due. */
	rig_stop(&rig);
	assert_int_equal(store_batch_begin(rig.store, &batch, &err), OK);
	assert_int_equal(store_poll_put(batch, &poll, NULL, &err), OK);
	assert_int_equal(store_feed_put_pause(batch, span_of("127.0.0.1"), http.next_poll,
				 time_wall(), &err),
		OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
	rig_run(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, "/a"), 3);
	assert_int_equal(rig_asked(&rig, "/b"), 1);
	rig_done(&rig);
}

#define JUMP_FEEDS 30

static void
wait_paths(struct rig *rig, size_t n)
{
	rig_wait_asked(rig, n);
	free(rig_wait(rig, ENGINE_DONE));
}

/* Case 113. A clock that is put forward shortens nothing that a server asked for, nor the
 * least time between two polls. What else it makes due is asked once each, one first and
 * then so many a second as the pace allows; put back again, nothing is asked. */
static void
clock_that_jumps_makes_no_storm(void **unused)
{
	(void)unused;
	struct rig rig;
	struct buf paths = BUF_INIT(0);
	buf_adds(&paths, "/held");
	for (int i = 0; i < JUMP_FEEDS; i++)
		buf_addf(&paths, " /%d", i);
	rig_init(&rig,
		"/held\n\tstatus 503\n\theader Retry-After: 86400\n"
		"/*\n\tetag \"x\"\n" RSS(ITEM("1", "One")),
		buf_str(&paths));
	buf_done(&paths);
	rig_start(&rig, true);
	wait_paths(&rig, 1 + JUMP_FEEDS);
	const uint32_t id = rig_feed(&rig, "/0").id;
	rig.ahead = TIME_DAY;
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), 1 + JUMP_FEEDS);
	int64_t jumped = time_mono_ms();
	rig.slept_ms = TIME_HOUR * 1000;
	rig.ahead = 2 * TIME_DAY;
	engine_visit(rig.engine, id); /* wakes it */
	rig_wait_asked(&rig, 1 + 2 * JUMP_FEEDS);
	struct http_log log;
	http_server_log(rig.server, &log);
	assert_string_equal(log.requests[1 + JUMP_FEEDS].target, "/0");
	for (int i = 1; i < JUMP_FEEDS; i++)
		assert_true(log.requests[1 + JUMP_FEEDS + i].ms - jumped >=
			    i * INT64_C(1000) / THROTTLE_PER_SECOND - 50);
	http_log_done(&log);
	/* Until all of it is stored. */
	for (int i = 0; i < JUMP_FEEDS; i++) {
		char path[16];
		snprintf(path, sizeof path, "/%d", i);
		assert_int_equal(rig_asked(&rig, path), 2);
		int64_t end = time_mono_ms() + DEADLINE_MS;
		while (rig_http(&rig, path).requests < 2 && time_mono_ms() < end)
			free(engine_take(rig.engine));
	}
	int64_t wait = rig_http(&rig, "/7").next_poll - rig_now(&rig);
	rig.ahead = 0;
	engine_visit(rig.engine, id);
	int64_t end = time_mono_ms() + DEADLINE_MS;
	while (rig_http(&rig, "/7").last_poll > rig_now(&rig) && time_mono_ms() < end)
		free(engine_take(rig.engine));
	rig_stop(&rig);
	assert_int_equal(rig_asked(&rig, NULL), 1 + 2 * JUMP_FEEDS);
	int64_t now = rig_now(&rig);
	int64_t left = rig_http(&rig, "/7").next_poll - now;
	assert_true(wait > 0 && left <= wait + 1 && left >= wait - 60);
	assert_true(rig_http(&rig, "/7").last_poll <= now);
	/* An hour of its day is over. */
	left = rig_http(&rig, "/held").next_poll - now;
	assert_true(left > 22 * TIME_HOUR && left <= 23 * TIME_HOUR);
	rig_check(&rig);
	rig_done(&rig);
}

static void
expect_hourly(struct rig *rig)
{
	int64_t now = rig_now(rig);
	for (size_t i = 0; i < 2; i++) {
		const struct http_state http = rig_http(rig, i == 0 ? "/0" : "/1");
		assert_true(http.last_poll <= now);
		assert_true(http.next_poll > now && http.next_poll <= now + TIME_HOUR);
	}
}

/* Case 113: the clock may be set at any moment of the worker's turn, while it finds what
 * is due or claims it. Nothing compares the new time with the old ones. */
static void
clock_is_set_at_any_moment(void **unused)
{
	(void)unused;
	struct rig rig;
	int reading = 0;
	rig_init(&rig, "/*\n\tetag \"x\"\n" RSS(ITEM("1", "One")), "/0 /1");
	rig_start(&rig, true);
	wait_paths(&rig, 2);
	rig.jump = TIME_DAY;
	for (;;) {
		rig.readings = ++reading;
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		if (rig.readings > 0)
			break;
		rig_refresh(&rig, ENGINE_DUE_ONLY); /* a turn that knows of it */
		expect_hourly(&rig);
		rig.ahead = 0;
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		expect_hourly(&rig);
		assert_int_equal(rig_asked(&rig, NULL), 2);
	}
	assert_true(reading > 5);
	rig_done(&rig);
}

/* Case 113: a machine without a clock of its own begins in the past, and its clock is
 * then put right. What was noted by the right clock, in an earlier run, waits no longer.
 */
static void
clock_that_is_put_right_delays_nothing(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/*\n\tetag \"x\"\n\theader Cache-Control: max-age=7200\n" RSS(
			ITEM("1", "One")),
		"/a");
	rig_run(&rig, ENGINE_FORCE);
	rig.ahead = TIME_HOUR / 2;
	rig_start(&rig, true);
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), 1);
	const uint32_t id = rig_feed(&rig, "/a").id;
	rig.ahead = 3 * TIME_HOUR;
	engine_visit(rig.engine, id);
	rig_wait_asked(&rig, 2);
	rig_done(&rig);
}

static void
named_feeds_alone(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS(ITEM("1", "One")), "/a /b /c");
	rig_start(&rig, false);
	const uint32_t ids[] = {rig_feed(&rig, "/c").id, rig_feed(&rig, "/a").id, 99999};
	engine_refresh(rig.engine, ids, COUNT_OF(ids), ENGINE_FORCE);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig.counts.total, 2);
	assert_int_equal(rig_asked(&rig, "/a") + rig_asked(&rig, "/c"), 2);
	assert_int_equal(rig_asked(&rig, "/b"), 0);
	rig_done(&rig);
}

int
main(void)
{
	/* A resolver that says nothing is not waited for long. */
	setenv("RES_OPTIONS", "timeout:1 attempts:1", 1);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_refresh_then_unchanged),
		cmocka_unit_test(edits_keep_state),
		cmocka_unit_test(failures_leave_all_as_it_was),
		cmocka_unit_test(cut_document_is_asked_again_in_full),
		cmocka_unit_test(retry_after_holds_back),
		cmocka_unit_test(gone_is_not_asked_by_itself),
		cmocka_unit_test(permanent_redirect_is_remembered),
		cmocka_unit_test(dead_network_blames_no_feed),
		cmocka_unit_test(few_feeds_are_not_blamed_for_the_network),
		cmocka_unit_test(network_that_dies_blames_no_feed),
		cmocka_unit_test(suspend_is_followed_by_a_probe),
		cmocka_unit_test(all_is_asked_once_at_the_start),
		cmocka_unit_test(slow_feeds_start_first),
		cmocka_unit_test(what_is_looked_at_comes_first),
		cmocka_unit_test(schedule_asks_what_is_due),
		cmocka_unit_test(clock_that_jumps_makes_no_storm),
		cmocka_unit_test(clock_is_set_at_any_moment),
		cmocka_unit_test(clock_that_is_put_right_delays_nothing),
		cmocka_unit_test(wrong_clock_does_not_freeze),
		cmocka_unit_test(named_feeds_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
