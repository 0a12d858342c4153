#include "config.h"

#include "tests/unit/unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/letter.h"
#include "base/mem.h"
#include "base/thread.h"
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

/* Cases 1, 2, 4, 7-10: whatever goes in, one harmless line comes out. */
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

/* Whatever is at whatever place of a line, which is looked at 16 bytes at a time. */
static void
each_place_of_a_line_is_cleaned(void **state)
{
	static const struct {
		const char *in, *want;
	} parts[] = {{" ", " "}, {"  ", " "}, {"\t", " "}, {"\x7f", ""}, {"\x01", ""},
		{" \x1f ", " "}, {"~", "~"}, {"\xc3\xa9", "\xc3\xa9"}, {"", ""}};
	struct buf in = BUF_INIT(0), want = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		for (size_t before = 1; before < 40; before++)
			for (size_t after = 1; after < 40; after++) {
				buf_clear(&in);
				buf_clear(&want);
				buf_addf(&in, "%0*d%s%0*d", (int)before, 1, parts[i].in,
					(int)after, 2);
				buf_addf(&want, "%0*d%s%0*d", (int)before, 1,
					parts[i].want, (int)after, 2);
				assert_string_equal(
					utf8_line(&arena, in.data, in.len, 0), want.data);
				arena_reset(&arena);
			}
	assert_string_equal(utf8_line(&arena, " x ", 3, 0), "x");
	assert_string_equal(
		utf8_line(&arena, "0123456789abcdef ", 17, 0), "0123456789abcdef");
	assert_string_equal(utf8_line(&arena, "0123456789", 10, 10), "0123456…");
	assert_null(utf8_line(&arena, "  ", 2, 0));
	assert_null(utf8_line(&arena, "", 0, 0));
	buf_done(&in);
	buf_done(&want);
	arena_done(&arena);
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

static void
letters_are_known(void **state)
{
	(void)state;
	static const struct {
		uint32_t cp, lower, base;
		enum letter_kind kind;
		bool mark, accent;
	} cases[] = {
		{'A', 'a', 'a', LETTER_WORD, false, false},
		{'7', '7', '7', LETTER_WORD, false, false},
		{'-', '-', '-', LETTER_SEPARATOR, false, false},
		{0xa0, 0xa0, 0xa0, LETTER_SEPARATOR, false, false},
		{0xc9, 0xe9, 'e', LETTER_WORD, false, true},      /* É */
		{0x142, 0x142, 'l', LETTER_WORD, false, true},    /* ł */
		{0x301, 0x301, 0, LETTER_WORD, true, true},       /* acute */
		{0x3a3, 0x3c3, 0x3c3, LETTER_WORD, false, false}, /* Σ */
		{0x401, 0x451, 0x435, LETTER_WORD, false, true},  /* Ё */
		{0x419, 0x439, 0x439, LETTER_WORD, false, false}, /* Й */
		{0x93e, 0x93e, 0x93e, LETTER_WORD, false, false}, /* a vowel's sign */
		{0x94d, 0x94d, 0x94d, LETTER_WORD, true, false},  /* virama */
		{0x1ebf, 0x1ebf, 'e', LETTER_WORD, false, true},  /* ế */
		{0x2014, 0x2014, 0x2014, LETTER_SEPARATOR, false, false},
		{0x3001, 0x3001, 0x3001, LETTER_SEPARATOR, false, false},
		{0x304c, 0x304c, 0x304c, LETTER_IDEOGRAPH, false, false}, /* が */
		{0x6771, 0x6771, 0x6771, LETTER_IDEOGRAPH, false, false}, /* 東 */
		{0xfffd, 0xfffd, 0xfffd, LETTER_SEPARATOR, false, false},
		{0x1e900, 0x1e922, 0x1e922, LETTER_WORD, false, false}, /* Adlam */
		{0x20000, 0x20000, 0x20000, LETTER_IDEOGRAPH, false, false},
		{0x10ffff, 0x10ffff, 0x10ffff, LETTER_SEPARATOR, false, false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct letter *letter = letter_of(cases[i].cp);
		assert_int_equal(letter->lower, cases[i].lower);
		assert_int_equal(letter->base, cases[i].base);
		assert_int_equal(letter->kind, cases[i].kind);
		assert_int_equal(letter->mark, cases[i].mark);
		assert_int_equal(letter->accent, cases[i].accent);
		assert_int_equal(letter_mark(cases[i].cp), cases[i].mark);
		assert_ptr_equal(letter, letter_of(cases[i].cp));
	}
	assert_int_equal(letter_compose('e', 0x301), 0xe9);
	assert_int_equal(letter_compose('x', 0x301), 0);
}

static void
ask_all(void *data)
{
	const struct letter **first = data;
	for (uint32_t page = 0; page < LETTER_PAGES; page++)
		first[page] = letter_of(page * LETTER_PAGE);
}

/* All threads get the same answers, whichever asks first. */
static void
threads_ask_for_letters_at_once(void **state)
{
	(void)state;
	static const struct letter *seen[3][LETTER_PAGES];
	struct thread *threads[2];
	struct err err;
	for (size_t i = 0; i < COUNT_OF(threads); i++)
		assert_int_equal(
			thread_start(&threads[i], "letters", ask_all, seen[i], &err), OK);
	ask_all(seen[2]);
	for (size_t i = 0; i < COUNT_OF(threads); i++)
		assert_true(thread_join(threads[i], -1));
	assert_memory_equal(seen[0], seen[2], sizeof seen[0]);
	assert_memory_equal(seen[1], seen[2], sizeof seen[0]);
}

/* The fast paths agree with the general case. */
static void
every_character_comes_back(void **state)
{
	(void)state;
	for (uint32_t cp = 0; cp < 0x110000; cp++) {
		char bytes[4], any[4];
		uint32_t back;
		size_t n = utf8_encode(cp, bytes);
		assert_int_equal(utf8_encode_any(cp, any), n);
		assert_memory_equal(bytes, any, n);
		assert_int_equal(utf8_decode(bytes, n, &back), n);
		assert_int_equal(
			back, cp >= 0xd800 && cp <= 0xdfff ? UTF8_REPLACEMENT : cp);
	}
	/* Two and three bytes, valid and invalid, cut after each. */
	for (uint32_t bits = 0; bits < 1 << 16; bits++) {
		const char text[] = {(char)(bits >> 8), (char)bits, (char)0x80};
		for (size_t n = 1; n <= sizeof text; n++) {
			uint32_t one, other;
			assert_int_equal(utf8_decode(text, n, &one),
				utf8_decode_any(text, n, &other));
			assert_int_equal(one, other);
		}
	}
}

/* A word without an end is looked at once, not once for each character that is kept. */
static void
endless_words_are_cut_at_once(void **state)
{
	(void)state;
	size_t n = (size_t)8 << 20;
	char *word = mem_alloc(n);
	struct buf out = BUF_INIT(0);
	memset(word, 'a', n);
	assert_int_equal(utf8_keep_line(&out, word, n, 4096), OK);
	assert_int_equal(out.len, 4096);
	assert_string_equal(out.data + 4093, "…");
	buf_done(&out);
	free(word);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(endless_words_are_cut_at_once),
		cmocka_unit_test(decodes_and_refuses_as_rfc_3629),
		cmocka_unit_test(a_line_cannot_steer_a_terminal),
		cmocka_unit_test(each_place_of_a_line_is_cleaned),
		cmocka_unit_test(zalgo_keeps_four_marks),
		cmocka_unit_test(a_long_line_is_cut_between_characters),
		cmocka_unit_test(text_keeps_its_lines),
		cmocka_unit_test(fits_whole_characters_into_cells),
		cmocka_unit_test(letters_are_known),
		cmocka_unit_test(threads_ask_for_letters_at_once),
		cmocka_unit_test(every_character_comes_back),
	};
	return UNIT_RUN(tests);
}
