#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/words.h"
#include "model/subscription.h"

struct fixture {
	char dir[512];
	char path[600];
	struct options options;
	struct config config;
};

static int
set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);
	const char *tmp = getenv("TMPDIR");
	snprintf(f->dir, sizeof f->dir, "%s/courant-conf-XXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->path, sizeof f->path, "%s/config", f->dir);
	conf_options_init(&f->options);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	static const char *const files[] = {"config", "other", "third"};
	char path[600];
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof path, "%s/%s", f->dir, files[i]);
		unlink(path);
	}
	assert_int_equal(rmdir(f->dir), 0);
	conf_done(&f->config);
	conf_options_done(&f->options);
	free(f);
	return 0;
}

static void
put(struct fixture *f, const char *name, const void *bytes, size_t n)
{
	char path[600];
	struct err err;
	snprintf(path, sizeof path, "%s/%s", f->dir, name);
	assert_int_equal(file_write(path, bytes, n, 0600, &err), OK);
}

static void
load(struct fixture *f, const char *text)
{
	struct err err = {0};
	put(f, "config", text, strlen(text));
	assert_int_equal(conf_load(f->path, &f->options, &f->config, &err), OK);
}

/* The i-th fault is about this line of the file name, and contains the words. */
static void
want_error(struct fixture *f, size_t i, const char *name, int line, const char *says)
{
	char front[700];
	snprintf(front, sizeof front, "%s/%s:%d: ", f->dir, name, line);
	assert_true(i < f->config.errors_len);
	assert_memory_equal(f->config.errors[i], front, strlen(front));
	if (!strstr(f->config.errors[i], says))
		fail_msg("\"%s\" does not say \"%s\"", f->config.errors[i], says);
}

static void
a_missing_file_is_the_defaults(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	assert_int_equal(conf_load(f->path, &f->options, &f->config, &err), OK);
	assert_int_equal(f->config.errors_len, 0);
	assert_int_equal(f->options.fetch_window, 128);
}

static void
statements_load(void **state)
{
	struct fixture *f = *state;
	load(f, "# a comment\n"
		"fetch-window = 64  # trailing comment\n"
		"host-gap=500ms\n"
		"\n"
		"  browser = firefox \"%u\" # opens\n"
		"user-agent = \"courant \\\"x\\\" \\\\ #1\"\n"
		"bind list ^R reload all\n"
		"bind item \"#\" \"open link\"\n"
		"color title white blue bold\n"
		"[news/world]\n"
		"user-agent = other\n"
		"[]\n"
		"text-width = 0\n");
	assert_int_equal(f->config.errors_len, 0);
	assert_int_equal(f->options.fetch_window, 64);
	assert_int_equal(f->options.host_gap, 500);
	assert_int_equal(f->options.text_width, 0);
	assert_string_equal(f->options.browser, "firefox \"%u\"");
	assert_string_equal(f->options.user_agent, "courant \"x\" \\ #1");
	assert_int_equal(f->config.binds_len, 2);
	assert_int_equal(f->config.binds[0].len, 4);
	assert_string_equal(f->config.binds[0].words[1], "^R");
	assert_string_equal(f->config.binds[0].words[3], "all");
	assert_int_equal(f->config.binds[0].line, 7);
	assert_string_equal(f->config.binds[1].words[1], "#");
	assert_string_equal(f->config.binds[1].words[2], "open link");
	assert_int_equal(f->config.colors_len, 1);
	assert_string_equal(f->config.colors[0].words[0], "title");
	assert_int_equal(f->config.scoped_len, 1);
	assert_string_equal(f->config.scoped[0].tag, "news/world");
	assert_string_equal(f->config.scoped[0].value, "other");
}

/* A form feed is a fault as any control character is. It parts words, too. */
static void
a_browser_is_a_command_without_a_shell(void **state)
{
	struct fixture *f = *state;
	load(f, "browser = firefox %u | tee log\n"
		"browser = fire\fox %u \v\f\n");
	assert_int_equal(f->config.warnings_len, 1);
	assert_non_null(strstr(f->config.warnings[0], "so | is an argument"));
	assert_int_equal(f->config.errors_len, 1);
	want_error(f, 0, "config", 2, "a control character");
}

static void
faulty_lines_are_told_and_the_rest_loads(void **state)
{
	struct fixture *f = *state;
	load(f, "fetch-windw = 3\n"
		"fetch-window = many\n"
		"browser firefox\n"
		"nonsense\n"
		"bind list\n"
		"color x\n"
		"include\n"
		"browser = \"open\n"
		"[tag\n"
		"[t] x\n"
		"[t]\n"
		"fetch-window = 3\n"
		"host-gap = 1s\n"
		"[]\n"
		"= 4\n"
		"host-connections = 7\n");
	struct config *c = &f->config;
	want_error(f, 0, "config", 1, "did you mean fetch-window");
	want_error(f, 1, "config", 2, "whole number");
	want_error(f, 2, "config", 3, "browser = firefox");
	want_error(f, 3, "config", 4, "NAME = VALUE");
	want_error(f, 3, "config", 4, "include, open, publish, rule, share;");
	want_error(f, 4, "config", 5, "bind CONTEXT KEYS COMMAND");
	want_error(f, 5, "config", 6, "color ELEMENT");
	want_error(f, 6, "config", 7, "include");
	want_error(f, 7, "config", 8, "not closed");
	want_error(f, 8, "config", 9, "[tag]");
	want_error(f, 9, "config", 10, "[tag]");
	want_error(f, 10, "config", 12, "before the first section");
	want_error(f, 11, "config", 13, "before the first section");
	want_error(f, 12, "config", 15, "unknown option");
	assert_int_equal(c->errors_len, 13);
	assert_int_equal(f->options.host_connections, 7);
	assert_int_equal(f->options.fetch_window, 128);
}

/* They must not count for the section before it. */
static void
lines_under_a_faulty_header_are_skipped(void **state)
{
	struct fixture *f = *state;
	load(f, "[news]\n"
		"max-interval = 2h\n"
		"[tech\n"
		"max-interval = 20h\n"
		"nonsense\n"
		"bind list x quit\n"
		"[sports] x\n"
		"max-interval = 21h\n"
		"[art]\n"
		"max-interval = 3h\n"
		"[science\n"
		"text-width = 70\n"
		"[]\n"
		"text-width = 60\n");
	struct config *c = &f->config;
	want_error(f, 0, "config", 3, "up to the next section are skipped");
	want_error(f, 1, "config", 7, "[tag]");
	want_error(f, 2, "config", 11, "[tag]");
	assert_int_equal(c->errors_len, 3);
	assert_int_equal(c->scoped_len, 2);
	assert_string_equal(c->scoped[0].tag, "news");
	assert_string_equal(c->scoped[0].value, "2h");
	assert_string_equal(c->scoped[1].tag, "art");
	assert_string_equal(c->scoped[1].value, "3h");
	assert_int_equal(c->binds_len, 0);
	assert_int_equal(f->options.text_width, 60);
}

static void
windows_line_ends_and_bom_are_no_fault(void **state)
{
	struct fixture *f = *state;
	load(f, "\xef\xbb\xbf"
		"fetch-window = 9\r\nhost-connections = 5\r\n");
	assert_int_equal(f->config.errors_len, 0);
	assert_int_equal(f->options.fetch_window, 9);
	assert_int_equal(f->options.host_connections, 5);
}

static void
nul_bytes_are_a_fault_of_their_line(void **state)
{
	struct fixture *f = *state;
	struct err err;
	static const char bytes[] = "fetch-window = 1\0"
				    "2\nnonsense\0\nhost-gap = 1s\n";
	put(f, "config", bytes, sizeof bytes - 1);
	assert_int_equal(conf_load(f->path, &f->options, &f->config, &err), OK);
	want_error(f, 0, "config", 1, "NUL");
	want_error(f, 1, "config", 2, "NUL");
	assert_int_equal(f->config.errors_len, 2);
	assert_int_equal(f->options.fetch_window, 128);
	assert_int_equal(f->options.host_gap, 1000);
}

static void
ten_megabytes_are_refused(void **state)
{
	struct fixture *f = *state;
	struct err err;
	struct buf big = BUF_INIT(0);
	while (big.len < 10 << 20)
		buf_adds(&big, "fetch-window = 5\n");
	put(f, "config", big.data, big.len);
	buf_done(&big);
	assert_int_equal(conf_load(f->path, &f->options, &f->config, &err), OK);
	want_error(f, 0, "config", 1, "larger");
	assert_int_equal(f->options.fetch_window, 128);
}

static void
many_faults_end_in_one_sentence(void **state)
{
	struct fixture *f = *state;
	struct buf text = BUF_INIT(0);
	for (int i = 0; i < 1000; i++)
		buf_adds(&text, "nonsense\n");
	buf_adds(&text, "fetch-window = 5\n");
	load(f, buf_str(&text));
	buf_done(&text);
	assert_int_equal(f->config.errors_len, CONF_ERRORS_MAX + 1);
	assert_non_null(strstr(f->config.errors[CONF_ERRORS_MAX], "more faulty lines"));
	assert_int_equal(f->options.fetch_window, 5);
}

static void
an_included_file_is_read_in_place(void **state)
{
	struct fixture *f = *state;
	static const char other[] = "host-gap = 2s\nwrong = 1\n[t]\nuser-agent = x\n";
	put(f, "other", other, sizeof other - 1);
	load(f, "host-gap = 1s\ninclude other\nfetch-window = 3\n");
	want_error(f, 0, "other", 2, "unknown option wrong");
	assert_int_equal(f->config.errors_len, 1);
	assert_int_equal(f->options.host_gap, 2000);
	/* The section ended with its file. */
	assert_int_equal(f->options.fetch_window, 3);
	assert_string_equal(f->config.scoped[0].name, "user-agent");
}

static void
an_include_loop_is_seen(void **state)
{
	struct fixture *f = *state;
	static const char other[] = "include third\n", third[] = "include config\n";
	put(f, "other", other, sizeof other - 1);
	put(f, "third", third, sizeof third - 1);
	load(f, "include other\ninclude missing\ninclude config\nhost-gap = 1s\n");
	want_error(f, 0, "third", 1, "includes itself");
	want_error(f, 1, "config", 2, "missing");
	want_error(f, 2, "config", 3, "includes itself");
	assert_int_equal(f->config.errors_len, 3);
	assert_int_equal(f->options.host_gap, 1000);
}

static void
a_directory_can_not_be_read(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	assert_int_equal(conf_load(f->dir, &f->options, &f->config, &err), ERR_IO);
	assert_non_null(strstr(err.text, f->dir));
}

static void
a_readable_password_is_warned_of(void **state)
{
	struct fixture *f = *state;
	static const char text[] = "proxy = http://me:secret@proxy.example:3128\n";
	load(f, text);
	assert_int_equal(f->config.warnings_len, 0);
	conf_done(&f->config);
	assert_int_equal(chmod(f->path, 0644), 0);
	load(f, text);
	assert_int_equal(f->config.errors_len, 0);
	assert_int_equal(f->config.warnings_len, 1);
	assert_non_null(strstr(f->config.warnings[0], "chmod 600"));
	assert_null(strstr(f->config.warnings[0], "secret"));
}

static void
a_feed_takes_its_sections_and_its_line(void **state)
{
	struct fixture *f = *state;
	load(f, "user-agent = all\n"
		"[news]\nuser-agent = news\n"
		"[news/world]\nuser-agent = world\n");
	static const struct {
		const char *tag, *own, *agent;
	} cases[] = {
		{"x", NULL, "all"},
		{"newsreel", NULL, "all"},
		{"news", NULL, "news"},
		{"news/local", NULL, "news"},
		{"news/world/asia", NULL, "world"},
		{"news/world", "mine", "mine"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *tag = (char *)(uintptr_t)cases[i].tag;
		struct subscription_option own = {
			(char[]){"user-agent"}, (char *)(uintptr_t)cases[i].own};
		struct subscription sub = {.tags = &tag,
			.tags_len = 1,
			.options = &own,
			.options_len = cases[i].own != NULL};
		struct options options;
		assert_int_equal(conf_feed_has_options(&f->config, &sub),
			strcmp(cases[i].agent, "all") != 0);
		conf_feed_options(&options, &f->options, &f->config, &sub);
		assert_string_equal(options.user_agent, cases[i].agent);
		conf_options_done(&options);
	}
}

/* A feed that is to be polled each five minutes, or each two days, is: whatever holds for
 * the others. */
static void
the_closer_limit_holds(void **state)
{
	struct fixture *f = *state;
	load(f, "[slow]\nmax-interval = 12h\n");
	static const struct {
		const char *tag, *name, *value;
		int64_t least, most; /* minutes */
	} cases[] = {
		{"x", "max-interval", "5m", 5, 5},
		{"x", "max-interval", "1h", 15, 60},
		{"x", "min-interval", "2d", 2880, 2880},
		{"slow", "min-interval", "20h", 1200, 1200},
		{"slow", "min-interval", "1h", 60, 720},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *tag = (char *)(uintptr_t)cases[i].tag;
		struct subscription_option own = {(char *)(uintptr_t)cases[i].name,
			(char *)(uintptr_t)cases[i].value};
		const struct subscription sub = {
			.tags = &tag, .tags_len = 1, .options = &own, .options_len = 1};
		struct options options;
		conf_feed_options(&options, &f->options, &f->config, &sub);
		assert_int_equal(options.min_interval, cases[i].least * 60000);
		assert_int_equal(options.max_interval, cases[i].most * 60000);
		conf_options_done(&options);
	}
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_missing_file_is_the_defaults),
		CASE(statements_load),
		CASE(a_browser_is_a_command_without_a_shell),
		CASE(faulty_lines_are_told_and_the_rest_loads),
		CASE(lines_under_a_faulty_header_are_skipped),
		CASE(windows_line_ends_and_bom_are_no_fault),
		CASE(nul_bytes_are_a_fault_of_their_line),
		CASE(ten_megabytes_are_refused),
		CASE(many_faults_end_in_one_sentence),
		CASE(an_included_file_is_read_in_place),
		CASE(an_include_loop_is_seen),
		CASE(a_directory_can_not_be_read),
		CASE(a_readable_password_is_warned_of),
		CASE(the_closer_limit_holds),
		CASE(a_feed_takes_its_sections_and_its_line),
	};
	return UNIT_RUN(tests);
}
