#include "config.h"

#include "unit.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/str.h"
#include "output/command_line.h"

static const struct output_fields plain = {
	.url = "http://x.example/a?b=1&c=$(id)",
	.title = "A title; rm -rf \"$HOME\" `id`",
	.feed = "Feed",
	.feed_url = "http://x.example/feed",
	.author = "Ann",
	.date = "2026-11-28T12:00:00Z",
	.id = "17",
	.enclosure = "http://x.example/e.mp3",
};

/* The words, each in brackets; or the sentence that refuses them. */
static const char *
vector(const char *line, const struct output_fields *fields, bool bare)
{
	static struct buf out;
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	char **argv;
	buf_done(&out);
	out = (struct buf)BUF_INIT(0);
	if (output_command(&arena, line, fields, bare, &argv, &err) != OK)
		buf_adds(&out, err.text);
	else
		for (; *argv; argv++)
			buf_addf(&out, "[%s]", *argv);
	arena_done(&arena);
	return buf_str(&out);
}

static void
fields_are_put_in(void **state)
{
	(void)state;
	static const struct {
		const char *line;
		bool bare;
		const char *argv;
	} cases[] = {
		{"mpv %u", false, "[mpv][http://x.example/a?b=1&c=%24%28id%29]"},
		{"mpv", true, "[mpv][http://x.example/a?b=1&c=%24%28id%29]"},
		{"mpv", false, "[mpv]"},
		{"mpv --x=%i %e", false, "[mpv][--x=17][http://x.example/e.mp3]"},
		{"note %t", false, "[note][A title; rm -rf \"$HOME\" `id`]"},
		{"note 'by %a: %f'", false, "[note][by Ann: Feed]"},
		{"x %F %d %%u %%", false,
			"[x][http://x.example/feed][2026-11-28T12:00:00Z][%u][%]"},
		{"x %20 100% %(a)s", false, "[x][%20][100%][%(a)s]"},
		{"x %t%q", false,
			"unknown placeholder %q; use one of %u, %t, %f, %F, %a, %d, "
			"%i, %e, or %% for a percent sign"},
		{"sh -c 'mpv \"$1\"' sh %u", false,
			"[sh][-c][mpv \"$1\"][sh][http://x.example/a?b=1&c=%24%28id%29]"},
		{"", false, "the command is empty"},
		{"x 'y", false, "the command has a quotation mark that is not closed"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			vector(cases[i].line, &plain, cases[i].bare), cases[i].argv);
}

static const char letters[] = "utfFadie";

/* For every placeholder: nothing of a feed is read as a program, an option, or a
 * command. */
static void
no_field_becomes_code(void **state)
{
	(void)state;
	static const char *const lines[] = {"%%%c", "%%%c x", "sh -c %%%c",
		"sh -c 'echo %%%c'", "bash -lc 'x %%%c'", "env X=1 sh -c 'x %%%c'",
		"perl -e 'print q(%%%c)'", "ssh host 'open %%%c'",
		"tmux new-window 'm %%%c'", "/usr/bin/zsh 'x %%%c'", "x --command %%%c",
		"x -%%%c", "x --%%%c", "awk '/%%%c/'", "xterm -e %%%c"};
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		for (size_t k = 0; letters[k]; k++) {
			char line[64];
			snprintf(line, sizeof line, "%s", lines[i]);
			char *at = strstr(line, "%%%c");
			memmove(at + 2, at + 4, strlen(at + 4) + 1);
			at[0] = '%';
			at[1] = letters[k];
			if (!strstr(vector(line, &plain, false), "would make a command"))
				fail_msg("%s: %s", line, vector(line, &plain, false));
		}
}

/* Leading dashes, line breaks, escapes and very long texts stay one harmless word. */
static void
no_field_becomes_an_option_or_two_words(void **state)
{
	(void)state;
	static const char *const texts[] = {"-rf", "--output=/etc/passwd", "-", "--",
		"a\nb", "a\r\n--x", "\033]0;x\007y", "a\tb", "  -x", "\xe2\x80\xae-x",
		"\n-x", "\xff-x", "' ; id ; '", "$(id)", "%u%t"};
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		for (size_t k = 0; letters[k]; k++) {
			char line[16];
			const char *t = texts[i];
			const struct output_fields all = {t, t, t, t, t, t, t, t};
			struct arena arena = ARENA_INIT;
			char **argv = NULL;
			snprintf(line, sizeof line, "x %%%c", letters[k]);
			int status =
				output_command(&arena, line, &all, false, &argv, NULL);
			bool address = letters[k] == 'u' || letters[k] == 'e';
			assert_int_equal(status, address ? ERR_INVALID : OK);
			if (!address) {
				assert_non_null(argv[1]);
				assert_null(argv[2]);
				assert_true(argv[1][0] != '-');
				for (const char *p = argv[1]; *p; p++)
					assert_true((unsigned char)*p >= 0x20);
			}
			char **env = output_environment(&arena, &all);
			for (size_t n = 0; env[n]; n++) {
				assert_true(str_starts(env[n], "COURANT_"));
				for (const char *p = env[n]; *p; p++)
					assert_true((unsigned char)*p >= 0x20);
			}
			arena_done(&arena);
		}
}

static void
what_is_missing_is_said(void **state)
{
	(void)state;
	static const struct output_fields none = {.title = "t"};
	static const struct output_fields script = {.url = "javascript:alert(1)"};
	assert_non_null(strstr(vector("x %u", &none, false), "no web address"));
	assert_non_null(strstr(vector("x", &script, true), "no web address"));
	assert_non_null(strstr(vector("x %e", &none, false), "no attachment"));
	assert_string_equal(vector("x %t%a", &none, false), "[x][t]");
	assert_string_equal(vector("x %a", &none, false), "[x][]");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_put_in),
		cmocka_unit_test(no_field_becomes_code),
		cmocka_unit_test(no_field_becomes_an_option_or_two_words),
		cmocka_unit_test(what_is_missing_is_said),
	};
	return UNIT_RUN(tests);
}
