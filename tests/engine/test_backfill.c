/*
 * Older items on demand (RFC 5005, case 89), from a feed's own document through its
 * archive, against the loopback server.
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

#define LINK(rel, href) "<link rel=\"" rel "\" href=\"" href "\"/>"
#define ENTRY(id, day)                                                                   \
	"<entry><id>" id "</id><title>" id "</title><updated>2020-10-" day               \
	"T10:00:00Z</updated></entry>"
#define ATOM(inside)                                                                     \
	"\tbody <feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Feed</title>" inside  \
	"</feed>\n"

#define ARCHIVE                                                                          \
	"/a\n\tetag \"x\"\n" ATOM(                                                       \
		LINK("prev-archive", "/2") LINK("next", "/other") ENTRY("f", "06")       \
			ENTRY("e", "05")) "/2\n" ATOM(LINK("prev-archive", "/1")         \
			LINK("next-archive", "/a") ENTRY("e", "05") ENTRY("d",           \
				"04")) "/1\n" ATOM(ENTRY("b", "02") ENTRY("a", "01"))

/* Backfills the feed of path; fails it comes to no end. The caller frees the last event.
 */
static struct engine_event *
backfill(struct rig *rig, const char *path, size_t pages)
{
	uint32_t id = rig_feed(rig, path).id;
	engine_backfill(rig->engine, &id, 1, pages, (size_t)1 << 20);
	for (;;) {
		struct engine_event *event = rig_wait(rig, ENGINE_OLDER);
		assert_int_equal(event->feed, id);
		if (event->done) {
			print_message("# %s\n", event->text);
			return event;
		}
		free(event);
	}
}

/* The whole of it in one engine. */
static void
run(struct rig *rig, const char *path, size_t pages, size_t added, bool more, bool error)
{
	rig_start(rig, false);
	struct engine_event *event = backfill(rig, path, pages);
	assert_int_equal(event->counts.added, added);
	assert_int_equal(event->more, more);
	assert_int_equal(event->error, error);
	free(event);
	rig_stop(rig);
}

static void
archive_comes_in_as_read(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, ARCHIVE, "/a");
	rig_option(&rig, "host-gap", "0");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, NULL), 1); /* only on demand */
	run(&rig, "/a", 20, 3, false, false);
	assert_string_equal(rig_titles(&rig, "/a"), "f|e|d|b|a");
	assert_int_equal(rig_feed(&rig, "/a").unread, 2);
	assert_string_equal(rig_feed(&rig, "/a").title, "Feed");
	/* The feed itself in full, since its document tells where; the archive rather
	 * than the pages. */
	assert_int_equal(rig_asked(&rig, "/a"), 2);
	assert_null(rig_sent(&rig, "/a", 1, "If-None-Match"));
	assert_int_equal(rig_asked(&rig, "/2"), 1);
	assert_int_equal(rig_asked(&rig, "/1"), 1);
	assert_int_equal(rig_asked(&rig, "/other"), 0);
	assert_string_equal(rig_http(&rig, "/a").etag, "\"x\"");
	assert_null(rig_http(&rig, "/a").older);
	/* Once at the end, the first document without anything new ends it. */
	run(&rig, "/a", 20, 0, false, false);
	assert_int_equal(rig_asked(&rig, "/2"), 2);
	assert_int_equal(rig_asked(&rig, "/1"), 1);
	rig_check(&rig);
	rig_done(&rig);
}

static void
limit_is_held_and_the_next_run_goes_on(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, ARCHIVE, "/a");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	rig_stop(&rig);
	run(&rig, "/a", 1, 1, true, false);
	assert_string_equal(rig_titles(&rig, "/a"), "f|e|d");
	assert_string_equal(strrchr(rig_http(&rig, "/a").older, '/'), "/1");
	rig_close(&rig);
	run(&rig, "/a", 1, 2, false, false);
	assert_string_equal(rig_titles(&rig, "/a"), "f|e|d|b|a");
	assert_int_equal(rig_asked(&rig, "/a"), 1);
	assert_int_equal(rig_asked(&rig, NULL), 3);
	/* Never polled before: its own document is new to the user, the archive isn't. */
	assert_int_equal(rig_feed(&rig, "/a").unread, 2);
	rig_done(&rig);
}

/* Items that came between two polls, more than the feed's document shows; and items
 * without a date, which must not come in as the newest. */
static void
what_was_missed_is_unread(void **unused)
{
	(void)unused;
	struct rig rig;
	char later[64];
	time_format_local(time_wall() + 86400, "%Y-%m-%dT12:00:00Z", later, sizeof later);
	struct buf script = BUF_INIT(0);
	buf_addf(&script,
		"/a\n" ATOM(ENTRY("a",
			"01")) "then\n"
			       "\tbody <rss version=\"2.0\" "
			       "xmlns:atom=\"http://www.w3.org/2005/Atom\">"
			       "<channel><title>Feed</title><atom:link rel=\"next\" "
			       "href=\"/2\"/><item>"
			       "<guid>c</guid><title>c</title></item></channel></rss>\n"
			       "/2\n" ATOM("<entry><id>b</id><title>b</"
					   "title><updated>%s</updated>"
					   "</entry><entry><id>old</id><title>old</"
					   "title></entry>"),
		later);
	rig_init(&rig, buf_str(&script), "/a");
	buf_done(&script);
	rig_option(&rig, "host-gap", "0");
	rig_run(&rig, ENGINE_FORCE);
	rig.ahead = 3 * TIME_DAY;
	run(&rig, "/a", 20, 2, false, false);
	assert_string_equal(rig_titles(&rig, "/a"), "c|b|old|a");
	assert_int_equal(rig_feed(&rig, "/a").unread, 3);
	rig_check(&rig);
	rig_done(&rig);
}

static void
circles_end(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n" ATOM(LINK("next", "/2") ENTRY("c", "03")) "/2\n" ATOM(
			LINK("next", "/3") ENTRY("b", "02")) "/3\n" ATOM(LINK("next",
			"/2") ENTRY("a", "01")),
		"/a");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	struct engine_event *event = backfill(&rig, "/a", 20);
	assert_true(event->error);
	assert_int_equal(event->counts.added, 2);
	free(event);
	assert_int_equal(rig_asked(&rig, NULL), 3);
	rig_done(&rig);
}

/* A 429 holds for the archive as for all else, and for the feed after it. */
static void
pause_of_the_host_holds(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n" ATOM(LINK("next", "/2")
				ENTRY("b", "02")) "/2\n\tstatus 429\n"
						  "\theader Retry-After: "
						  "7200\nthen\n" ATOM(ENTRY("a", "01")),
		"/a");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	free(backfill(&rig, "/a", 20));
	assert_int_equal(rig_asked(&rig, "/2"), 1);
	struct engine_event *event = backfill(&rig, "/a", 20);
	assert_true(event->error);
	assert_true(event->more);
	free(event);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.held, 1);
	assert_int_equal(rig_asked(&rig, NULL), 2);
	rig_stop(&rig);
	rig_done(&rig);
}

/* Case 28: what is for the feed's server does not go to another. */
static void
passwords_stay_at_home(void **unused)
{
	(void)unused;
	struct rig rig;
	struct rig other;
	rig_init(&other, "/2\n" ATOM(ENTRY("a", "01")), "/2");
	char script[1024];
	snprintf(script, sizeof script,
		"/a\n\tbody <feed xmlns=\"http://www.w3.org/2005/Atom\"><link "
		"rel=\"next\" href=\"/1\"/>" ENTRY("c",
			"03") "</feed>\n"
			      "/1\n\tbody <feed "
			      "xmlns=\"http://www.w3.org/2005/Atom\"><link "
			      "rel=\"next\" href=\"%s/2\"/>" ENTRY("b", "02") "</feed>\n",
		http_server_url(other.server));
	rig_init(&rig, script, "/a");
	rig_option(&rig, "host-gap", "0");
	rig_option(&rig, "http-headers", "X-Key: secret");
	rig_option(&rig, "login", "me:secret");
	run(&rig, "/a", 20, 2, false, false);
	assert_string_equal(rig_sent(&rig, "/1", 0, "X-Key"), "secret");
	assert_non_null(rig_sent(&rig, "/1", 0, "Authorization"));
	assert_null(rig_sent(&other, "/2", 0, "X-Key"));
	assert_null(rig_sent(&other, "/2", 0, "Authorization"));
	rig_done(&rig);
	rig_done(&other);
}

static void
nothing_to_fetch_is_said(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n" ATOM(ENTRY("a", "01")) "/b\n" ATOM(LINK("prev-archive", "/gone")
				ENTRY("a", "01")) "/gone\n\tstatus 404\n/c\n\tstatus "
						  "500\n",
		"/a /b /c");
	rig_option(&rig, "host-gap", "0");
	run(&rig, "/a", 20, 0, false, false);
	run(&rig, "/b", 20, 0, true, true);
	assert_null(rig_http(&rig, "/b").older);
	assert_int_equal(rig_feed(&rig, "/b").failures, 0); /* the feed works */
	run(&rig, "/c", 20, 0, false, true);
	rig_done(&rig);
}

static void
stops_when_asked_to(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n" ATOM(LINK("next", "/2")
				ENTRY("b", "02")) "/2\n\tdelay "
						  "60\n" ATOM(ENTRY("a", "01")),
		"/a");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	uint32_t id = rig_feed(&rig, "/a").id;
	engine_backfill(rig.engine, &id, 1, 20, 1 << 20);
	rig_wait_asked(&rig, 2);
	engine_stop_refresh(rig.engine);
	struct engine_event *event = rig_wait(&rig, ENGINE_OLDER);
	assert_true(event->done);
	assert_true(event->more);
	free(event);
	rig_done(&rig);
}

/* One that is over, and not yet put away, must not swallow the next. */
static void
each_chain_has_an_end_that_is_told(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "", "");
	rig_start(&rig, false);
	const uint32_t none[] = {77, 77};
	engine_backfill(rig.engine, none, 2, 20, 1 << 20);
	for (size_t i = 0; i < 2; i++) {
		struct engine_event *event = rig_wait(&rig, ENGINE_OLDER);
		assert_true(event->done && event->error);
		free(event);
	}
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(archive_comes_in_as_read),
		cmocka_unit_test(limit_is_held_and_the_next_run_goes_on),
		cmocka_unit_test(what_was_missed_is_unread),
		cmocka_unit_test(circles_end),
		cmocka_unit_test(pause_of_the_host_holds),
		cmocka_unit_test(passwords_stay_at_home),
		cmocka_unit_test(nothing_to_fetch_is_said),
		cmocka_unit_test(stops_when_asked_to),
		cmocka_unit_test(each_chain_has_an_end_that_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
