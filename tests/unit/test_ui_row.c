#include "config.h"

#include "unit.h"

#include <locale.h>

#include "base/buf.h"
#include "ui/draw/row.h"

/* What a row of width cells shows of text, between bars so that blanks are seen. */
static const char *
shown(struct ui_row *row, size_t width, bool ascii, const char *text)
{
	ui_row_init(row);
	ui_row_start(row, width, STYLE_NORMAL);
	row->ascii = ascii;
	ui_row_put(row, STYLE_NORMAL, text, width);
	ui_row_end(row);
	return buf_str(&row->text);
}

static void
text_is_cut_to_cells(void **state)
{
	(void)state;
	static const struct {
		size_t width;
		const char *text, *row;
	} cases[] = {
		{5, "abc", "abc  "}, {3, "abc", "abc"}, {3, "abcd", "ab…"},
		{1, "abcd", "…"}, {0, "abcd", ""}, {4, "日本", "日本"},
		{3, "日本", "日…"}, {4, "日本語", "日… "}, /* never half a character */
		{2, "日本", "… "}, {3, "e\xcc\x81t\xc3\xa9", "e\xcc\x81t\xc3\xa9"},
		{2, "e\xcc\x81t\xc3\xa9", "e\xcc\x81…"}, /* the mark stays with its e */
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_row row;
		assert_string_equal(
			shown(&row, cases[i].width, false, cases[i].text), cases[i].row);
		assert_int_equal(row.cells, cases[i].width);
		ui_row_done(&row);
	}
}

/* Cases 1 to 10 and 12: nothing that steers a terminal passes, and columns stay. */
static void
nothing_hostile_passes(void **state)
{
	(void)state;
	static const struct {
		const char *text, *row;
	} cases[] = {
		{"a\033[2Jb", "a[2Jb   "},
		{"a\xc2\x9b"
		 "31mb",
			"a31mb   "},
		{"a\nb\tc\rd", "a b c d "}, {"a\bb\ac\fd", "abcd    "},
		{"a\xe2\x80\xae"
		 "b",
			"ab      "}, /* U+202E */
		{"a\xe2\x80\x8b"
		 "b\xef\xbb\xbf",
			"ab      "},                                  /* U+200B, U+FEFF */
		{"\xe2\x9d\xa4\xef\xb8\x8f!", "\xe2\x9d\xa4!      "}, /* VS16 */
		{"a\xff"
		 "b",
			"a\xef\xbf\xbd"
			"b     "},
		{"\xcc\x81"
		 "a",
			"a       "}, /* a mark on nothing */
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_row row;
		assert_string_equal(shown(&row, 8, false, cases[i].text), cases[i].row);
		ui_row_done(&row);
	}
}

/* Case 16. */
static void
ascii_where_there_is_no_utf8(void **state)
{
	(void)state;
	static const struct {
		const char *text, *row;
	} cases[] = {
		{"r\xc3\xa9sum\xc3\xa9", "resume      "},
		{"\xe2\x80\x9cHi\xe2\x80\x9d \xe2\x80\x93 x", "\"Hi\" - x    "},
		{"Stra\xc3\x9f"
		 "e \xe2\x82\xac"
		 "5",
			"Strasse EUR5"},
		{"日本", "??          "},
		{"a long line that is cut", "a long li..."},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_row row;
		assert_string_equal(shown(&row, 12, true, cases[i].text), cases[i].row);
		ui_row_done(&row);
	}
}

static void
columns_and_runs(void **state)
{
	(void)state;
	struct ui_row row;
	ui_row_init(&row);
	ui_row_start(&row, 16, STYLE_NORMAL);
	ui_row_column_right(&row, STYLE_COUNT, "12", 4);
	ui_row_blank(&row, 1);
	ui_row_column(&row, STYLE_UNREAD, "title", 6);
	ui_row_to(&row, 12);
	ui_row_put(&row, STYLE_DATE, "5 min", 9);
	ui_row_end(&row);
	assert_string_equal(buf_str(&row.text), "  12 title  5 m…");
	static const struct ui_run runs[] = {
		{0, STYLE_NORMAL},
		{2, STYLE_COUNT},
		{4, STYLE_NORMAL},
		{5, STYLE_UNREAD},
		{10, STYLE_NORMAL},
		{12, STYLE_DATE},
	};
	assert_int_equal(row.runs_len, COUNT_OF(runs));
	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		assert_int_equal(row.runs[i].start, runs[i].start);
		assert_int_equal(row.runs[i].style, runs[i].style);
	}
	ui_row_done(&row);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_cut_to_cells),
		cmocka_unit_test(nothing_hostile_passes),
		cmocka_unit_test(ascii_where_there_is_no_utf8),
		cmocka_unit_test(columns_and_runs),
	};
	return UNIT_RUN(tests);
}
