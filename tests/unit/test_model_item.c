/* An item's date and text. */
#include "config.h"

#include "unit.h"

#include "base/buf.h"
#include "base/time.h"
#include "model/item.h"

static void
the_date_is_that_of_publication_if_there_is_one(void **state)
{
	static const struct {
		int64_t published, updated, date;
	} cases[] = {
		{100, 200, 100}, {100, TIME_NONE, 100}, {TIME_NONE, 200, 200},
		{TIME_NONE, TIME_NONE, TIME_NONE}, {0, 200, 0}, /* 1970 is a date */
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item item = {
			.published = cases[i].published, .updated = cases[i].updated};
		assert_int_equal(item_date(&item), cases[i].date);
	}
}

static void
the_text_is_the_content_if_there_is_one(void **state)
{
	char content[] = "content", summary[] = "summary";
	struct item item = {.summary = {.text = summary}};
	(void)state;
	assert_ptr_equal(item_body(&item), &item.summary);
	item.content.text = content;
	assert_ptr_equal(item_body(&item), &item.content);
}

/* The same for lists, which read no more than a part of a text, and for its head. */
static void
minutes_are_those_of_words(void **state)
{
	static const struct {
		const char *repeated;
		size_t times;
		bool html;
		size_t minutes;
	} cases[] = {
		{"", 1, true, 0},
		{"<br>", 50, true, 0},
		{"word ", 1, false, 1},
		{"word ", 340, false, 1},
		{"word ", 350, false, 2},
		{"<p class=\"a b c d e f g h\">word</p> ", 350, true, 2},
		{"word ", 23000, false, 100},
		{"<i>word</i> ", 23000, true, 100},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf text = BUF_INIT(0);
		for (size_t k = 0; k < cases[i].times; k++)
			buf_adds(&text, cases[i].repeated);
		assert_int_equal(item_minutes(buf_str(&text), text.len, cases[i].html),
			cases[i].minutes);
		buf_done(&text);
	}
}

static void
words_are_the_same_in_parts(void **state)
{
	static const char text[] =
		"<p class=\"a b\">It's a line<br>of <b>five</b>, 日本語";
	size_t n = sizeof text - 1;
	(void)state;
	assert_int_equal(item_words(text, n, true), 6);
	for (size_t part = 1; part <= n; part++) {
		struct item_count count = {0};
		for (size_t i = 0; i < n; i += part)
			item_count_part(
				&count, text + i, n - i < part ? n - i : part, true);
		assert_int_equal(item_counted(&count), 6);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_date_is_that_of_publication_if_there_is_one),
		cmocka_unit_test(the_text_is_the_content_if_there_is_one),
		cmocka_unit_test(minutes_are_those_of_words),
		cmocka_unit_test(words_are_the_same_in_parts),
	};
	return UNIT_RUN(tests);
}
