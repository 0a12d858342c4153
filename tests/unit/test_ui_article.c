/*
 * An article that is so long that even its words are counted in slices, and the forms of
 * one.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <locale.h>
#include <string.h>

#include "base/buf.h"
#include "ui/command/command.h"
#include "ui/ui_inside.h"

static void
open_article(struct reader *r, const char *text)
{
	static const char *const feeds[] = {"http://a.example/f"};
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	poll_feed(r->store, 1, T0, make_numbered("a", 1, text));
	reader_open(r);
	reader_command(r, "open");
	reader_command(r, "open");
}

static bool
head_says(struct reader *r, const char *words)
{
	bool says = false;
	for (size_t y = 0; y < READER_HEIGHT; y++)
		says |= strstr(reader_row(r, y), words) != NULL;
	return says;
}

/* Reading on meanwhile, what is read stays where it is, though the head grows. */
static void
words_are_counted_in_slices(void **state)
{
	struct reader *r = *state;
	struct buf text = BUF_INIT(0);
	while (text.len < (size_t)5 << 19)
		buf_adds(&text, "<p>one two three four</p>\n");
	size_t words = 4 * (text.len / (sizeof "<p>one two three four</p>\n" - 1));
	struct buf said = BUF_INIT(0);
	buf_addf(&said, "%zu words", words);
	open_article(r, buf_str(&text));
	assert_false(head_says(r, "words"));
	ui_step(&r->ui);
	assert_false(head_says(r, "words"));
	ui_step(&r->ui);
	assert_true(head_says(r, buf_str(&said)));
	ui_run_command(&r->ui, ui_command("view"), "source");
	assert_true(head_says(r, buf_str(&said)));
	buf_done(&said);
	buf_done(&text);
}

static void
each_form_has_its_text(void **state)
{
	struct reader *r = *state;
	static const struct {
		const char *form, *want;
	} cases[] = {{"source", "<p>A <b>text</b>.</p>"}, {"fields", "title: a 0"},
		{"plain", "A text."}, {"fields", "title: a 0"}, {"rendered", "A text."}};
	open_article(r, "<p>A <b>text</b>.</p>");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ui_run_command(&r->ui, ui_command("view"), cases[i].form);
		if (!head_says(r, cases[i].want))
			fail_msg("%s: no %s", cases[i].form, cases[i].want);
	}
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, reader_setup, reader_teardown)

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		CASE(words_are_counted_in_slices),
		CASE(each_form_has_its_text),
	};
	return UNIT_RUN(tests);
}
