/*
 * Syncs of accounts that end anywhere: killed at each of their writes, on a disk that is
 * full from the nth write on, with answers that are bombs, come from elsewhere or from
 * another time. The next sync finds both sides as the user and the server left them. And
 * servers that fail at some items, have thrown them away, refuse a feed or list one
 * twice.
 */
#include "config.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/time.h"
#include "engine/account_rig.h"
#include "fault.h"
#include "model/action.h"

#define WRITES_MAX 400 /* of one sync; it has some dozens */

/* What both sides have to be in the end. */
struct wanted {
	size_t items, unread, read_there, starred;
};

/* Marks some here and some there, differently each time. */
static void
change_both(struct rig *rig, int n, struct wanted *want)
{
	uint64_t ids[64];
	char text[64];
	size_t len = phone_list(rig, STORE_ALL, NULL, ids);
	assert_in_range(len, 7, 60);
	phone_act(rig, n % 2 ? ACTION_READ : ACTION_UNREAD, ids + len - 3, 3);
	snprintf(text, sizeof text, "%s #1\nitems 1 1\n", n % 2 ? "star" : "unstar");
	phone_there(rig, text);
	want->items = len + 1;
	want->read_there = n % 2 ? 3 : 0;
	want->unread = want->items - want->read_there;
	want->starred = n % 2;
}

static void
assert_wanted(struct rig *rig, const struct wanted *want)
{
	for (int i = 0; i < 3 && phone_waiting(rig) > 0; i++)
		phone_sync_with(rig, ENGINE_SYNC_WHOLE, true, NULL);
	phone_sync(rig);
	assert_int_equal(phone_waiting(rig), 0);
	assert_int_equal(phone_list(rig, STORE_ALL, NULL, NULL), want->items);
	assert_int_equal(phone_unread(rig), want->unread);
	assert_int_equal(phone_list(rig, STORE_STARRED, NULL, NULL), want->starred);
	assert_int_equal(phone_count_there(rig, "r"), want->read_there);
	phone_same(rig);
}

static void
sync_until_death(struct rig *rig, enum fault_kind kind, int n)
{
	rig_start(rig, false);
	fault_set(kind, n);
	engine_sync(rig->engine, "phone", ENGINE_SYNC_WHOLE);
	free(rig_wait(rig, ENGINE_SYNCED));
	_exit(fault_hit());
}

/* Each round begins where the last one ended, so that the nth write is another thing from
 * round to round, too. */
static void
kill_at_every_write(enum fault_kind kind, int step)
{
	struct rig rig;
	struct wanted want;
	bool done = false;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	int n = 1;
	for (; !done && n < WRITES_MAX; n += step) {
		change_both(&rig, n / step, &want);
		rig_stop(&rig);
		rig_close(&rig);
		int code;
		pid_t child = fork();
		if (child == 0)
			sync_until_death(&rig, kind, n);
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &code, 0), child);
		done = WIFEXITED(code);
		assert_true(done ? WEXITSTATUS(code) == 0 : WTERMSIG(code) == SIGKILL);
		rig_start(&rig, false);
		assert_wanted(&rig, &want);
	}
	assert_true(done && n > 5 * step);
	rig_done(&rig);
}

static void
killed_at_every_write(void **state)
{
	(void)state;
	kill_at_every_write(FAULT_KILL, 1);
}

static void
killed_within_a_write(void **state)
{
	(void)state;
	kill_at_every_write(FAULT_TORN, 5);
}

/* It says so, and continues where there is room again. */
static void
a_disk_that_is_full(void **state)
{
	struct rig rig;
	struct wanted want;
	bool done = false;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	int n = 1;
	for (; !done && n < WRITES_MAX; n += 3) {
		change_both(&rig, n, &want);
		fault_set(FAULT_FULL, n);
		engine_sync(rig.engine, "phone", ENGINE_SYNC_WHOLE);
		free(rig_wait(&rig, ENGINE_SYNCED));
		done = !fault_hit();
		fault_set(FAULT_NONE, 0);
		assert_wanted(&rig, &want);
	}
	assert_true(done && n > 10);
	rig_done(&rig);
}

/* ---- the end of the reader */

/* Until the server has seen n requests for a path, or one that ends with "*". */
static void
wait_asked(struct rig *rig, const char *path, int n)
{
	size_t len = strcspn(path, "*");
	int seen = 0;
	for (int64_t end = time_mono_ms() + DEADLINE_MS; seen < n; usleep(1000)) {
		struct http_log log;
		assert_true(time_mono_ms() < end);
		http_server_log(rig->server, &log);
		seen = 0;
		for (size_t i = 0; i < log.count; i++)
			seen += strncmp(log.requests[i].target, path, len) == 0;
		http_log_done(&log);
	}
}

/* The server is silent at the nth request for a path, and the reader ends there; whatever
 * was under way is freed, and done by the next sync. */
static void
ended_in_the_middle(void **state)
{
	static const struct {
		const char *path;
		int nth;
	} rows[] = {
		{"/api/greader.php/accounts/ClientLogin", 1},
		{API "unread-count*", 1},
		{API "tag/list*", 1},
		{API "subscription/list*", 1},
		{API "stream/items/ids*", 1},
		{API "stream/items/ids*", 2},
		{API "stream/items/ids*", 3},
		{API "stream/items/ids*", 4},
		{API "token", 1},
		{API "stream/items/contents*", 1},
		{API "stream/items/contents*", 2},
		{API "stream/items/contents*", 3},
		{API "edit-tag", 1},
		{API "edit-tag", 2},
		{API "subscription/quickadd*", 1},
		{API "subscription/edit", 1},
	};
	static const char *const tags[] = {"phone/Sea"};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct rig rig;
		uint64_t ids[64];
		struct buf script = BUF_INIT(0);
		buf_addf(&script, "%s\n", rows[i].path);
		for (int n = 1; n < rows[i].nth; n++)
			buf_adds(&script, "\tapp\nthen\n");
		buf_adds(&script, "\tsilent\nthen\n\tapp\n");
		phone_prepare(&rig, buf_str(&script),
			TWO_FEEDS "items 2 400\nstar #3\nlabel keep #4\nlabel two #5\n");
		bool changes = i >= 12;
		if (changes) {
			phone_sync(&rig);
			phone_list(&rig, STORE_ALL, NULL, ids);
			phone_act(&rig, ACTION_READ, ids, 9);
			phone_act(&rig, ACTION_STAR, ids, 9);
			engine_subscribe(
				rig.engine, "http://new.example/", NULL, tags, 1);
			free(rig_wait(&rig, ENGINE_SUBSCRIBED));
		}
		engine_sync(rig.engine, "phone", ENGINE_SYNC_WHOLE);
		wait_asked(&rig, rows[i].path, rows[i].nth);
		rig_stop(&rig);
		rig_start(&rig, false);
		phone_sync(&rig);
		phone_sync(&rig);
		assert_int_equal(phone_waiting(&rig), 0);
		phone_same(&rig);
		rig_check(&rig);
		rig_done(&rig);
		buf_done(&script);
	}
}

/* What is undone while it is on its way is sent again as it was. */
static void
undone_on_the_way(void **state)
{
	struct rig rig;
	uint64_t ids[64];
	(void)state;
	phone_prepare(&rig, API "edit-tag\n\tapp\n\tdelay 100ms\n", TWO_FEEDS);
	phone_sync(&rig);
	phone_list(&rig, STORE_ALL, NULL, ids);
	phone_act(&rig, ACTION_READ, ids, 5);
	engine_sync(rig.engine, "phone", ENGINE_SYNC_WHOLE);
	wait_asked(&rig, API "edit-tag", 1);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_SYNCED));
	assert_int_equal(phone_unread(&rig), 7);
	phone_sync(&rig);
	assert_int_equal(phone_waiting(&rig), 0);
	assert_int_equal(phone_count_there(&rig, "r"), 0);
	assert_int_equal(phone_unread(&rig), 7);
	phone_same(&rig);
	rig_done(&rig);
}

/* Folders whose names differ by case alone stay two, and their feeds stay where they are.
 */
static void
folders_by_case(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", "feed One tech\nfeed Two Tech\nitems 1 2\nitems 2 1\n");
	for (int i = 0; i < 3; i++)
		phone_sync(&rig);
	assert_non_null(strstr(phone_lines(&rig), "phone/tech"));
	assert_non_null(strstr(phone_lines(&rig), "phone/Tech"));
	const char *feeds = phone_ask(&rig, "GET", "/control/feeds", "");
	assert_non_null(strstr(feeds, "One tech"));
	assert_non_null(strstr(feeds, "Two Tech"));
	phone_same(&rig);
	rig_done(&rig);
}

/* ---- answers */

/* Nothing of them counts, and the next sync is a good one. */
static void
answers_that_are_traps(void **state)
{
	static const char *const answers[] = {
		"\tbomb 3000000\n",
		"\tstatus 302\n\theader Location: @URL@/elsewhere\n",
		"\tstatus 307\n\theader Location: http://localhost:1/\n",
		"\tapp\n\tlength 100000\n\tcut 20\n",
		"\traw nonsense\\r\\n\\r\\n\n",
	};
	static const char *const paths[] = {"tag/list*", "stream/items/ids*", "edit-tag"};
	(void)state;
	for (size_t p = 0; p < 3; p++)
		for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
			struct rig rig;
			uint64_t ids[64];
			char script[512];
			snprintf(script, sizeof script, "%s%s\n%s%sthen\n\tapp\n", API,
				paths[p], p < 2 ? "\tapp\nthen\n" : "", answers[i]);
			phone_prepare(&rig, script, TWO_FEEDS);
			phone_sync_with(&rig, ENGINE_SYNC_WHOLE, p != 1, NULL);
			if (p == 1)
				phone_sync(&rig);
			phone_list(&rig, STORE_ALL, NULL, ids);
			phone_act(&rig, ACTION_READ, ids, 2);
			if (p != 1)
				phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
			phone_sync(&rig);
			assert_int_equal(rig_asked(&rig, "/elsewhere"), 0);
			assert_int_equal(phone_count_there(&rig, "r"), 2);
			assert_int_equal(phone_unread(&rig), 5);
			phone_same(&rig);
			rig_done(&rig);
		}
}

/* Whatever time the server takes it for: what arrives there arrives here. */
static void
servers_of_another_time(void **state)
{
	static const char *const dates[] = {"Mon, 01 Jan 2001 00:00:00 GMT",
		"Fri, 01 Jan 2100 00:00:00 GMT", "yesterday"};
	(void)state;
	for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
		struct rig rig;
		char script[256];
		snprintf(script, sizeof script, "%s*\n\theader Date: %s\n\tapp\n", API,
			dates[i]);
		phone_prepare(&rig, script, TWO_FEEDS);
		phone_sync(&rig);
		phone_there(&rig, "items 1 2\nread #1\n");
		phone_sync(&rig);
		assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 9);
		assert_int_equal(phone_unread(&rig), 8);
		phone_there(&rig, "items 2 1\ntime -3600\nitems 1 1\nunread #1\n");
		phone_sync(&rig);
		assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 11);
		assert_int_equal(phone_unread(&rig), 11);
		phone_same(&rig);
		rig_done(&rig);
	}
}

/* Another client reads on while the lists are read: the page that shifts by that hides an
 * item, and what is hidden is not taken for read (T2). */
static void
a_page_that_shifts(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS);
	phone_sync(&rig);
	phone_there(&rig, "trap reading 1\n");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, NULL);
	phone_there(&rig, "trap reading 0\n");
	phone_sync(&rig);
	assert_int_equal(phone_unread(&rig), 7 - phone_count_there(&rig, "r"));
	phone_same(&rig);
	rig_done(&rig);
}

/* A feed that was hidden there is in no list but its own, and its items come all the
 * same: what is unread, and what was read lately. N 2: no total counts them, either. */
static void
hidden_feeds(void **state)
{
	(void)state;
	for (int n = 1; n <= 2; n++) {
		struct rig rig;
		char text[64];
		snprintf(text, sizeof text, TWO_FEEDS "read #6\nhide 2 %d\n", n);
		phone_prepare(&rig, "", text);
		phone_sync(&rig);
		assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 7);
		assert_int_equal(phone_unread(&rig), 6);
		phone_same(&rig);
		phone_there(&rig, "items 2 2\nread #5\nread #1\nunread #6\n");
		phone_sync(&rig);
		assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 9);
		assert_int_equal(phone_unread(&rig), 7);
		phone_same(&rig);
		/* Where nothing is unread, it costs no more than a request. */
		phone_there(&rig, "read all\n");
		phone_sync(&rig);
		assert_int_equal(phone_unread(&rig), 0);
		size_t before = rig_asked(&rig, NULL);
		phone_sync(&rig);
		assert_int_equal(rig_asked(&rig, NULL) - before, 7); /* stars */
		rig_done(&rig);
	}
}

/* Hiding a feed reads nothing, and is not for ever. */
static void
a_feed_that_is_hidden_later(void **state)
{
	(void)state;
	for (int n = 1; n <= 2; n++) {
		struct rig rig;
		uint64_t ids[64];
		char text[64];
		phone_prepare(&rig, "", TWO_FEEDS);
		phone_sync(&rig);
		snprintf(text, sizeof text, "hide 2 %d\nread #2\n", n);
		phone_there(&rig, text);
		phone_sync(&rig);
		assert_int_equal(phone_unread(&rig), 6);
		phone_list(&rig, STORE_ALL, NULL, ids);
		phone_act(&rig, ACTION_READ, ids, 7);
		phone_sync(&rig);
		assert_int_equal(phone_count_there(&rig, "r"), 7);
		phone_there(&rig, "hide 2 0\nunread #7\n");
		phone_sync(&rig);
		phone_there(&rig, "unread #6\nread #7\nitems 2 1\n");
		phone_sync(&rig);
		assert_int_equal(phone_unread(&rig), 2);
		phone_same(&rig);
		rig_done(&rig);
	}
}

/* Where the server fails at the texts of one item, all others come, and that one as soon
 * as it can. */
static void
a_text_that_the_server_fails_at(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS "trap texts 3\n");
	/* At the first of it, nobody knows whether it fails at everything. */
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "6 new items");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, false, NULL);
	phone_there(&rig, "items 2 1\n");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "1 new item");
	phone_there(&rig, "trap texts 0\n");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "1 new item");
	phone_same(&rig);
	rig_done(&rig);
}

/* An item that the server threw away keeps its star, and nobody asks about it again. */
static void
a_star_that_is_only_here(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS "read #1\nstar #1\n");
	phone_sync(&rig);
	phone_there(&rig, "purge #1\n");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "nothing new");
	phone_same(&rig);
	assert_int_equal(phone_list(&rig, STORE_STARRED, NULL, NULL), 1);
	assert_int_equal(phone_waiting(&rig), 0);
	rig_check(&rig);
	rig_done(&rig);
}

/* T7: where a label is gone in the middle of a sync, its list has all items. */
static void
a_label_that_has_everything(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig,
		"/api/greader.php/reader/api/0/tag/list*\n\tbody "
		"{\"tags\":[{\"id\":\"user/-/label/ghost\",\"type\":\"tag\"}]}\n",
		TWO_FEEDS "items 1 20\n");
	phone_sync(&rig);
	assert_int_equal(phone_list(&rig, STORE_TAGGED, "ghost", NULL), 0);
	assert_int_equal(phone_list(&rig, STORE_ALL, NULL, NULL), 27);
	rig_done(&rig);
}

/* Items of a feed that was left there are not what differs. */
static void
a_check_after_a_feed_was_left(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig, "", TWO_FEEDS "star #5\nlabel later #6\n");
	phone_sync(&rig);
	phone_there(&rig, "unfeed 2\n");
	phone_sync(&rig);
	phone_sync_with(&rig, ENGINE_SYNC_CHECK, true, "nothing new");
	rig_done(&rig);
}

/* Syncs, and counts the notes with the text. */
static size_t
count_notes(struct rig *rig, int flags, const char *text)
{
	size_t n = 0;
	phone_there(rig, "items 1 1\n"); /* so that it reads all lists */
	engine_sync(rig->engine, "phone", flags);
	for (;;) {
		struct engine_event *event = engine_take(rig->engine);
		if (!event) {
			struct pollfd fd = {engine_fd(rig->engine), POLLIN, 0};
			assert_true(poll(&fd, 1, 10000) > 0);
			continue;
		}
		n += event->kind == ENGINE_NOTE && strstr(event->text, text);
		bool end = event->kind == ENGINE_SYNCED;
		free(event);
		if (end)
			return n;
	}
}

/* A feed that the server refuses is asked for again, and told again when the user asks.
 */
static void
a_refused_feed_is_told_once(void **state)
{
	static const char *const tags[] = {"phone/Sea"};
	struct rig rig;
	(void)state;
	phone_prepare(&rig,
		API "subscription/quickadd*\n"
		    "\tbody {\"numResults\":0,\"error\":\"it cannot\"}\n",
		TWO_FEEDS);
	phone_sync(&rig);
	engine_subscribe(rig.engine, "http://new.example/feed.xml", NULL, tags, 1);
	free(rig_wait(&rig, ENGINE_SUBSCRIBED));
	assert_int_equal(count_notes(&rig, ENGINE_SYNC_WHOLE, "new.example"), 1);
	assert_int_equal(count_notes(&rig, 0, "new.example"), 0);
	assert_int_equal(count_notes(&rig, ENGINE_SYNC_WHOLE, "new.example"), 1);
	assert_int_equal(count_notes(&rig, 0, "new.example"), 0);
	rig_done(&rig);
}

/* A server that lists a feed twice did not rename it, nor did we. */
static void
a_feed_that_is_listed_twice(void **state)
{
	struct rig rig;
	(void)state;
	phone_prepare(&rig,
		API "subscription/list*\n"
		    "\tbody {\"subscriptions\":["
		    "{\"id\":\"feed/1\",\"title\":\"One\",\"url\":\"http://one/\"},"
		    "{\"id\":\"feed/1\",\"title\":\"Uno\",\"url\":\"http://uno/\"},"
		    "{\"id\":\"feed/2\",\"title\":\"Two\",\"url\":\"http://two/\"}]}\n",
		TWO_FEEDS);
	phone_sync(&rig);
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "nothing new");
	phone_sync_with(&rig, ENGINE_SYNC_WHOLE, true, "nothing new");
	assert_int_equal(rig_asked(&rig, API "subscription/edit"), 0);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(killed_at_every_write),
		cmocka_unit_test(killed_within_a_write),
		cmocka_unit_test(a_disk_that_is_full),
		cmocka_unit_test(ended_in_the_middle),
		cmocka_unit_test(undone_on_the_way),
		cmocka_unit_test(folders_by_case),
		cmocka_unit_test(answers_that_are_traps),
		cmocka_unit_test(servers_of_another_time),
		cmocka_unit_test(a_page_that_shifts),
		cmocka_unit_test(hidden_feeds),
		cmocka_unit_test(a_feed_that_is_hidden_later),
		cmocka_unit_test(a_text_that_the_server_fails_at),
		cmocka_unit_test(a_star_that_is_only_here),
		cmocka_unit_test(a_label_that_has_everything),
		cmocka_unit_test(a_check_after_a_feed_was_left),
		cmocka_unit_test(a_refused_feed_is_told_once),
		cmocka_unit_test(a_feed_that_is_listed_twice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
