/*
 * Feeds from commands and files.
 */
#include "config.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/time.h"
#include "engine/harness.h"

#define RSS                                                                              \
	"<rss version=\"2.0\"><channel><title>F</title><item><guid>1</guid>"             \
	"<title>One</title></item></channel></rss>"

static void
put_file(struct rig *rig, const char *name, const char *text, mode_t mode)
{
	struct err err;
	const char *path = arena_printf(&rig->arena, "%s/%s", rig->dir, name);
	assert_int_equal(file_write(path, text, strlen(text), mode, &err), OK);
}

/* A feeds file with one line, which may hold blanks: quoted. */
static const char *
one_line(struct rig *rig, const char *fmt, const char *argument)
{
	struct err err;
	const char *line = arena_printf(&rig->arena, fmt, argument);
	const char *text = arena_printf(&rig->arena, "\"%s\"\n", line);
	assert_int_equal(file_write(rig->feeds, text, strlen(text), 0600, &err), OK);
	return line;
}

static void
command_output_is_a_feed(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "", "");
	put_file(&rig, "feed.xml", RSS, 0600);
	const char *line = one_line(&rig, "exec:cat %s/feed.xml", rig.dir);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.added, 1);
	assert_string_equal(rig_titles(&rig, line), "One");
	assert_int_equal(rig_feed(&rig, line).status, 0);
	/* Nothing new: told by the bytes. Not asked by itself for an hour. */
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.unchanged, 1);
	assert_true(rig_feed(&rig, line).next_poll >= time_wall() + 59 * TIME_MINUTE);
	rig_done(&rig);
}

/* As the feeds file takes it. */
static void
schemes_may_be_capitals(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "", "");
	put_file(&rig, "feed.xml", RSS, 0600);
	const char *line = one_line(&rig, "Exec:cat %s/feed.xml", rig.dir);
	rig_run(&rig, ENGINE_FORCE);
	assert_string_equal(rig_titles(&rig, line), "One");
	rig_done(&rig);
}

static void
file_is_a_feed(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "", "");
	put_file(&rig, "feed.xml", RSS, 0600);
	const char *line = one_line(&rig, "file://%s/feed.xml", rig.dir);
	rig_run(&rig, ENGINE_FORCE);
	assert_string_equal(rig_titles(&rig, line), "One");
	line = one_line(&rig, "file://%s/missing.xml", rig.dir);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 1);
	assert_int_equal(rig.counts.unreachable, 0);
	assert_non_null(strstr(rig_feed(&rig, line).error, "missing.xml"));
	/* A pipe would be read for ever. */
	(void)one_line(&rig, "file://%s/pipe", rig.dir);
	assert_int_equal(mkfifo(arena_printf(&rig.arena, "%s/pipe", rig.dir), 0600), 0);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 1);
	rig_done(&rig);
}

static void
filter_changes_the_document(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n\tetag \"x\"\n\tbody " RSS "\n", "");
	const char *line =
		one_line(&rig, "filter:sed s/One/Two/:%s/a", http_server_url(rig.server));
	rig_run(&rig, ENGINE_FORCE);
	assert_string_equal(rig_titles(&rig, line), "Two");
	assert_string_equal(rig_http(&rig, line).etag, "\"x\"");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.unchanged, 1);
	assert_int_equal(rig_feed(&rig, line).status, 304);
	rig_done(&rig);
}

/* Case 82: so is one whose document moved, and its command goes with it. */
static void
filter_follows_its_document(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/old\n\tredirect 301 /new\n/new\n\tbody " RSS "\n", "");
	const char *url = http_server_url(rig.server);
	const char *line = one_line(&rig, "filter:sed s/One/Two/:%s/old", url);
	for (int day = 0; day < 12; day += 3) {
		rig.ahead = day * TIME_DAY;
		rig_run(&rig, ENGINE_FORCE);
	}
	assert_true(rig_feed(&rig, line).adopted);
	assert_int_equal(rig_asked(&rig, "/old"), 4);
	rig.ahead = 12 * TIME_DAY;
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, "/old"), 4);
	assert_string_equal(rig_titles(&rig, line), "Two");
	uint32_t id = rig_feed(&rig, line).id;
	rig_start(&rig, false);
	rig_change(&rig, &id, 1,
		(struct engine_action){.verb = ACTION_READDRESS, .address = NULL});
	free(rig_wait(&rig, ENGINE_ACTED));
	rig_stop(&rig);
	line = arena_printf(&rig.arena, "filter:sed s/One/Two/:%s/new", url);
	assert_int_equal(rig_feed(&rig, line).id, id);
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig_asked(&rig, "/new"), 6);
	assert_string_equal(rig_titles(&rig, line), "Two");
	rig_done(&rig);
}

static void
failing_commands_say_why(void **unused)
{
	(void)unused;
	static const struct {
		const char *line, *said;
	} cases[] = {
		{"exec:sh -c 'echo broken >&2; exit 3'", "broken"},
		{"exec:courant-has-no-such-program", "courant-has-no-such-program"},
		{"exec:true", "no output"},
		/* No shell: these are arguments of echo, and no feed. */
		{"exec:echo 'x$(touch pwned)'", ""},
		{"exec:sleep 60", "300ms"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct rig rig;
		rig_init(&rig, "", "");
		rig.options.timeout = 300;
		one_line(&rig, "%s", cases[i].line);
		rig_run(&rig, ENGINE_FORCE);
		assert_int_equal(rig.counts.failed, 1);
		assert_non_null(
			strstr(rig_feed(&rig, cases[i].line).error, cases[i].said));
		rig_done(&rig);
	}
}

/* Case 66 for commands: what they print has an end, and so does a file. */
static void
output_has_a_limit(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "", "");
	rig.options.body_limit = 100000;
	const char *line = one_line(&rig, "exec:yes %s", "all work and no play");
	int64_t start = time_mono_ms();
	rig_run(&rig, ENGINE_FORCE);
	print_message("# %s\n", rig_feed(&rig, line).error);
	assert_int_equal(rig.counts.failed, 1);
	assert_non_null(strstr(rig_feed(&rig, line).error, "too much"));
	assert_true(time_mono_ms() - start < QUICK_MS);
	put_file(&rig, "big.xml", arena_printf(&rig.arena, "%-100001s", RSS), 0600);
	line = one_line(&rig, "file://%s/big.xml", rig.dir);
	rig_run(&rig, ENGINE_FORCE);
	print_message("# %s\n", rig_feed(&rig, line).error);
	assert_int_equal(rig.counts.failed, 1);
	rig_done(&rig);
}

/* What the answer of a server says never becomes a command's argument or a file's name,
 * and a filter's failure is the feed's, with what it said. */
static void
filters_fail_with_their_words(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n\tbody " RSS "\n/b\n\tredirect 302 file:///etc/passwd\n", "");
	const char *line = one_line(&rig,
		"filter:sh -c 'cat >/dev/null; echo no such field >&2; exit 1':%s/a",
		http_server_url(rig.server));
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 1);
	assert_non_null(strstr(rig_feed(&rig, line).error, "no such field"));
	rig_feeds(&rig, "/b");
	rig_run(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.failed, 1);
	print_message("# %s\n", rig_feed(&rig, "/b").error);
	assert_non_null(strstr(rig_feed(&rig, "/b").error, "refused"));
	rig_done(&rig);
}

/* Case 137 for commands: the end waits for none of them. */
static void
quit_ends_commands(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "", "");
	one_line(&rig, "exec:sh -c 'touch %s/begun; exec sleep 60'", rig.dir);
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	const char *begun = arena_printf(&rig.arena, "%s/begun", rig.dir);
	struct stat st;
	int64_t end = time_mono_ms() + DEADLINE_MS;
	while (stat(begun, &st) != 0) {
		assert_true(time_mono_ms() < end);
		poll(NULL, 0, 1);
	}
	int64_t start = time_mono_ms();
	rig_stop(&rig);
	assert_true(time_mono_ms() - start < QUICK_MS);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_output_is_a_feed),
		cmocka_unit_test(schemes_may_be_capitals),
		cmocka_unit_test(file_is_a_feed),
		cmocka_unit_test(filter_changes_the_document),
		cmocka_unit_test(filter_follows_its_document),
		cmocka_unit_test(failing_commands_say_why),
		cmocka_unit_test(output_has_a_limit),
		cmocka_unit_test(filters_fail_with_their_words),
		cmocka_unit_test(quit_ends_commands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
