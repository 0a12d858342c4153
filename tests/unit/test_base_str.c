#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/size.h"
#include "base/str.h"

/* As POSIX quoting has it (XCU 2.2), without any expansion. */
static void
words_split_like_a_shell(void **state)
{
	(void)state;
	static const struct {
		const char *line;
		size_t count;
		const char *words[4];
	} cases[] = {
		{"", 0, {0}},
		{"  a  b\t", 2, {"a", "b"}},
		{"\"tag two\" 'x \"y'", 2, {"tag two", "x \"y"}},
		{"\"~Say \\\"hi\\\" \\\\\" b\\ c", 2, {"~Say \"hi\" \\", "b c"}},
		{"\"\" x", 2, {"", "x"}},
		{"a\"b c\"d", 1, {"ab cd"}},
		{"$(touch a);b", 2, {"$(touch", "a);b"}},
		{"'a\\b'", 1, {"a\\b"}},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char **words;
		size_t count;
		assert_int_equal(str_words(cases[i].line, &words, &count), OK);
		assert_int_equal(count, cases[i].count);
		for (size_t k = 0; k < count; k++)
			assert_string_equal(words[k], cases[i].words[k]);
		assert_null(words[count]);
		free(words);
	}
}

static void
an_open_quote_is_an_error(void **state)
{
	(void)state;
	char **words;
	size_t count;
	assert_int_equal(str_words("a \"b", &words, &count), ERR_SYNTAX);
	assert_int_equal(str_words("'", &words, &count), ERR_SYNTAX);
}

static void
integers_fill_the_span(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int status;
		int64_t value;
	} cases[] = {
		{"0", OK, 0},
		{"-12", OK, -12},
		{"+7", OK, 7},
		{"9223372036854775807", OK, INT64_MAX},
		{"9223372036854775808", ERR_INVALID, 0},
		{"99999999999999999999", ERR_INVALID, 0},
		{"", ERR_INVALID, 0},
		{"-", ERR_INVALID, 0},
		{"1 ", ERR_INVALID, 0},
		{"0x1", ERR_INVALID, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int64_t value = 0;
		assert_int_equal(
			str_int(span_of(cases[i].text), &value), cases[i].status);
		assert_int_equal(value, cases[i].value);
	}
}

static void
hundredths_are_read_and_written(void **state)
{
	(void)state;
	const struct {
		const char *text;
		int64_t value;
		const char *back; /* NULL: it is not one */
	} cases[] = {
		{"1", 100, "1"},
		{"1.4", 140, "1.4"},
		{"0.25", 25, "0.25"},
		{"1.05", 105, "1.05"},
		{"2.00", 200, "2"},
		{"", 0, NULL},
		{".5", 0, NULL},
		{"1.", 0, NULL},
		{"1.234", 0, NULL},
		{"1.-4", 0, NULL},
		{"-1", 0, NULL},
		{"1.4.", 0, NULL},
		{"92233720368547758", 0, NULL},
		{"1.x", 0, NULL},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		int64_t value = 0;
		assert_int_equal(str_hundredths(span_of(cases[i].text), &value),
			cases[i].back ? OK : ERR_INVALID);
		assert_int_equal(value, cases[i].value);
		buf_add_hundredths(&out, value);
		if (cases[i].back)
			assert_string_equal(buf_str(&out), cases[i].back);
		buf_done(&out);
	}
}

static void
spans_split_and_trim(void **state)
{
	(void)state;
	struct span rest = span_of("a,,b"), part;
	assert_true(span_split(&rest, ',', &part));
	assert_true(span_eq(part, "a"));
	assert_true(span_split(&rest, ',', &part));
	assert_int_equal(part.n, 0);
	assert_true(span_split(&rest, ',', &part));
	assert_true(span_eq(part, "b"));
	assert_false(span_split(&rest, ',', &part));
	assert_true(span_eq(span_trim(span_of(" \t x y \r\n")), "x y"));
	assert_int_equal(span_trim(span_of(" \n")).n, 0);
}

/* ASCII only: the Turkish dotted I must never decide (case 158). */
static void
case_is_ascii(void **state)
{
	(void)state;
	assert_true(str_ieq("TITLE", "title"));
	assert_false(str_ieq("title", "t\xc4\xb1tle"));
	assert_false(str_ieq("a", "ab"));
	assert_true(str_ieq(NULL, NULL));
	assert_true(str_istarts("FEED://x", "feed:"));
	const char *hay = "Some <TITLE> here";
	assert_ptr_equal(str_ifind(hay, strlen(hay), "<title>"), hay + 5);
	assert_null(str_ifind(hay, 8, "<title>"));
}

static void
ends_digits_and_lists(void **state)
{
	(void)state;
	static const char *const words[] = {"feed", "rss"};
	assert_true(str_ends("a.state", ".state"));
	assert_true(str_ends(".state", ".state"));
	assert_true(str_ends("a", ""));
	assert_false(str_ends("state", ".state"));
	assert_false(str_ends("a.states", ".state"));
	assert_false(str_ends("a.STATE", ".state"));
	for (int c = 0; c < 256; c++) {
		const char *at = c ? strchr("0123456789abcdefABCDEF", c) : NULL;
		int value = at ? (int)strtol((char[]){(char)c, '\0'}, NULL, 16) : -1;
		assert_int_equal(str_hex((char)c), value);
	}
	assert_true(span_is_any(SPAN_LIT("RSS"), words, COUNT_OF(words)));
	assert_false(span_is_any(SPAN_LIT("rs"), words, COUNT_OF(words)));
	assert_false(span_is_any(SPAN_LIT("feeds"), words, COUNT_OF(words)));
	assert_false(span_is_any(SPAN_LIT(""), words, 0));
	assert_true(span_among(SPAN_LIT("RSS"), "feed rss"));
	assert_false(span_among(SPAN_LIT("rs"), "feed rss"));
	assert_false(span_among(SPAN_LIT("feed rss"), "feed rss"));
}

static void
spans_are_compared(void **state)
{
	(void)state;
	const struct span none = {NULL, 0}, sea = SPAN_LIT("sea"),
			  upper = SPAN_LIT("SEA");
	assert_true(span_same(sea, span_of("sea")));
	assert_false(span_same(sea, upper));
	assert_true(span_isame(sea, upper));
	assert_false(span_isame(sea, SPAN_LIT("seas")));
	assert_true(span_same(none, SPAN_LIT("")));
	assert_true(span_isame(SPAN_LIT(""), none));
	assert_false(span_same(sea, none));
	assert_true(span_eq(none, ""));
}

static void
typos_get_a_suggestion(void **state)
{
	(void)state;
	static const char *const names[] = {"fetch-window", "host-gap", "browser", NULL};
	assert_string_equal(str_suggest("fetch-windw", names), "fetch-window");
	assert_string_equal(str_suggest("borwser", names), "browser");
	assert_null(str_suggest("zzzzzzzz", names));
}

static void
sizes_say_something(void **state)
{
	(void)state;
	static const struct {
		int64_t bytes;
		const char *want;
	} cases[] = {{0, "0 B"}, {999, "999 B"}, {1000, "1 kB"}, {80999, "80 kB"},
		{999999, "999 kB"}, {1000000, "1.0 MB"}, {24690000, "24.6 MB"},
		{99999999, "99.9 MB"}, {412000000, "412 MB"}, {5368709120, "5.3 GB"},
		{123456789012345, "123456 GB"}, {INT64_MAX, "9223372036 GB"}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char text[SIZE_TEXT];
		assert_string_equal(size_format(cases[i].bytes, text), cases[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_split_like_a_shell),
		cmocka_unit_test(an_open_quote_is_an_error),
		cmocka_unit_test(integers_fill_the_span),
		cmocka_unit_test(hundredths_are_read_and_written),
		cmocka_unit_test(spans_split_and_trim),
		cmocka_unit_test(case_is_ascii),
		cmocka_unit_test(ends_digits_and_lists),
		cmocka_unit_test(spans_are_compared),
		cmocka_unit_test(typos_get_a_suggestion),
		cmocka_unit_test(sizes_say_something),
	};
	return UNIT_RUN(tests);
}
