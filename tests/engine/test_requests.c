/*
 * What a user asks of the worker besides refreshing.
 */
#include "config.h"

#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/harness.h"
#include "model/schedule.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/fault.h"
#include "store/feed/interest.h"
#include "store/item/list.h"
#include "store/poll/poll.h"

#define ITEM(n, title)                                                                   \
	"<item><guid>" n "</guid><title>" title "</title><description>Text of " title    \
	"</description></item>"
#define RSS(items)                                                                       \
	"\tbody <rss version=\"2.0\"><channel><title>Feed</title>" items                 \
	"</channel></rss>\n"
#define SCRIPT                                                                           \
	"/a\n" RSS(ITEM("1", "Apple") ITEM("2", "Banana") ITEM(                          \
		"3", "Cherry")) "/page\n\theader Content-Type: text/html\n\tbody "       \
				"<html><head>"                                           \
				"<link rel=alternate type=application/rss+xml "          \
				"title=News href=/a>"                                    \
				"<link rel=alternate type=application/atom+xml "         \
				"title=All href=/b>"                                     \
				"</head><body>Hello</body></html>\n"                     \
				"/plain\n\tbody just words\n"

static void
discover_names_the_feeds(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "");
	rig_start(&rig, false);
	const char *url = http_server_url(rig.server);
	static const struct {
		const char *path;
		size_t candidates;
	} cases[] = {{"/a", 1}, {"/page", 2}, {"/plain", 0}, {"/nowhere", 0}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		engine_discover(rig.engine,
			arena_printf(&rig.arena, " %s%s ", url, cases[i].path), false);
		struct engine_event *found = rig_wait(&rig, ENGINE_CANDIDATES);
		assert_int_equal(found->candidates_len, cases[i].candidates);
		assert_int_equal(found->error, cases[i].candidates == 0);
		assert_string_not_equal(found->text, "");
		for (size_t k = 0; k < found->candidates_len; k++)
			assert_true(str_starts(found->candidates[k].url, url));
		if (i == 1) {
			assert_string_equal(found->candidates[0].title, "News");
			assert_string_equal(strrchr(found->candidates[1].url, '/'), "/b");
		}
		free(found);
	}
	engine_discover(rig.engine, "javascript:alert(1)", true);
	struct engine_event *none = rig_wait(&rig, ENGINE_CANDIDATES);
	assert_true(none->error);
	assert_true(none->preview);
	free(none);
	rig_done(&rig);
}

/* A page that names one feed: that is fetched, too, and offered only if it is one. */
static void
what_is_named_is_looked_at(void **unused)
{
	(void)unused;
	struct rig rig;
#define PAGE(path, href)                                                                 \
	path "\n\theader Content-Type: text/html\n\tbody <html><head>"                   \
	     "<link rel=alternate type=application/rss+xml href=" href                   \
	     "></head></html>\n"
	rig_init(&rig,
		SCRIPT PAGE("/one", "/a") PAGE("/wrong", "/plain") PAGE(
			"/page2", "/one") PAGE("/later",
			"/busy") "/busy\n\tstatus 503\n"
				 "/refused\n\tstatus 403\n"
				 "/riddle\n\tstatus 403\n\theader cf-mitigated: "
				 "challenge\n"
				 "/riddle2\n\tstatus 503\n\tbody <html><script>"
				 "window._cf_chl_opt={}</script></html>\n"
				 "/puzzle\n\theader Content-Type: text/html\n\tbody "
				 "<html><script>window._cf_chl_opt={}</script></html>\n"
				 "/hollow\n\tbody <rss version=\"2.0\"><channel/></rss>\n"
				 "/header\n\theader Link: </other>; rel=next\n\theader "
				 "Link: "
				 "</a>; rel=\"alternate\"; "
				 "type=\"application/rss+xml\"\n\tbody "
				 "words\n"
				 "/elsewhere\n\theader Link: </a>; rel=alternate; "
				 "anchor=\"/b\"; "
				 "type=application/rss+xml\n\tbody words\n",
		"");
	rig_start(&rig, false);
	const char *url = http_server_url(rig.server);
	static const struct {
		const char *path, *feed, *words;
	} cases[] = {
		{"/one", "/a", NULL},
		{"/page2", "/a", NULL},
		{"/later", "/busy", NULL},
		{"/header", "/a", NULL},
		{"/elsewhere", NULL, "neither XML nor JSON"},
		{"/wrong", NULL, "/plain, but: the document is neither XML nor JSON"},
		{"/hollow", NULL, "the feed has neither a title nor items"},
		/* As a poll says it. */
		{"/refused", NULL, "the server refuses access (HTTP 403)"},
		{"/riddle", NULL, "Cloudflare"},
		{"/riddle2", NULL, "Cloudflare"},
		{"/puzzle", NULL, "Cloudflare"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		engine_discover(rig.engine,
			arena_printf(&rig.arena, "%s%s", url, cases[i].path), false);
		struct engine_event *found = rig_wait(&rig, ENGINE_CANDIDATES);
		assert_int_equal(found->candidates_len, cases[i].feed ? 1 : 0);
		assert_false(found->confirm);
		if (cases[i].feed)
			assert_string_equal(
				strrchr(found->candidates[0].url, '/'), cases[i].feed);
		else
			assert_non_null(strstr(found->text, cases[i].words));
		free(found);
	}
	rig_done(&rig);
}

/* Without a scheme https comes first; what http has is not taken without asking. */
static void
http_is_offered(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "");
	rig_start(&rig, false);
	const char *url = http_server_url(rig.server), *bare = strchr(url, '/') + 2;
	engine_discover(rig.engine, arena_printf(&rig.arena, "%s/a", bare), true);
	struct engine_event *found = rig_wait(&rig, ENGINE_CANDIDATES);
	assert_int_equal(found->candidates_len, 1);
	assert_true(found->confirm);
	assert_true(found->preview);
	assert_true(str_starts(found->candidates[0].url, url));
	char *why = arena_strdup(&rig.arena, found->text);
	assert_true(str_starts(why, "127.0.0.1: "));
	free(found);
	engine_discover(rig.engine, arena_printf(&rig.arena, "%s/plain", bare), false);
	found = rig_wait(&rig, ENGINE_CANDIDATES);
	assert_true(found->error);
	assert_true(str_starts(found->text, why));
	assert_non_null(strstr(found->text, "; over http: "));
	free(found);
	rig_done(&rig);
}

static void
subscribe_writes_asks_and_stores(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	struct buf text = BUF_INIT(1 << 16);
	rig_init(&rig, SCRIPT, "");
	assert_int_equal(file_write(rig.feeds, "# mine\n", 7, 0600, &err), OK);
	rig_start(&rig, false);
	const char *tags[] = {"fruit", "a b"};
	const char *url = arena_printf(&rig.arena, "%s/a", http_server_url(rig.server));
	engine_subscribe(rig.engine, url, "My own", tags, 2);
	struct engine_event *event = rig_wait(&rig, ENGINE_SUBSCRIBED);
	assert_false(event->error);
	assert_int_equal(event->feed, rig_feed(&rig, "/a").id);
	free(event);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig.counts.added, 3);
	assert_string_equal(rig_feed(&rig, "/a").title, "My own");
	assert_string_equal(rig_feed(&rig, "/a").feed_title, "Feed");
	assert_int_equal(rig_feed(&rig, "/a").tags_len, 2);
	assert_int_equal(file_read(rig.feeds, &text, &err), OK);
	assert_true(str_starts(buf_str(&text), "# mine\n"));
	assert_non_null(strstr(buf_str(&text), "\"a b\""));
	buf_done(&text);
	engine_subscribe(rig.engine, "gopher://example.org/", NULL, NULL, 0);
	event = rig_wait(&rig, ENGINE_SUBSCRIBED);
	assert_true(event->error);
	assert_string_not_equal(event->text, "");
	free(event);
	rig_done(&rig);
}

/* What the discovery brought is the first poll: nothing is asked twice. */
static void
discovered_feed_is_asked_once(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "");
	rig_start(&rig, false);
	const char *url = arena_printf(&rig.arena, "%s/a", http_server_url(rig.server));
	engine_discover(rig.engine, url, false);
	free(rig_wait(&rig, ENGINE_CANDIDATES));
	engine_subscribe(rig.engine, url, NULL, NULL, 0);
	free(rig_wait(&rig, ENGINE_SUBSCRIBED));
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig.counts.total, 1);
	assert_int_equal(rig.counts.done, 1);
	assert_int_equal(rig.counts.added, 3);
	assert_int_equal(rig_asked(&rig, "/a"), 1);
	assert_int_equal(rig_feed(&rig, "/a").status, 200);
	/* The next poll is one like any other. */
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, "/a"), 2);
	rig_check(&rig);
	rig_done(&rig);
}

static void
import_adds_lines(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	const char *list = arena_printf(&rig.arena, "%s/a\n%s/b tag\nexec:reboot\n",
		http_server_url(rig.server), http_server_url(rig.server));
	const char *path = arena_printf(&rig.arena, "%s/list", rig.dir);
	assert_int_equal(file_write(path, list, strlen(list), 0600, &err), OK);
	engine_import(rig.engine, path);
	struct engine_event *event = rig_wait(&rig, ENGINE_IMPORTED);
	assert_false(event->error);
	free(event);
	assert_string_equal(rig_feed(&rig, "/b").tags[0], "tag");
	assert_int_equal(rig_asked(&rig, NULL), 0); /* no network for an import */
	engine_import(rig.engine, "/nonexistent");
	event = rig_wait(&rig, ENGINE_IMPORTED);
	assert_true(event->error);
	assert_non_null(strstr(event->text, "/nonexistent"));
	free(event);
	rig_done(&rig);
}

static uint64_t
item_id(struct rig *rig, size_t nth)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key keys[16];
	struct store_view view;
	size_t len = 0;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &all, NULL, keys, 16, &len), OK);
	store_view_end(&view);
	assert_true(nth < len);
	return keys[nth].id;
}

static void
marks_are_stored(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	const uint64_t ids[] = {item_id(&rig, 0), item_id(&rig, 1), 1 << 30};
	rig_mark(&rig, ACTION_READ, ids, 3);
	rig_mark(&rig, ACTION_STAR, ids, 3);
	/* In one transaction or in two. */
	do
		free(rig_wait(&rig, ENGINE_CHANGED));
	while (rig_feed(&rig, "/a").starred < 2);
	assert_int_equal(rig_feed(&rig, "/a").unread, 1);
	assert_int_equal(rig_feed(&rig, "/a").starred, 2);
	/* Marks sent right before the end are in, too. */
	const struct store_scope feed = {
		.kind = STORE_FEED, .feed = rig_feed(&rig, "/a").id};
	rig_mark_list(&rig, &feed, UINT64_MAX);
	rig_mark(&rig, ACTION_UNREAD, ids, 1);
	rig_stop(&rig);
	assert_int_equal(rig_feed(&rig, "/a").unread, 1);
	rig_check(&rig);
	rig_done(&rig);
}

/* Case 137: what was asked for right before the end is done, however many items it is
 * about; the same of its undoing. */
static void
large_actions_are_done_before_the_end(void **unused)
{
	(void)unused;
	const struct store_scope all = {.kind = STORE_ALL};
	struct rig rig;
	rig_init(&rig, "/big\n\trss 5000\n", "/big");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig_feed(&rig, "/big").unread, 5000);
	rig_mark_list(&rig, &all, UINT64_MAX);
	rig_stop(&rig);
	assert_int_equal(rig_feed(&rig, "/big").unread, 0);
	rig_start(&rig, false);
	rig_undo(&rig, false);
	rig_stop(&rig);
	assert_int_equal(rig_feed(&rig, "/big").unread, 5000);
	rig_check(&rig);
	rig_done(&rig);
}

/* Case 124: on a full disk reading continues, and what the user does is stored once there
 * is room. */
static void
a_full_disk_loses_nothing(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	const uint64_t ids[] = {item_id(&rig, 0), item_id(&rig, 1), item_id(&rig, 2)};
	fault_set(FAULT_FULL, 1);
	for (size_t i = 0; i < 2; i++) {
		rig_mark(&rig, ACTION_READ, ids + i, 1);
		rig_mark(&rig, ACTION_STAR, ids + i, 1);
		/* Each time at once, though it is tried again by itself, too. */
		struct engine_event *note = rig_wait(&rig, ENGINE_NOTE);
		assert_true(note->error);
		assert_non_null(strstr(note->text, "disk"));
		free(note);
		assert_int_equal(rig_feed(&rig, "/a").unread, 3);
		assert_int_equal(rig_feed(&rig, "/a").starred, 0);
	}
	fault_set(FAULT_NONE, 0);
	rig_mark(&rig, ACTION_READ, ids + 2, 1);
	/* What waited may be stored first, in a turn of its own. */
	do
		free(rig_wait(&rig, ENGINE_CHANGED));
	while (rig_feed(&rig, "/a").unread > 0);
	assert_int_equal(rig_feed(&rig, "/a").starred, 2);
	/* The same when the program ends in between. */
	fault_set(FAULT_FULL, 1);
	rig_mark(&rig, ACTION_UNSTAR, ids, 2);
	free(rig_wait(&rig, ENGINE_NOTE));
	fault_set(FAULT_NONE, 0);
	rig_stop(&rig);
	assert_int_equal(rig_feed(&rig, "/a").starred, 0);
	assert_int_equal(rig.lost.status, OK);
	/* And when there is no room to the end, it is said. */
	rig_start(&rig, false);
	fault_set(FAULT_FULL, 1);
	rig_mark(&rig, ACTION_STAR, ids, 1);
	rig_mark(&rig, ACTION_UNREAD, ids, 1);
	rig_stop(&rig);
	fault_set(FAULT_NONE, 0);
	assert_non_null(strstr(rig.lost.text, "2 actions"));
	assert_non_null(strstr(rig.lost.text, "disk"));
	rig_check(&rig);
	rig_start(&rig, false);
	rig_done(&rig);
}

/* The same for what a refresh brings: that nothing can be stored is said once, though all
 * of its feeds fail. */
static void
a_full_disk_is_told_once(void **unused)
{
	(void)unused;
	struct rig rig;
	size_t told = 0, failed = 0;
	bool done = false;
	rig_init(&rig, "/f/*\n\tdelay 300ms\n\trss 3\n", "/f/1 /f/2 /f/3 /f/4");
	rig_option(&rig, "host-connections", "0");
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	rig_wait_asked(&rig, 4);
	fault_set(FAULT_FULL, 1);
	for (int64_t end = time_mono_ms() + DEADLINE_MS; !done;) {
		struct engine_event *event = engine_take(rig.engine);
		assert_true(time_mono_ms() < end);
		told += event && event->kind == ENGINE_NOTE;
		done = event && event->kind == ENGINE_DONE;
		if (done)
			failed = event->counts.failed;
		if (!event)
			poll(NULL, 0, 1);
		free(event);
	}
	fault_set(FAULT_NONE, 0);
	/* All four, unless this thread slept until they were stored. */
	assert_int_equal(told, failed > 0);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_string_equal(rig_feed(&rig, "/f/1").error ? "failed" : "", "");
	rig_check(&rig);
	rig_done(&rig);
}

static struct schedule_record
rig_schedule(struct rig *rig, const char *path, struct interest *all)
{
	struct store_view view;
	struct schedule_record record;
	int64_t at;
	uint32_t feed = rig_feed(rig, path).id;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(
		store_feed_state(&view, feed, &rig->arena, NULL, &record, NULL), OK);
	assert_int_equal(store_feed_interest(&view, all, &at), OK);
	store_view_end(&view);
	return record;
}

/* One item is opened, one opened and marked unread again, the rest is put away: the first
 * alone teaches, an hour after it came in, once. */
static void
what_is_read_soon_teaches(void **unused)
{
	(void)unused;
	static const char *const options[] = {"yes", "no"};
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		struct rig rig;
		struct interest all;
		rig_init(&rig, SCRIPT, "/a");
		rig_option(&rig, "learn-interest", options[i]);
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		const uint64_t ids[] = {item_id(&rig, 0), item_id(&rig, 1)};
		rig.ahead += 3600;
		rig_mark(&rig, ACTION_READ, ids, 1);
		rig_mark(&rig, ACTION_READ, ids, 1);
		rig_mark(&rig, ACTION_READ, ids + 1, 1);
		rig_undo(&rig, false);
		const struct store_scope feed = {
			.kind = STORE_FEED, .feed = rig_feed(&rig, "/a").id};
		rig_mark_list(&rig, &feed, ids[1] - 1);
		rig_stop(&rig);
		/* It is kept over a restart. */
		rig_close(&rig);
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		rig_refresh(&rig, ENGINE_FORCE);
		struct schedule_record record = rig_schedule(&rig, "/a", &all);
		double want = i == 0 ? exp(-3600.0 / 86400) : 0;
		assert_true(fabs((double)record.interest.read - want) < 0.01);
		assert_true(fabs((double)all.read - want) < 0.01);
		assert_int_equal(record.reads_len, 0);
		assert_true(record.interest.came == 0); /* the first document */
		rig_stop(&rig);
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* Two feeds alike, but that the first is read about three times as much: weight
 * (90 + 4)/(0.3·100 + 4) = 2.76, and an interval of least-delay goes like 1/√weight. */
static void
what_was_learned_shortens_intervals(void **unused)
{
	(void)unused;
	static const char *const paths[] = {"/f/1", "/f/2"};
	static const struct interest sums[] = {{90, 100}, {30, 100}}, all = {300, 1000};
	struct rig rig;
	struct interest now_all;
	double interval[2];
	rig_init(&rig, "/f/*\n" RSS(ITEM("1", "Apple")), "/f/1 /f/2");
	rig_option(&rig, "strategy", "least-delay");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	for (size_t i = 0; i < 2; i++) {
		struct schedule_record record = rig_schedule(&rig, paths[i], &now_all);
		struct store_batch *batch;
		const struct store_poll poll = {
			.feed = rig_feed(&rig, paths[i]).id, .schedule = &record};
		record.interest = sums[i];
		assert_int_equal(store_batch_begin(rig.store, &batch, NULL), OK);
		assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
		assert_int_equal(
			store_feed_put_interest(batch, &all, time_wall(), NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
	}
	rig.ahead += 3600;
	rig_refresh(&rig, ENGINE_FORCE);
	for (size_t i = 0; i < 2; i++)
		interval[i] =
			(double)rig_schedule(&rig, paths[i], &now_all).schedule.interval;
	double ratio = interval[0] / interval[1], want = 1 / sqrt(94.0 / 34);
	if (ratio < 0.9 * want || ratio > 1.1 * want)
		fail_msg("%g of %g: not %g", interval[0], interval[1], want);
	rig_stop(&rig);
	rig_done(&rig);
}

static void
search_streams_hits(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	static const struct {
		const char *words;
		size_t hits;
	} cases[] = {{"banana", 1}, {"text of", 3}, {"apple cherry", 0}, {"TEXT", 3}};
	const struct store_scope all = {.kind = STORE_ALL};
	for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
		size_t hits = 0;
		bool done = false;
		engine_search(rig.engine, i + 1, cases[i].words, &all);
		while (!done) {
			struct engine_event *event = rig_wait(&rig, ENGINE_HITS);
			assert_int_equal(event->search, i + 1);
			hits += event->hits_len;
			done = event->done;
			free(event);
		}
		assert_int_equal(hits, cases[i].hits);
	}
	rig_done(&rig);
}

/* Waits until these are the numbers; -1: an error. */
static void
wait_counts(struct rig *rig, uint32_t id, const int *wanted, size_t len)
{
	int numbers[3] = {-2, -2, -2};
	while (memcmp(numbers, wanted, len * sizeof *numbers) != 0) {
		struct engine_event *event = rig_wait(rig, ENGINE_COUNTED);
		assert_true(event->feed < len);
		if (event->search == id)
			numbers[event->feed] = event->error ? -1 : (int)event->counted;
		free(event);
	}
}

/* Nobody asks again: what arrives, and what the user does, changes the numbers. */
static void
saved_searches_are_kept_counted(void **unused)
{
	(void)unused;
	static const char *const queries[] = {"banana", "text of", "("};
	struct rig rig;
	const uint64_t first = 1;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	engine_keep_counts(rig.engine, 7, queries, 3);
	wait_counts(&rig, 7, (int[]){0, 0, -1}, 3);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	wait_counts(&rig, 7, (int[]){1, 3}, 2);
	rig_mark(&rig, ACTION_READ, &first, 1);
	for (uint64_t left = 3; left > 2;) {
		struct engine_event *event = rig_wait(&rig, ENGINE_COUNTED);
		left = event->feed == 1 ? event->counted : left;
		free(event);
	}
	engine_keep_counts(rig.engine, 8, queries, 3);
	wait_counts(&rig, 8, (int[]){1, 2, -1}, 3);
	rig_option(&rig, "ignore-accents", "yes");
	rig_configure(&rig, false);
	wait_counts(&rig, 8, (int[]){1, 2, -1}, 3);
	rig_done(&rig);
}

/* A line taken out hides its feed; put back, all is there. */
static void
reload_follows_the_file(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	rig_feeds(&rig, "/page");
	engine_reload_feeds(rig.engine);
	free(rig_wait(&rig, ENGINE_CHANGED));
	assert_true(rig_feed(&rig, "/a").removed);
	assert_false(rig_feed(&rig, "/page").removed);
	rig_feeds(&rig, "/a");
	engine_reload_feeds(rig.engine);
	free(rig_wait(&rig, ENGINE_CHANGED));
	assert_false(rig_feed(&rig, "/a").removed);
	assert_int_equal(rig_feed(&rig, "/a").total, 3);
	rig_done(&rig);
}

static const char *
feeds_file(struct rig *rig)
{
	struct buf text = BUF_INIT(1 << 16);
	struct err err;
	assert_int_equal(file_read(rig->feeds, &text, &err), OK);
	const char *copy = arena_strndup(&rig->arena, buf_str(&text), text.len);
	buf_done(&text);
	return copy;
}

static void
undo(struct rig *rig, bool redo, const char *text)
{
	rig_undo(rig, redo);
	struct engine_event *event = rig_wait(rig, ENGINE_ACTED);
	while (event->act != ACTION_UNDO && event->act != ACTION_REDO) {
		free(event);
		event = rig_wait(rig, ENGINE_ACTED);
	}
	assert_int_equal(event->error, text == NULL);
	if (text)
		assert_string_equal(event->text, text);
	free(event);
}

static void
move(struct rig *rig, uint32_t feed, const char *to, bool error)
{
	rig_change(rig, &feed, 1,
		(struct engine_action){.verb = ACTION_READDRESS, .address = to});
	struct engine_event *event = rig_wait(rig, ENGINE_ACTED);
	while (event->act != ACTION_READDRESS) {
		free(event);
		event = rig_wait(rig, ENGINE_ACTED);
	}
	assert_int_equal(event->error, error);
	print_message("# %s\n", event->text);
	free(event);
}

/* Case 82: the line gets another address, and is byte for byte the same besides; the feed
 * is the same, undone and done again after restarts. */
static void
a_line_gets_the_new_address(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	rig_init(&rig, SCRIPT "/old\n\tredirect 301 /a\n", "");
	const char *url = http_server_url(rig.server);
	const char *before = arena_printf(&rig.arena,
		"# mine\n  \"%s/old\"\t x  \"~My own\" keep-items=9  # here\n\n%s/page",
		url, url);
	const char *after = arena_printf(&rig.arena,
		"# mine\n  %s/a\t x  \"~My own\" keep-items=9  # here\n\n%s/page", url,
		url);
	const char *to = arena_printf(&rig.arena, "%s/a", url);
	assert_int_equal(file_write(rig.feeds, before, strlen(before), 0600, &err), OK);
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	uint32_t id = rig_feed(&rig, "/old").id;
	assert_int_equal(rig_feed(&rig, "/old").total, 3);
	assert_string_equal(rig_feed(&rig, "/old").moved_to, to);
	assert_false(rig_feed(&rig, "/old").adopted);
	const uint64_t one[] = {item_id(&rig, 0)};
	rig_mark(&rig, ACTION_READ, one, 1);
	rig_mark(&rig, ACTION_STAR, one, 1);
	move(&rig, id, arena_printf(&rig.arena, "%s/old", url), true);
	move(&rig, id, arena_printf(&rig.arena, "%s/page", url), true);
	move(&rig, id, "file:///etc/passwd", true);
	move(&rig, rig_feed(&rig, "/page").id, NULL, true);
	assert_string_equal(feeds_file(&rig), before);
	move(&rig, id, NULL, false);
	assert_string_equal(feeds_file(&rig), after);
	assert_int_equal(rig_feed(&rig, "/a").id, id);
	assert_int_equal(rig_feed(&rig, "/a").unread, 2);
	assert_null(rig_feed(&rig, "/a").moved_to);
	size_t asked = rig_asked(&rig, "/old");
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.added, 0);
	assert_int_equal(rig_asked(&rig, "/old"), asked);
	rig_stop(&rig);
	rig_start(&rig, false);
	undo(&rig, false, "1 feed moved to its new address: My own");
	assert_string_equal(feeds_file(&rig), before);
	assert_int_equal(rig_feed(&rig, "/old").id, id);
	assert_string_equal(rig_feed(&rig, "/old").moved_to, to);
	rig_check(&rig);
	rig_stop(&rig);
	rig_start(&rig, false);
	undo(&rig, true, "1 feed moved to its new address: My own");
	assert_string_equal(feeds_file(&rig), after);
	assert_int_equal(rig_feed(&rig, "/a").id, id);
	assert_int_equal(rig_feed(&rig, "/a").unread, 2);
	rig_check(&rig);
	/* A process died after it had put the line back, and one that had redone it. */
	for (int redo = 0; redo < 2; redo++) {
		const char *line = redo ? after : before;
		rig_stop(&rig);
		assert_int_equal(
			file_write(rig.feeds, line, strlen(line), 0600, &err), OK);
		rig_start(&rig, false);
		undo(&rig, redo, "1 feed moved to its new address: My own");
		assert_string_equal(feeds_file(&rig), line);
		assert_int_equal(rig_feed(&rig, redo ? "/a" : "/old").id, id);
	}
	rig_check(&rig);
	rig_done(&rig);
}

static void
place(struct rig *rig, struct engine_target target, const char *way, const char *past,
	bool error)
{
	engine_do(rig->engine, &(struct engine_action){.verb = ACTION_PLACE,
				       .target = target,
				       .place = way,
				       .past = past});
	struct engine_event *event = rig_wait(rig, ENGINE_ACTED);
	assert_int_equal(event->error, error);
	free(event);
}

/* A line goes past another one, down and up, with all other lines as they were; undone
 * and done again after a restart. The same for saved searches. */
static void
a_line_goes_past_another(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	rig_init(&rig, SCRIPT, "");
	const char *url = http_server_url(rig.server);
	const char *one = arena_printf(&rig.arena, "%s/a", url);
	const char *two = arena_printf(&rig.arena, "%s/page", url);
	const char *before = arena_printf(&rig.arena,
		"# mine\n%s  x \"~My own\" # here\n\n%s\nquery:tea:tea\n", one, two);
	const char *after = arena_printf(&rig.arena,
		"# mine\n\n%s\n%s  x \"~My own\" # here\nquery:tea:tea\n", two, one);
	const char *first = arena_printf(&rig.arena,
		"# mine\n\nquery:tea:tea\n%s\n%s  x \"~My own\" # here\n", two, one);
	assert_int_equal(file_write(rig.feeds, before, strlen(before), 0600, &err), OK);
	rig_start(&rig, false);
	uint32_t id = rig_feed(&rig, "/a").id, other = rig_feed(&rig, "/page").id;
	place(&rig, engine_feeds(&id, 1), "down", two, false);
	assert_string_equal(feeds_file(&rig), after);
	/* the same once more, by a key that was pressed before that was seen */
	place(&rig, engine_feeds(&id, 1), "down", two, false);
	assert_string_equal(feeds_file(&rig), after);
	assert_int_equal(rig_feed(&rig, "/a").id, id);
	assert_true(rig_feed(&rig, "/a").order > rig_feed(&rig, "/page").order);
	place(&rig, engine_feeds(&id, 1), "down", "http://nowhere.example/", true);
	place(&rig, engine_feeds(&other, 1), "up", two, false);
	assert_string_equal(feeds_file(&rig), after);
	place(&rig, (struct engine_target){.kind = TARGET_LINE, .line = "query:tea:tea"},
		"up", two, false);
	assert_string_equal(feeds_file(&rig), first);
	rig_stop(&rig);
	rig_start(&rig, false);
	undo(&rig, false, "search moved: tea:tea");
	assert_string_equal(feeds_file(&rig), after);
	undo(&rig, false, "moved in the feeds file: My own");
	assert_string_equal(feeds_file(&rig), before);
	assert_int_equal(rig_feed(&rig, "/a").id, id);
	undo(&rig, true, "moved in the feeds file: My own");
	assert_string_equal(feeds_file(&rig), after);
	assert_int_equal(rig_feed(&rig, "/a").id, id);
	rig_check(&rig);
	rig_done(&rig);
}

static void
everything_is_undone_across_restarts(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	rig_init(&rig, SCRIPT, "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	const char *before = arena_printf(&rig.arena, "# mine\n%s/page  x\n%s",
		http_server_url(rig.server), feeds_file(&rig));
	assert_int_equal(file_write(rig.feeds, before, strlen(before), 0600, &err), OK);
	engine_reload_feeds(rig.engine);
	free(rig_wait(&rig, ENGINE_CHANGED));
	const uint64_t ids[] = {item_id(&rig, 0), item_id(&rig, 1)};
	uint32_t feeds[] = {rig_feed(&rig, "/page").id, rig_feed(&rig, "/a").id};
	const char *tags[] = {"news/world"};
	rig_mark(&rig, ACTION_READ, ids, 2);
	engine_do(rig.engine, &(struct engine_action){.verb = ACTION_TAG,
				      .target = engine_items(ids, 1),
				      .tag = " later "});
	rig_mark(&rig, ACTION_DELETE, ids + 1, 1);
	rig_change(&rig, &feeds[1], 1,
		(struct engine_action){.verb = ACTION_RENAME, .title = "Fruit"});
	rig_change(&rig, &feeds[1], 1,
		(struct engine_action){.verb = ACTION_MOVE, .tags = tags, .tags_len = 1});
	rig_change(&rig, feeds, 2, (struct engine_action){.verb = ACTION_UNSUBSCRIBE});
	rig_stop(&rig);
	assert_string_equal(feeds_file(&rig), "# mine\n");
	assert_true(rig_feed(&rig, "/a").removed);
	rig_start(&rig, false);
	undo(&rig, false, "2 feeds unsubscribed");
	assert_string_equal(rig_feed(&rig, "/a").title, "Fruit");
	assert_string_equal(rig_feed(&rig, "/a").tags[0], "news/world");
	undo(&rig, false, "tags of 1 feed changed: Fruit");
	assert_int_equal(rig_feed(&rig, "/a").tags_len, 0);
	undo(&rig, false, "1 feed renamed: Feed → Fruit");
	assert_string_equal(feeds_file(&rig), before);
	assert_int_equal(rig_feed(&rig, "/a").total, 2);
	undo(&rig, false, "1 item deleted: Banana");
	assert_int_equal(rig_feed(&rig, "/a").total, 3);
	undo(&rig, false, "1 item tagged (later): Apple");
	undo(&rig, false, "2 items marked read");
	assert_int_equal(rig_feed(&rig, "/a").unread, 3);
	undo(&rig, false, NULL);
	rig_check(&rig);
	for (int i = 0; i < 6; i++)
		undo(&rig, true,
			(const char *[]){"2 items marked read",
				"1 item tagged (later): Apple", "1 item deleted: Banana",
				"1 feed renamed: Feed → Fruit",
				"tags of 1 feed changed: Fruit",
				"2 feeds unsubscribed"}[i]);
	assert_string_equal(feeds_file(&rig), "# mine\n");
	undo(&rig, true, NULL);
	rig_check(&rig);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(discover_names_the_feeds),
		cmocka_unit_test(what_is_named_is_looked_at),
		cmocka_unit_test(http_is_offered),
		cmocka_unit_test(subscribe_writes_asks_and_stores),
		cmocka_unit_test(discovered_feed_is_asked_once),
		cmocka_unit_test(import_adds_lines),
		cmocka_unit_test(marks_are_stored),
		cmocka_unit_test(large_actions_are_done_before_the_end),
		cmocka_unit_test(a_full_disk_loses_nothing),
		cmocka_unit_test(a_full_disk_is_told_once),
		cmocka_unit_test(what_is_read_soon_teaches),
		cmocka_unit_test(what_was_learned_shortens_intervals),
		cmocka_unit_test(search_streams_hits),
		cmocka_unit_test(saved_searches_are_kept_counted),
		cmocka_unit_test(reload_follows_the_file),
		cmocka_unit_test(a_line_gets_the_new_address),
		cmocka_unit_test(a_line_goes_past_another),
		cmocka_unit_test(everything_is_undone_across_restarts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
