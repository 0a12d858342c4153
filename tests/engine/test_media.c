/*
 * Downloads while time passes, which a test of the program could not wait for.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/harness.h"
#include "engine/media/disk.h"
#include "engine/media/download_inside.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/media/download.h"
#include "store/open.h"

#define SIZED(n, host, length)                                                           \
	"<item><guid>" n "</guid><title>" n "</title><enclosure url=\"http://" host      \
	":@PORT@/" n ".mp3\" type=\"audio/mpeg\" length=\"" length "\"/></item>"
#define ITEM(n, host) SIZED(n, host, "")
#define FEED(items)                                                                      \
	"/pod\n\tbody <rss version=\"2.0\"><channel><title>Pod</title>" items            \
	"</channel></rss>\n"

static uint64_t
item_of(struct rig *rig, const char *title)
{
	struct store_view view;
	struct store_key keys[8];
	struct store_item item;
	size_t len;
	uint64_t id = 0;
	const struct store_scope scope = {STORE_FEED, rig_feed(rig, "/pod").id, NULL};
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(
		store_item_keys(&view, &scope, NULL, keys, COUNT_OF(keys), &len), OK);
	for (size_t i = 0; i < len; i++)
		if (store_item(&view, keys[i].id, &rig->arena, &item) == OK &&
			strcmp(item.title, title) == 0)
			id = keys[i].id;
	store_view_end(&view);
	assert_int_not_equal(id, 0);
	return id;
}

static void
act(struct rig *rig, enum action act, const char *title)
{
	uint64_t id = item_of(rig, title);
	rig_mark(rig, act, &id, 1);
	free(rig_wait(rig, ENGINE_ACTED));
}

/* Lets time pass; what is due then is begun. */
static void
pass(struct rig *rig, int64_t seconds)
{
	rig->ahead += seconds;
	engine_download(rig->engine, true);
}

/* Waits for the end of a try. */
static void
wait_for_try(struct rig *rig, bool fails)
{
	bool over = false, failed = false;
	while (!over) {
		struct engine_event *event = rig_wait(rig, ENGINE_DOWNLOAD);
		over = event->done || event->error;
		failed = event->error;
		free(event);
	}
	assert_int_equal(failed, fails);
}

/* Waits until the item's file was moved to the trash. */
static void
wait_for_trash(struct rig *rig, const char *title)
{
	uint64_t id = item_of(rig, title), item = 0;
	while (item != id) {
		struct engine_event *event = rig_wait(rig, ENGINE_DOWNLOAD);
		item = event->item;
		free(event);
	}
}

static void
begin(struct rig *rig, const char *script)
{
	char media[300];
	rig_init(rig, script, "/pod");
	snprintf(media, sizeof media, "%s/media", rig->dir);
	rig_option(rig, "media-dir", media);
	rig_option(rig, "media-free", "0");
	rig_option(rig, "keep-played", "1h");
	rig_start(rig, false);
	rig_refresh(rig, ENGINE_FORCE);
	engine_download(rig->engine, true);
}

/* The item's row; state -1: it has none. */
static struct download_record
row_of(struct rig *rig, const char *title)
{
	uint64_t id = item_of(rig, title);
	struct download_record r;
	struct store_view view;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	if (store_media_download(&view, id, &rig->arena, &r) != OK)
		r = (struct download_record){.state = -1};
	store_view_end(&view);
	return r;
}

static void
ranges_refused_twice_are_asked_of_no_file_there(void **state)
{
	(void)state;
	struct rig rig;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM(
			    "b", "127.0.0.1")) "/a.mp3\n\tmade 200000 1\n\tcut 150000\n"
					       "/b.mp3\n\tmade 200000 2\n\tcut 150000\n");
	act(&rig, ACTION_DOWNLOAD, "a");
	wait_for_try(&rig, true);
	static const int64_t waits[] = {2 * TIME_MINUTE, 6 * TIME_MINUTE};
	for (size_t i = 0; i < COUNT_OF(waits); i++) {
		pass(&rig, waits[i]);
		wait_for_try(&rig, true);
		assert_non_null(rig_sent(&rig, "/a.mp3", i + 1, "Range"));
	}
	act(&rig, ACTION_HOLD, "a");
	act(&rig, ACTION_DOWNLOAD, "b");
	wait_for_try(&rig, true);
	pass(&rig, 2 * TIME_MINUTE);
	wait_for_try(&rig, true);
	assert_int_equal(rig_asked(&rig, "/b.mp3"), 2);
	assert_null(rig_sent(&rig, "/b.mp3", 1, "Range"));
	rig_done(&rig);
}

static void
what_is_removed_is_reported_once_a_day(void **state)
{
	(void)state;
	static const char *const titles[] = {"a", "b", "c"};
	struct rig rig;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM("b", "127.0.0.1")
				    ITEM("c", "127.0.0.1")) "/*\n\tmade 1000 1\n");
	for (size_t i = 0; i < COUNT_OF(titles); i++) {
		act(&rig, ACTION_DOWNLOAD, titles[i]);
		wait_for_try(&rig, false);
	}
	static const int64_t waits[] = {2 * TIME_HOUR, 2 * TIME_HOUR, 25 * TIME_HOUR};
	for (size_t i = 0; i < COUNT_OF(waits); i++) {
		act(&rig, ACTION_PLAYED, titles[i]);
		pass(&rig, waits[i]);
		if (i == 1) { /* without a word */
			wait_for_trash(&rig, titles[i]);
			continue;
		}
		struct engine_event *note = rig_wait(&rig, ENGINE_NOTE);
		assert_non_null(strstr(note->text,
			i ? "the files of 2 played episodes were removed, 2 kB"
			  : "the file of 1 played episode was removed, 1 kB"));
		free(note);
	}
	rig_done(&rig);
}

static void
more_begin_when_the_option_allows_it(void **state)
{
	(void)state;
	struct rig rig;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM("b",
			    "localhost")) "/*\n\tmade 9000000 1\n\tslow 1000 50ms\n");
	rig_option(&rig, "downloads", "1");
	rig_configure(&rig, false);
	act(&rig, ACTION_DOWNLOAD, "a");
	rig_wait_asked(&rig, 2);
	act(&rig, ACTION_DOWNLOAD, "b");
	/* A refresh, of which nothing is due, ends later in a turn than downloads begin.
	 */
	rig_refresh(&rig, 0);
	assert_false(row_of(&rig, "b").claim.pid);
	rig_option(&rig, "downloads", "2");
	rig_configure(&rig, false);
	rig_refresh(&rig, 0);
	assert_true(row_of(&rig, "b").claim.pid);
	rig_done(&rig);
}

static void
two_at_once_keep_to_the_limit(void **state)
{
	(void)state;
	struct rig rig;
	uint64_t item = 0;
	begin(&rig, FEED(SIZED("a", "127.0.0.1", "600000") SIZED("b", "localhost",
			    "600000")) "/*\n\tmade 600000 1\n\tslow 1000 50ms\n");
	rig_option(&rig, "media-limit", "1M");
	rig_configure(&rig, false);
	act(&rig, ACTION_DOWNLOAD, "a");
	rig_wait_asked(&rig, 2);
	act(&rig, ACTION_DOWNLOAD, "b");
	const uint64_t b = item_of(&rig, "b");
	while (item != b) {
		struct engine_event *event = rig_wait(&rig, ENGINE_DOWNLOAD);
		item = event->item;
		assert_int_equal(event->error, item == b);
		assert_true(item != b || strstr(event->text, "media-limit"));
		free(event);
	}
	rig_done(&rig);
}

/* One size is known, but not yet stored, when the other one begins. */
static void
what_comes_counts_before_it_is_stored(void **state)
{
	(void)state;
	struct rig rig;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM(
			    "b", "localhost")) "/*\n\tmade 600000 1\n\tslow 1000 50ms\n");
	rig_option(&rig, "media-limit", "1M");
	rig_configure(&rig, false);
	act(&rig, ACTION_DOWNLOAD, "a");
	free(rig_wait(&rig, ENGINE_DOWNLOAD)); /* it has begun to come */
	act(&rig, ACTION_DOWNLOAD, "b");
	wait_for_try(&rig, true);
	assert_int_not_equal(row_of(&rig, "b").size, 600000);
	assert_non_null(strstr(row_of(&rig, "b").error, "media-limit"));
	rig_done(&rig);
}

/* Both sizes are unknown until the end. */
static void
two_of_unknown_size_share_the_limit(void **state)
{
	(void)state;
	struct rig rig;
	size_t done = 0, failed = 0;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM("b",
			    "localhost")) "/*\n\tmade 600000 1\n\tranges\n\tlength none\n"
					  "\tslow 20000 10ms\n");
	rig_option(&rig, "media-limit", "1M");
	rig_configure(&rig, false);
	const uint64_t ids[] = {item_of(&rig, "a"), item_of(&rig, "b")};
	rig_mark(&rig, ACTION_DOWNLOAD, ids, COUNT_OF(ids));
	while (done + failed < 2) {
		struct engine_event *event = rig_wait(&rig, ENGINE_DOWNLOAD);
		done += event->done;
		failed += event->error;
		assert_true(!event->error || strstr(event->text, "media-limit"));
		free(event);
		assert_true(row_of(&rig, "a").size + row_of(&rig, "b").size <= 1000000);
	}
	assert_int_equal(done, 1);
	rig_done(&rig);
}

/* Whether the item's part has these many bytes. */
static bool
has_come(struct rig *rig, const char *title, off_t size)
{
	char path[600];
	struct stat st;
	const struct download_record r = row_of(rig, title);
	snprintf(path, sizeof path, "%s/media/%s.part", rig->dir, r.path ? r.path : "");
	return stat(path, &st) == 0 && st.st_size >= size;
}

/* Most of one has come since its progress was last looked at, when the other begins. */
static void
what_has_just_come_counts(void **state)
{
	(void)state;
	struct rig rig;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM("b",
			    "localhost")) "/a.mp3\n\tmade 900000 1\n\tlength none\n"
					  "\tdelay 1500ms\n\tstall 600000\n"
					  "/b.mp3\n\tmade 900000 2\n\tlength none\n");
	rig_option(&rig, "media-limit", "1M");
	rig_configure(&rig, false);
	act(&rig, ACTION_DOWNLOAD, "a");
	while (!has_come(&rig, "a", 600000))
		usleep(1000);
	act(&rig, ACTION_DOWNLOAD, "b");
	wait_for_try(&rig, true);
	assert_true(row_of(&rig, "b").size <= 400000);
	rig_done(&rig);
}

static void
a_full_disk_is_reported_once(void **state)
{
	(void)state;
	static const char *const titles[] = {"a", "b", "c"};
	struct rig rig;
	rig_init(&rig,
		FEED(ITEM("a", "127.0.0.1") ITEM("b", "127.0.0.1")
				ITEM("c", "127.0.0.1")) "/*\n\tmade 1000 1\n",
		"/pod");
	rig_option(&rig, "media-free", "900000G");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	engine_download(rig.engine, true);
	for (size_t i = 0; i < COUNT_OF(titles); i++) {
		uint64_t id = item_of(&rig, titles[i]);
		rig_mark(&rig, ACTION_DOWNLOAD, &id, 1);
		struct engine_event *event = rig_wait(&rig, ENGINE_DOWNLOAD);
		assert_true(event->error);
		assert_int_equal(event->again, i > 0);
		assert_non_null(strstr(event->text, "disk: "));
		assert_null(strstr(event->text, "needed")); /* nobody said how large */
		free(event);
	}
	rig_option(&rig, "media-free", "0");
	rig_configure(&rig, false);
	for (size_t i = 0; i < COUNT_OF(titles); i++)
		wait_for_try(&rig, false);
	rig_done(&rig);
}

/* What did not fit does not keep out what does, whichever is looked at first. */
static void
a_smaller_one_comes_where_others_do_not_fit(void **state)
{
	(void)state;
	static const char *const titles[] = {"a", "b", "c"};
	struct rig rig;
	uint64_t ids[COUNT_OF(titles)];
	size_t came = 0;
	begin(&rig, FEED(SIZED("a", "127.0.0.1", "900000") SIZED(
			    "b", "127.0.0.1", "300000") SIZED("c", "127.0.0.1",
			    "800000")) "/b.mp3\n\tmade 300000 1\n");
	rig_option(&rig, "media-limit", "500k");
	rig_configure(&rig, false);
	for (size_t i = 0; i < COUNT_OF(titles); i++)
		ids[i] = item_of(&rig, titles[i]);
	rig_mark(&rig, ACTION_DOWNLOAD, ids, COUNT_OF(titles));
	for (size_t over = 0; over < COUNT_OF(titles);) {
		struct engine_event *event = rig_wait(&rig, ENGINE_DOWNLOAD);
		assert_int_equal(event->error, event->item != ids[1]);
		assert_true(!event->error || strstr(event->text, "media-limit"));
		over += event->error || event->done;
		came += event->done;
		free(event);
	}
	assert_int_equal(came, 1);
	rig_done(&rig);
}

static void
a_file_that_somebody_deleted_is_not_here(void **state)
{
	(void)state;
	struct rig rig;
	char from[900], to[600];
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM("b", "127.0.0.1")
				    ITEM("c", "127.0.0.1")) "/*\n\tmade 1000 1\n");
	act(&rig, ACTION_DOWNLOAD, "a");
	wait_for_try(&rig, false);
	act(&rig, ACTION_DOWNLOAD, "b");
	wait_for_try(&rig, false);
	snprintf(from, sizeof from, "%s/media/%s", rig.dir, row_of(&rig, "a").path);
	assert_int_equal(unlink(from), 0);
	pass(&rig, 2 * TIME_HOUR);
	act(&rig, ACTION_DOWNLOAD, "c");
	wait_for_try(&rig, false);
	assert_int_equal(row_of(&rig, "a").state, -1);
	assert_int_equal(row_of(&rig, "b").state, DOWNLOAD_HERE);
	/* Unless its disk is not mounted. */
	snprintf(from, sizeof from, "%s/media", rig.dir);
	snprintf(to, sizeof to, "%s/away", rig.dir);
	assert_int_equal(rename(from, to), 0);
	pass(&rig, 2 * TIME_HOUR);
	act(&rig, ACTION_DOWNLOAD, "a");
	free(rig_wait(&rig, ENGINE_NOTE));
	assert_int_equal(row_of(&rig, "b").state, DOWNLOAD_HERE);
	rig_done(&rig);
}

static void
a_part_that_comes_back_keeps_its_place(void **state)
{
	(void)state;
	struct rig rig;
	begin(&rig, FEED(ITEM("a", "127.0.0.1") ITEM("b",
			    "127.0.0.1")) "/a.mp3\n\tmade 9000000 1\n\tslow 1000 50ms\n"
					  "/b.mp3\n\tmade 200000 2\n\tcut 150000\n");
	act(&rig, ACTION_DOWNLOAD, "b");
	wait_for_try(&rig, true);
	act(&rig, ACTION_DOWNLOAD, "a");
	rig_wait_asked(&rig, 3);
	pass(&rig, TIME_HOUR); /* it waits for the other one */
	const struct download_record before = row_of(&rig, "b");
	act(&rig, ACTION_DROP, "b");
	wait_for_trash(&rig, "b");
	assert_true(row_of(&rig, "b").trashed);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	wait_for_trash(&rig, "b");
	const struct download_record after = row_of(&rig, "b");
	assert_int_equal(after.state, DOWNLOAD_WAITING);
	assert_false(after.trashed);
	assert_true(after.next <= before.next);
	rig_done(&rig);
}

static void
a_site_is_the_domain_where_redirects_ended(void **state)
{
	(void)state;
	static const struct {
		const char *url, *hop, *site;
	} cases[] = {
		{"https://cdn.example.org/a.mp3", NULL, "example.org"},
		{"https://CDN2.Example.org:8443/a.mp3", NULL, "example.org"},
		{"https://pods.example.co.uk/a", NULL, "example.co.uk"},
		{"https://example.org/a", "https://x.cdn.example/a", "cdn.example"},
		{"http://127.0.0.1:8000/a.mp3", NULL, "127.0.0.1"},
		{"http://[::1]/a.mp3", NULL, "[::1]"},
		{"http://localhost/a.mp3", NULL, "localhost"},
		{"smb:odd", NULL, ""},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct download_record r = {.url = (char *)(uintptr_t)cases[i].url,
			.hop = (char *)(uintptr_t)cases[i].hop};
		char *site = engine_media_site(&r);
		assert_string_equal(site, cases[i].site);
		free(site);
	}
}

/* ---- the directory */

#define HELD_US 100000 /* for processes to have read the store */

/* Opens the store's directory of media in a process of its own, once a byte has come. */
static pid_t
use_directory(struct rig *rig, const int go[2], const int ready[2])
{
	struct engine e = {.options = &rig->options};
	struct err err;
	char byte = 0;
	int dir;
	pid_t pid = fork();
	if (pid)
		return pid;
	if (store_open(&e.store, rig->data, &err) != OK ||
		write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 1)
		_exit(1);
	int status = engine_media_disk_open(&e, &dir, &err);
	if (status == OK)
		status = engine_media_disk_find(&e, &dir);
	_exit(status != OK);
}

/* Several processes find that there is no mark before one of them can store its number:
 * they agree on one. */
static void
one_mark_for_all(void **state)
{
	enum {
		PROCESSES = 3
	};
	struct rig rig;
	struct store *store;
	struct store_batch *batch;
	struct err err;
	pid_t pids[PROCESSES];
	char media[300], bytes[PROCESSES] = {0};
	int go[2], ready[2], code;
	(void)state;
	rig_init(&rig, FEED(""), "/pod");
	snprintf(media, sizeof media, "%s/media", rig.dir);
	rig_option(&rig, "media-dir", media);
	assert_int_equal(pipe(go) + pipe(ready), 0);
	for (size_t i = 0; i < PROCESSES; i++) {
		pids[i] = use_directory(&rig, go, ready);
		assert_int_equal(read(ready[0], bytes, 1), 1); /* it has made the store */
	}
	assert_int_equal(store_open(&store, rig.data, &err), OK);
	assert_int_equal(store_batch_begin(store, &batch, &err), OK);
	assert_int_equal(write(go[1], bytes, PROCESSES), PROCESSES);
	usleep(HELD_US);
	store_batch_abort(batch);
	store_close(store);
	for (size_t i = 0; i < PROCESSES; i++) {
		assert_int_equal(waitpid(pids[i], &code, 0), pids[i]);
		assert_int_equal(code, 0);
	}
	for (int i = 0; i < 2; i++)
		assert_int_equal(close(go[i]) + close(ready[i]), 0);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges_refused_twice_are_asked_of_no_file_there),
		cmocka_unit_test(what_is_removed_is_reported_once_a_day),
		cmocka_unit_test(more_begin_when_the_option_allows_it),
		cmocka_unit_test(two_at_once_keep_to_the_limit),
		cmocka_unit_test(what_comes_counts_before_it_is_stored),
		cmocka_unit_test(two_of_unknown_size_share_the_limit),
		cmocka_unit_test(what_has_just_come_counts),
		cmocka_unit_test(a_full_disk_is_reported_once),
		cmocka_unit_test(a_smaller_one_comes_where_others_do_not_fit),
		cmocka_unit_test(a_file_that_somebody_deleted_is_not_here),
		cmocka_unit_test(a_part_that_comes_back_keeps_its_place),
		cmocka_unit_test(one_mark_for_all),
		cmocka_unit_test(a_site_is_the_domain_where_redirects_ended),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
