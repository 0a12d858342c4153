#include "config.h"

#include "unit.h"

#include <locale.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/mem.h"
#include "conf/key.h"
#include "ui/draw/prompt.h"

#define CONTROL(letter) ((uint32_t)((letter) - 'A' + 1))

/* Characters stand for themselves; the keys of KEYS have capital letters. */
static const uint32_t keys[128] = {
	['L'] = KEY_CURSOR_LEFT,
	['R'] = KEY_CURSOR_RIGHT,
	['B'] = KEY_RUBOUT,
	['D'] = KEY_DELETE,
	['H'] = KEY_TO_HOME,
	['E'] = KEY_TO_END,
	['U'] = CONTROL('U'),
	['K'] = CONTROL('K'),
	['W'] = CONTROL('W'),
};

static void
lines_are_edited(void **state)
{
	(void)state;
	static const struct {
		const char *start, *typed, *text;
		size_t at;
	} cases[] = {
		{"", "abc", "abc", 3},
		{"abc", "LLx", "axbc", 2},
		{"abc", "B", "ab", 2},
		{"abc", "HD", "bc", 0},
		{"abc", "HB", "abc", 0},
		{"abc", "ED", "abc", 3},
		{"one two", "W", "one ", 4},
		{"one two ", "Wx", "one x", 5},
		{"one two", "LLLU", "two", 0},
		{"one two", "LLLLK", "one", 3},
		{"日本", "B", "日", 3},
		{"日本", "LLD", "本", 0},
		{"ae\xcc\x81", "B", "a", 1}, /* a letter goes with its marks */
		{"e\xcc\x81x", "HRy", "e\xcc\x81yx", 4},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_prompt p;
		ui_prompt_init(&p);
		ui_prompt_start(&p, "?", cases[i].start, NULL);
		for (const char *c = cases[i].typed; *c; c++) {
			uint32_t key = keys[(int)*c] ? keys[(int)*c] : (uint32_t)*c;
			assert_int_equal(ui_prompt_key(&p, key), UI_PROMPT_MORE);
		}
		assert_string_equal(buf_str(&p.text), cases[i].text);
		assert_int_equal(p.at, cases[i].at);
		ui_prompt_done(&p);
	}
}

static void
keys_that_end_it(void **state)
{
	(void)state;
	struct ui_prompt p;
	ui_prompt_init(&p);
	ui_prompt_start(&p, "?", "x", NULL);
	assert_int_equal(ui_prompt_key(&p, KEY_RETURN), UI_PROMPT_ACCEPT);
	assert_int_equal(ui_prompt_key(&p, KEY_ESCAPE), UI_PROMPT_CANCEL);
	assert_int_equal(ui_prompt_key(&p, KEY_TABULATOR), UI_PROMPT_TAB);
	assert_int_equal(ui_prompt_key(&p, KEY_RUBOUT), UI_PROMPT_MORE);
	assert_int_equal(ui_prompt_key(&p, KEY_RUBOUT), UI_PROMPT_CANCEL);
	ui_prompt_done(&p);
}

/* Case 144: a megabyte with escapes and line breaks is text, and is cut. */
static void
a_paste_is_text(void **state)
{
	(void)state;
	struct ui_prompt p;
	size_t n = (size_t)1 << 20;
	char *paste = mem_alloc(n);
	memset(paste, 'x', n);
	ui_prompt_init(&p);
	ui_prompt_start(&p, "?", NULL, NULL);
	ui_prompt_insert(&p, "a\nb\033[2J\tc\x07", 10);
	assert_string_equal(buf_str(&p.text), "a b[2J c");
	ui_prompt_insert(&p, paste, n);
	assert_int_equal(p.text.len, UI_PROMPT_MAX);
	assert_int_equal(p.at, UI_PROMPT_MAX);
	ui_prompt_done(&p);
	free(paste);
}

static void
lines_before_come_back(void **state)
{
	(void)state;
	struct ui_history history = {0};
	struct ui_prompt p;
	ui_history_add(&history, "one");
	ui_history_add(&history, "two");
	ui_history_add(&history, "two");
	ui_history_add(&history, "");
	assert_int_equal(history.len, 2);
	ui_prompt_init(&p);
	ui_prompt_start(&p, "?", NULL, &history);
	static const struct {
		uint32_t key;
		const char *text;
	} steps[] = {
		{KEY_CURSOR_UP, "two"},
		{KEY_CURSOR_UP, "one"},
		{KEY_CURSOR_UP, "one"},
		{KEY_CURSOR_DOWN, "two"},
		{KEY_CURSOR_DOWN, ""},
	};
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		ui_prompt_key(&p, steps[i].key);
		assert_string_equal(buf_str(&p.text), steps[i].text);
	}
	for (int i = 0; i < UI_HISTORY_MAX + 5; i++) {
		char line[16];
		snprintf(line, sizeof line, "%d", i);
		ui_history_add(&history, line);
	}
	assert_int_equal(history.len, UI_HISTORY_MAX);
	assert_string_equal(history.lines[0], "5");
	ui_prompt_done(&p);
	ui_history_done(&history);
}

static void
the_cursor_stays_in_sight(void **state)
{
	(void)state;
	struct ui_prompt p;
	struct ui_row row;
	ui_prompt_init(&p);
	ui_row_init(&row);
	ui_prompt_start(&p, "Go:", "0123456789", NULL);
	ui_row_start(&row, 10, STYLE_NORMAL);
	assert_int_equal(ui_prompt_row(&p, &row, true), 9);
	assert_string_equal(buf_str(&row.text), "Go: 56789 ");
	p.at = 0;
	ui_row_start(&row, 10, STYLE_NORMAL);
	assert_int_equal(ui_prompt_row(&p, &row, true), 4);
	assert_string_equal(buf_str(&row.text), "Go: 01234…");
	/* A label of more than half the row does not stand beside. */
	assert_true(ui_prompt_beside(&p, &row));
	ui_prompt_start(&p, "Where:", "0123456789", NULL);
	assert_false(ui_prompt_beside(&p, &row));
	ui_row_start(&row, 10, STYLE_NORMAL);
	assert_int_equal(ui_prompt_row(&p, &row, false), 9);
	assert_string_equal(buf_str(&row.text), "> 3456789 ");
	ui_prompt_start(&p, ":", "q", NULL);
	ui_row_start(&row, 10, STYLE_NORMAL);
	assert_int_equal(ui_prompt_row(&p, &row, true), 2);
	assert_string_equal(buf_str(&row.text), ":q        ");
	ui_row_done(&row);
	ui_prompt_done(&p);
}

static void
words_are_completed(void **state)
{
	(void)state;
	static const char *const words[] = {"fixed", "fixed:", "moving-average",
		"next-item", "next-unread", "zé", "zè", "übel", "über"};
	static const struct {
		const char *typed;
		size_t from;
		const char *text, *list;
		size_t count;
	} cases[] = {
		{"mov", 0, "moving-average ", "", 1},
		{"moving-average", 0, "moving-average ", "", 1},
		{"next", 0, "next-", "", 2},
		{"next-", 0, "next-", "next-item  next-unread", 2},
		{"f", 0, "fixed", "", 2},
		{"fixed", 0, "fixed", "fixed  fixed:", 2},
		{"fixed:", 0, "fixed:", "fixed:", 1}, /* a value is to follow */
		{"set x mo", 6, "set x moving-average ", "", 1},
		{"\xc3\xbc", 0, "übe", "", 2},
		{"z", 0, "z", "zé  zè", 2}, /* no half of a character */
		{"zz", 0, "zz", "", 0},
		{"next-x", 0, "next-x", "", 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf list = BUF_INIT(0);
		struct ui_prompt p;
		ui_prompt_init(&p);
		ui_prompt_start(&p, "?", cases[i].typed, NULL);
		p.at = cases[i].from; /* completing is at the end, wherever the cursor is
				       */
		assert_int_equal(ui_prompt_complete(&p, cases[i].from, words,
					 COUNT_OF(words), &list),
			cases[i].count);
		assert_string_equal(buf_str(&p.text), cases[i].text);
		assert_string_equal(buf_str(&list), cases[i].list);
		buf_done(&list);
		ui_prompt_done(&p);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_edited),
		cmocka_unit_test(keys_that_end_it),
		cmocka_unit_test(a_paste_is_text),
		cmocka_unit_test(lines_before_come_back),
		cmocka_unit_test(the_cursor_stays_in_sight),
		cmocka_unit_test(words_are_completed),
	};
	return UNIT_RUN(tests);
}
