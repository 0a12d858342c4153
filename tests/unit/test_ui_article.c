/*
 * An article that is so long that even its words are counted in slices, and the forms of
 * one.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "ui/article/article_inside.h"
#include "ui/command/command.h"
#include "ui/ui_inside.h"

#define LONG 100000 /* paragraphs: two and a half megabytes */

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
shows(struct reader *r, const char *words)
{
	bool shows = false;
	for (size_t y = 0; y < READER_HEIGHT; y++)
		shows |= strstr(reader_row(r, y), words) != NULL;
	return shows;
}

/* Do the lines above the text say it now? */
static bool
head_says(const struct reader *r, const char *words)
{
	const struct ui_article *v = (const struct ui_article *)r->ui.focus;
	bool says = false;
	for (size_t i = 0; i < v->head.len; i++)
		says |= strstr(v->head.list[i].text, words) != NULL;
	return says;
}

/* Another form of it is no other text. */
static void
words_are_counted_in_slices(void **state)
{
	struct reader *r = *state;
	struct buf text = BUF_INIT(0);
	for (size_t i = 0; i < LONG; i++)
		buf_adds(&text, "<p>one two three four</p>\n");
	char said[40];
	snprintf(said, sizeof said, "%d words", 4 * LONG);
	open_article(r, buf_str(&text));
	ui_draw(&r->ui);
	assert_false(head_says(r, "words"));
	ui_step(&r->ui);
	assert_false(head_says(r, "words"));
	while (ui_step(&r->ui))
		;
	assert_true(head_says(r, said));
	ui_run_command(&r->ui, ui_command("view"), "source");
	ui_draw(&r->ui);
	assert_true(head_says(r, said));
	buf_done(&text);
}

static void
each_form_has_its_text(void **state)
{
	struct reader *r = *state;
	static const struct {
		const char *form, *want;
	} cases[] = {{"source", "<p>A <b>text</b>.</p>"}, {"fields", "title: a0"},
		{"plain", "A text."}, {"fields", "title: a0"}, {"rendered", "A text."}};
	open_article(r, "<p>A <b>text</b>.</p>");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ui_run_command(&r->ui, ui_command("view"), cases[i].form);
		if (!shows(r, cases[i].want))
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
