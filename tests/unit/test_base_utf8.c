#include "config.h"

#include "tests/unit/unit.h"

#include <locale.h>

#include "base/err.h"
#include "base/utf8.h"

static void
decodes_and_refuses_as_rfc_3629(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t n, len;
		uint32_t cp;
	} cases[] = {
		{"a", 1, 1, 'a'},
		{"\xc3\xa9", 2, 2, 0xe9},
		{"\xe2\x82\xac", 3, 3, 0x20ac},
		{"\xf0\x9f\x98\x80", 4, 4, 0x1f600},
		{"\xf4\x8f\xbf\xbf", 4, 4, 0x10ffff},
		{"\xc3", 1, 1, UTF8_REPLACEMENT},             /* cut */
		{"\xc0\x80", 2, 1, UTF8_REPLACEMENT},         /* overlong */
		{"\xe0\x80\x80", 3, 1, UTF8_REPLACEMENT},     /* overlong */
		{"\xed\xa0\x80", 3, 1, UTF8_REPLACEMENT},     /* surrogate */
		{"\xf4\x90\x80\x80", 4, 1, UTF8_REPLACEMENT}, /* above U+10FFFF */
		{"\xff", 1, 1, UTF8_REPLACEMENT},
		{"\x80", 1, 1, UTF8_REPLACEMENT},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint32_t cp;
		assert_int_equal(
			utf8_decode(cases[i].bytes, cases[i].n, &cp), cases[i].len);
		assert_int_equal(cp, cases[i].cp);
		char out[4];
		if (cp != UTF8_REPLACEMENT) {
			assert_int_equal(utf8_encode(cp, out), cases[i].n);
			assert_memory_equal(out, cases[i].bytes, cases[i].n);
		}
	}
	assert_true(utf8_valid("z\xc3\xa9", 3));
	assert_false(utf8_valid("z\xc3", 2));
}

/* Cases 1, 2, 4, 7-10: whatever comes in, one harmless line goes out. */
static void
a_line_cannot_steer_a_terminal(void **state)
{
	(void)state;
	static const struct {
		const char *in, *want;
	} cases[] = {
		{"a\x1b[2Jb", "a[2Jb"},
		{"\xc2\x9b"
		 "31m",
			"31m"},
		{"a\nb\tc\r\n d\x0c", "a b c d"},
		{"bell\x07 bs\x08", "bell bs"},
		{"good\xe2\x80\xaegpj.exe", "goodgpj.exe"},
		{"\xe2\x81\xa6x\xe2\x81\xa9", "x"},
		{"zero\xe2\x80\x8bwidth\xef\xbb\xbf", "zerowidth"},
		{"soft\xc2\xadhyphen", "softhyphen"},
		{"nb\xc2\xa0sp", "nb sp"},
		{"\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4"},
		{"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"},
		{"bad\xff!", "bad\xef\xbf\xbd!"},
		{"  ", ""},
		{"tag\xf3\xa0\x81\x81x", "tagx"},
	};
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		buf_clear(&out);
		assert_int_equal(
			utf8_clean_line(&out, cases[i].in, strlen(cases[i].in), 0), OK);
		assert_string_equal(buf_str(&out), cases[i].want);
	}
	buf_done(&out);
}

static void
zalgo_keeps_four_marks(void **state)
{
	(void)state;
	struct buf in = BUF_INIT(0), out = BUF_INIT(0);
	buf_adds(&in, "e");
	for (int i = 0; i < 200; i++)
		buf_adds(&in, "\xcc\x81");
	buf_adds(&in, "f");
	assert_int_equal(utf8_clean_line(&out, in.data, in.len, 0), OK);
	assert_int_equal(out.len, 1 + 4 * 2 + 1);
	buf_done(&in);
	buf_done(&out);
}

static void
a_long_line_is_cut_between_characters(void **state)
{
	(void)state;
	struct buf out = BUF_INIT(0);
	assert_int_equal(utf8_clean_line(&out, "éééééééééé", 20, 10), OK);
	assert_string_equal(buf_str(&out), "ééé…");
	assert_true(utf8_valid(out.data, out.len));
	buf_done(&out);
}

static void
text_keeps_its_lines(void **state)
{
	(void)state;
	struct buf out = BUF_INIT(0);
	const char *in = "a\n\tb \x1b]52;c;x\x07\xe2\x80\xae";
	assert_int_equal(utf8_clean_text(&out, in, strlen(in)), OK);
	assert_string_equal(buf_str(&out), "a\n\tb ]52;c;x");
	buf_done(&out);
}

static void
fits_whole_characters_into_cells(void **state)
{
	(void)state;
	static const struct {
		const char *s;
		size_t cells, bytes, used;
	} cases[] = {
		{"abc", 2, 2, 2},
		{"日本語", 4, 6, 4},
		{"日本語", 5, 6, 4}, /* never half a wide character: case 11 */
		{"e\xcc\x81x", 1, 3, 1},
		{"", 3, 0, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t used;
		const char *s = cases[i].s;
		assert_int_equal(
			utf8_fit(s, strlen(s), cases[i].cells, &used), cases[i].bytes);
		assert_int_equal(used, cases[i].used);
	}
	assert_int_equal(utf8_columns("日本 é", strlen("日本 é")), 6);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decodes_and_refuses_as_rfc_3629),
		cmocka_unit_test(a_line_cannot_steer_a_terminal),
		cmocka_unit_test(zalgo_keeps_four_marks),
		cmocka_unit_test(a_long_line_is_cut_between_characters),
		cmocka_unit_test(text_keeps_its_lines),
		cmocka_unit_test(fits_whole_characters_into_cells),
	};
	return UNIT_RUN(tests);
}
