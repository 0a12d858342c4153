/*
 * Settings that are replaced, and a feeds file that others change, while the worker runs
 * (case 151).
 */
#include "config.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include <cmocka.h>

#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/harness.h"
#include "store/db/view.h"
#include "store/index/index_inside.h"

#define RSS                                                                              \
	"\tbody <rss version=\"2.0\"><channel><title>F</title><item><guid>1</guid>"      \
	"<title>One</title></item></channel></rss>\n"
#define FEEDS 60

static void
put_file(const char *path, const char *text)
{
	struct err err = {0};
	assert_int_equal(file_write(path, text, strlen(text), 0600, &err), OK);
}

static const char *
many_paths(struct rig *rig, int count)
{
	struct buf paths = BUF_INIT(0);
	for (int i = 0; i < count; i++)
		buf_addf(&paths, "%s/f/%d", i ? " " : "", i);
	const char *text = arena_strdup(&rig->arena, buf_str(&paths));
	buf_done(&paths);
	return text;
}

/* ---- settings */

/* Everything that parts of the worker make of options changes again and again; whoever
 * keeps a pointer into a snapshot is found out by the sanitizers. */
static void
change_all(struct rig *rig, int n)
{
	static const char *const names[] = {"fetch-window", "host-connections",
		"host-gap", "timeout", "body-limit", "connect-timeout",
		"low-speed-timeout", "fetch-mode", "strategy", "cycle",
		"requests-per-day", "search-index", "min-interval", "login", "ca-file"};
	static const char *const values[][2] = {{"3", "17"}, {"0", "4"}, {"0", "1ms"},
		{"2m", "90s"}, {"32M", "1M"}, {"15s", "20s"}, {"30s", "40s"},
		{"batch", "rolling"}, {"fixed:1h", "moving-average"}, {"1h", "2h"},
		{"0", "5000"}, {"yes", "no"}, {"15m", "30m"}, {"", "me:secret"},
		{"", "/nowhere.pem"}};
	char text[300];
	snprintf(text, sizeof text, "agent-%d", n);
	rig_option(rig, "user-agent", text);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		rig_option(rig, names[i], values[i][n % 2]);
	snprintf(text, sizeof text, "%s/states-%d", rig->dir, n % 2);
	rig_option(rig, "state-dir", text);
	snprintf(text, sizeof text, "[x]\nuser-agent = section-%d\npriority = %d\n", n,
		n % 2 + 1);
	put_file(rig->config, text);
}

static void
replaced_while_transfers_run(void **unused)
{
	(void)unused;
	struct rig rig;
	struct buf lines = BUF_INIT(0);
	rig_init(&rig, "/f/*\n\tdelay 15ms\n" RSS, "");
	for (int i = 0; i < FEEDS; i++)
		buf_addf(&lines, "%s/f/%d%s\n", http_server_url(rig.server), i,
			i % 2 ? " x" : "");
	buf_adds(
		&lines, "\"exec:echo <rss><channel><title>x</title></channel></rss>\"\n");
	put_file(rig.feeds, buf_str(&lines));
	buf_done(&lines);
	change_all(&rig, 0);
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	for (int n = 1; n <= 30; n++) {
		change_all(&rig, n);
		rig_configure(&rig, n % 2);
	}
	rig_refresh(&rig, ENGINE_FORCE); /* joins what still runs */
	assert_int_equal(rig.counts.failed, 0);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 0);
	rig_stop(&rig);
	assert_string_equal(rig_titles(&rig, "/f/0"), "One");
	assert_string_equal(rig_titles(&rig, "/f/1"), "One");
	/* What was asked last was asked under the last settings. */
	assert_string_equal(
		rig_sent(&rig, "/f/0", rig_asked(&rig, "/f/0") - 1, "User-Agent"),
		"agent-30");
	assert_string_equal(
		rig_sent(&rig, "/f/1", rig_asked(&rig, "/f/1") - 1, "User-Agent"),
		"section-30");
	rig_check(&rig);
	rig_done(&rig);
}

/* Nobody answers: as many requests as there are places. */
static void
the_window_grows_and_shrinks(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/f/*\n\tsilent\n/g/*\n\tdelay 60ms\n" RSS, "");
	rig_feeds(&rig, many_paths(&rig, 12));
	rig_option(&rig, "fetch-mode", "batch"); /* does not lend places */
	rig_option(&rig, "fetch-window", "2");
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	rig_wait_asked(&rig, 2);
	assert_int_equal(rig_asked(&rig, NULL), 2);
	rig_option(&rig, "fetch-window", "7");
	rig_configure(&rig, false);
	rig_wait_asked(&rig, 7);
	assert_int_equal(rig_asked(&rig, NULL), 7);
	rig_option(&rig, "fetch-window", "1");
	rig_configure(&rig, false);
	engine_stop_refresh(rig.engine);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig_asked(&rig, NULL), 7);
	rig_feeds(&rig, "/g/1 /g/2 /g/3 /g/4 /g/5");
	engine_reload_feeds(rig.engine);
	int64_t start = time_mono_ms();
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, NULL), 12);
	assert_true(time_mono_ms() - start >= 5 * 60); /* one after the other */
	rig_done(&rig);
}

/* Feeds of a host that wait for each other do so no longer. */
static void
limits_of_hosts_change_for_who_waits(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/f/*\n\tsilent\n", "");
	rig_feeds(&rig, many_paths(&rig, 4));
	rig_option(&rig, "host-connections", "1");
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	rig_wait_asked(&rig, 1);
	rig_option(&rig, "host-connections", "3");
	rig_configure(&rig, false);
	rig_wait_asked(&rig, 3);
	assert_int_equal(rig_asked(&rig, NULL), 3);
	rig_done(&rig);
}

/* A password is checked against the address when a request is made: one that was made
 * without goes out without. */
static void
requests_are_made_with_what_held_when_they_were_added(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/f/*\n\tdelay 100ms\n" RSS, "");
	rig_feeds(&rig, many_paths(&rig, 3));
	rig_option(&rig, "host-connections", "1");
	rig_option(&rig, "user-agent", "before");
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	rig_wait_asked(&rig, 1);
	rig_option(&rig, "user-agent", "after");
	rig_option(&rig, "login", "me:hush");
	rig_configure(&rig, false);
	free(rig_wait(&rig, ENGINE_DONE));
	rig_refresh(&rig, ENGINE_FORCE);
	for (int i = 0; i < 3; i++) {
		char path[16];
		snprintf(path, sizeof path, "/f/%d", i);
		assert_string_equal(rig_sent(&rig, path, 0, "User-Agent"), "before");
		assert_null(rig_sent(&rig, path, 0, "Authorization"));
		assert_string_equal(rig_sent(&rig, path, 1, "User-Agent"), "after");
		assert_non_null(rig_sent(&rig, path, 1, "Authorization"));
	}
	rig_done(&rig);
}

static void
single_feeds_follow(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "");
	const char *url = http_server_url(rig.server);
	static const char lines[] = "%s/a\n%s/b news/world\n%s/c news user-agent=line\n";
	put_file(rig.feeds, arena_printf(&rig.arena, lines, url, url, url));
	static const struct {
		const char *config, *all, *a, *b, *c;
	} cases[] = {
		{"", "one", "one", "one", "line"},
		{"[news]\nuser-agent = section\n", "two", "two", "section", "line"},
		{"[news/world]\nuser-agent = deep\n", "two", "two", "deep", "line"},
		{"", "three", "three", "three", "line"},
	};
	rig_start(&rig, false);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		put_file(rig.config, cases[i].config);
		rig_option(&rig, "user-agent", cases[i].all);
		rig_configure(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		assert_string_equal(rig_sent(&rig, "/a", i, "User-Agent"), cases[i].a);
		assert_string_equal(rig_sent(&rig, "/b", i, "User-Agent"), cases[i].b);
		assert_string_equal(rig_sent(&rig, "/c", i, "User-Agent"), cases[i].c);
	}
	rig_done(&rig);
}

static void
polling_by_itself_starts_and_stops(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a /b");
	rig_start(&rig, false);
	rig_configure(&rig, true);
	rig_wait_asked(&rig, 2);
	free(rig_wait(&rig, ENGINE_DONE));
	rig_configure(&rig, false);
	rig.ahead += 2 * TIME_DAY; /* they are due */
	engine_reload_feeds(rig.engine);
	free(rig_wait(&rig, ENGINE_CHANGED));
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), 4); /* and asked once, by the user */
	rig.ahead += 2 * TIME_DAY;
	rig_configure(&rig, true);
	rig_wait_asked(&rig, 6);
	rig_done(&rig);
}

static void
another_strategy_schedules(void **unused)
{
	(void)unused;
	struct rig rig;
	static const struct {
		const char *strategy;
		int64_t span;
	} cases[] = {{"fixed:1h", 3600}, {"fixed:2h", 7200}, {"fixed:1h", 3600}};
	rig_init(&rig, "/*\n" RSS, "/a");
	rig_start(&rig, false);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		rig_option(&rig, "strategy", cases[i].strategy);
		rig_configure(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		const struct http_state http = rig_http(&rig, "/a");
		assert_int_equal(http.next_poll - http.last_poll, cases[i].span);
		rig.ahead += TIME_DAY;
	}
	rig_done(&rig);
}

static bool
index_is_on(struct rig *rig)
{
	struct store_view view;
	struct index_state state;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_index_state(&view, &state), OK);
	store_view_end(&view);
	return state.on;
}

static void
the_index_goes_and_comes(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_true(index_is_on(&rig));
	for (int on = 0; on < 2; on++) {
		rig_option(&rig, "search-index", on ? "yes" : "no");
		rig_configure(&rig, false);
		int64_t end = time_mono_ms() + DEADLINE_MS;
		while (index_is_on(&rig) != on) {
			assert_true(time_mono_ms() < end);
			poll(NULL, 0, 1);
		}
	}
	rig_check(&rig);
	rig_done(&rig);
}

static size_t
logs_in(const char *dir)
{
	size_t logs = 0;
	DIR *list = opendir(dir);
	for (struct dirent *entry; list && (entry = readdir(list)) != NULL;)
		logs += strstr(entry->d_name, ".state") != NULL;
	if (list)
		closedir(list);
	return logs;
}

static void
states_go_to_another_directory(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a");
	const char *one = arena_printf(&rig.arena, "%s/one", rig.dir);
	const char *two = arena_printf(&rig.arena, "%s/two", rig.dir);
	const char *dirs[] = {"", one, two};
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	const struct store_scope all = {.kind = STORE_ALL};
	rig_mark_list(&rig, &all, UINT64_MAX);
	free(rig_wait(&rig, ENGINE_ACTED));
	for (size_t i = 1; i < COUNT_OF(dirs); i++) {
		rig_option(&rig, "state-dir", dirs[i]);
		rig_configure(&rig, false);
		int64_t end = time_mono_ms() + DEADLINE_MS;
		while (logs_in(dirs[i]) != 1) {
			assert_true(time_mono_ms() < end);
			poll(NULL, 0, 5);
		}
	}
	rig_done(&rig);
}

static void
commands_get_the_new_time_limit(void **unused)
{
	(void)unused;
	struct rig rig;
	const char *line = "exec:sleep 60";
	rig_init(&rig, "", "");
	put_file(rig.feeds, "\"exec:sleep 60\"\n");
	rig_start(&rig, false);
	rig.options.timeout = 300;
	rig_configure(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_non_null(strstr(rig_feed(&rig, line).error, "300ms"));
	rig_done(&rig);
}

/* ---- the feeds file */

static bool no_inotify;

/* In front of the C library's: a system without it. */
int
inotify_init1(int flags)
{
	int (*real)(int);
	if (no_inotify) {
		errno = ENOSYS;
		return -1;
	}
	*(void **)&real = dlsym(RTLD_NEXT, "inotify_init1");
	return real(flags);
}

static bool
is_listed(struct rig *rig, const char *path)
{
	struct store_view view;
	struct store_feed feed;
	uint32_t id;
	char url[200];
	snprintf(url, sizeof url, "%s%s", http_server_url(rig->server), path);
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	bool listed = store_feed_find(&view, url, &id) == OK &&
		      store_feed(&view, id, &rig->arena, &feed) == OK && !feed.removed;
	store_view_end(&view);
	return listed;
}

/* The text of the lines, each with the server's address in front. */
static const char *
lines_of(struct rig *rig, const char *paths)
{
	struct buf text = BUF_INIT(0);
	struct span rest = span_of(paths), path;
	while (span_split(&rest, ' ', &path))
		buf_addf(&text, "%s%.*s\n", http_server_url(rig->server), SPAN_FMT(path));
	const char *copy = arena_strdup(&rig->arena, buf_str(&text));
	buf_done(&text);
	return copy;
}

/* As editors do that write the file itself, in two steps. */
static void
write_in_place(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fflush(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void
write_and_rename(const char *path, const char *text)
{
	char fresh[400];
	snprintf(fresh, sizeof fresh, "%s.new", path);
	write_in_place(fresh, text);
	assert_int_equal(rename(fresh, path), 0);
}

static void
move_away_and_write(const char *path, const char *text)
{
	char backup[400];
	snprintf(backup, sizeof backup, "%s~", path);
	assert_int_equal(rename(path, backup), 0);
	write_in_place(path, text);
}

static void
expect(struct rig *rig, const char *text)
{
	struct engine_event *event = rig_wait(rig, ENGINE_RELOADED);
	if (event->error)
		print_message("# %s\n", event->text);
	assert_int_equal(event->error, text != NULL);
	assert_int_equal(event->generation, 0);
	if (text)
		assert_non_null(strstr(event->text, text));
	free(event);
}

static void
changes_are_noticed(bool with_inotify, bool linked)
{
	static void (*const editors[])(const char *path, const char *text) = {
		write_in_place, write_and_rename, move_away_and_write};
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a");
	no_inotify = !with_inotify;
	rig.watch = true;
	const char *path = rig.feeds;
	if (linked) {
		char *dir = arena_printf(&rig.arena, "%s/elsewhere", rig.dir);
		struct err err;
		assert_int_equal(file_make_dirs(dir, &err), OK);
		path = arena_printf(&rig.arena, "%s/mine", dir);
		assert_int_equal(rename(rig.feeds, path), 0);
		assert_int_equal(symlink(path, rig.feeds), 0);
	}
	rig_start(&rig, false);
	for (size_t i = 0; i < COUNT_OF(editors); i++) {
		int64_t start = time_mono_ms();
		editors[i](path, lines_of(&rig, "/a /b"));
		expect(&rig, NULL);
		print_message("# noticed after %d ms\n", (int)(time_mono_ms() - start));
		assert_true(time_mono_ms() - start < QUICK_MS);
		assert_true(is_listed(&rig, "/b"));
		editors[i](path, lines_of(&rig, "/a"));
		expect(&rig, NULL);
		assert_true(is_listed(&rig, "/a"));
		assert_false(is_listed(&rig, "/b"));
	}
	no_inotify = false;
	rig_done(&rig);
}

static void
changes_of_editors_are_noticed(void **unused)
{
	(void)unused;
	changes_are_noticed(true, false);
}

static void
changes_behind_a_link_are_noticed(void **unused)
{
	(void)unused;
	changes_are_noticed(true, true);
}

static void
changes_are_noticed_without_inotify(void **unused)
{
	(void)unused;
	changes_are_noticed(false, false);
}

static void
a_faulty_file_changes_nothing(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a /b");
	rig.watch = true;
	rig_start(&rig, false);
	const char *good = lines_of(&rig, "/a /c");
	write_in_place(rig.feeds, arena_printf(&rig.arena, "%s# mine\nnonsense\n", good));
	expect(&rig, "feeds not reloaded: ");
	assert_true(is_listed(&rig, "/b"));
	assert_false(is_listed(&rig, "/c"));
	engine_reload_feeds(rig.engine); /* who asks is told once more */
	expect(&rig, "feeds:4: ");
	good = lines_of(&rig, "/c");
	write_in_place(rig.feeds,
		arena_printf(&rig.arena, "%suser-agent=x\nftp://x/ y\n", good));
	expect(&rig, "(and 1 more fault)");
	assert_true(is_listed(&rig, "/a"));
	assert_false(is_listed(&rig, "/c"));
	assert_int_equal(unlink(rig.feeds), 0);
	expect(&rig, "No such file");
	assert_true(is_listed(&rig, "/a"));
	write_in_place(rig.feeds, lines_of(&rig, "/a /c"));
	expect(&rig, NULL);
	assert_true(is_listed(&rig, "/c"));
	assert_false(is_listed(&rig, "/b"));
	rig_check(&rig);
	rig_done(&rig);
}

/* The options in a line hold as soon as it is there. */
static void
options_of_a_changed_line_hold(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a");
	rig.watch = true;
	rig_start(&rig, false);
	const char *url = http_server_url(rig.server);
	write_in_place(
		rig.feeds, arena_printf(&rig.arena, "%s/a user-agent=mine\n", url));
	expect(&rig, NULL);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_string_equal(rig_sent(&rig, "/a", 0, "User-Agent"), "mine");
	rig_done(&rig);
}

/* The logs of other machines may be in the same directory. */
static void
one_directory_for_feeds_and_states(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a");
	rig.watch = true;
	rig_option(&rig, "state-dir", rig.dir);
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	const struct store_scope all = {.kind = STORE_ALL};
	rig_mark_list(&rig, &all, UINT64_MAX);
	free(rig_wait(&rig, ENGINE_ACTED));
	int64_t end = time_mono_ms() + DEADLINE_MS;
	while (logs_in(rig.dir) != 1) {
		assert_true(time_mono_ms() < end);
		poll(NULL, 0, 5);
	}
	write_in_place(rig.feeds, lines_of(&rig, "/a /b"));
	expect(&rig, NULL);
	/* What watches one of them goes, and the other is noticed still. */
	rig_option(&rig, "state-dir", "");
	rig_configure(&rig, false);
	write_and_rename(rig.feeds, lines_of(&rig, "/b"));
	expect(&rig, NULL);
	assert_false(is_listed(&rig, "/a"));
	rig_done(&rig);
}

/* What the program itself writes is in force already: nothing is told of it, not even
 * that a line is faulty as it was at the start. */
static void
own_changes_are_no_news(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/*\n" RSS, "/a");
	rig.watch = true;
	write_in_place(rig.feeds,
		arena_printf(&rig.arena, "nonsense\n%s", lines_of(&rig, "/a /b")));
	rig_start(&rig, false);
	for (int i = 0; i < 3; i++) {
		char name[16];
		snprintf(name, sizeof name, "Name %d", i);
		const uint32_t a = rig_feed(&rig, "/a").id;
		rig_change(&rig, &a, 1,
			(struct engine_action){.verb = ACTION_RENAME, .title = name});
		free(rig_wait(&rig, ENGINE_ACTED));
	}
	const uint32_t b = rig_feed(&rig, "/b").id;
	rig_change(&rig, &b, 1, (struct engine_action){.verb = ACTION_UNSUBSCRIBE});
	free(rig_wait(&rig, ENGINE_ACTED));
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	engine_subscribe(rig.engine, lines_of(&rig, "/c"), NULL, NULL, 0);
	free(rig_wait(&rig, ENGINE_SUBSCRIBED));
	free(rig_wait(&rig, ENGINE_DONE));
	/* The first that is told is what another program did. */
	write_and_rename(rig.feeds, lines_of(&rig, "/a /b /c /d"));
	expect(&rig, NULL);
	assert_true(is_listed(&rig, "/d"));
	write_in_place(rig.feeds, lines_of(&rig, "/a"));
	expect(&rig, NULL);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replaced_while_transfers_run),
		cmocka_unit_test(the_window_grows_and_shrinks),
		cmocka_unit_test(limits_of_hosts_change_for_who_waits),
		cmocka_unit_test(requests_are_made_with_what_held_when_they_were_added),
		cmocka_unit_test(single_feeds_follow),
		cmocka_unit_test(polling_by_itself_starts_and_stops),
		cmocka_unit_test(another_strategy_schedules),
		cmocka_unit_test(the_index_goes_and_comes),
		cmocka_unit_test(states_go_to_another_directory),
		cmocka_unit_test(commands_get_the_new_time_limit),
		cmocka_unit_test(changes_of_editors_are_noticed),
		cmocka_unit_test(changes_behind_a_link_are_noticed),
		cmocka_unit_test(changes_are_noticed_without_inotify),
		cmocka_unit_test(a_faulty_file_changes_nothing),
		cmocka_unit_test(options_of_a_changed_line_hold),
		cmocka_unit_test(one_directory_for_feeds_and_states),
		cmocka_unit_test(own_changes_are_no_news),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
