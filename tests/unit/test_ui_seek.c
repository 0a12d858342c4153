/*
 * What takes longer than a key may wait is done in slices, and stopped by keys.
 */
#include "config.h"

#include "ui_long.h"

#include <locale.h>

#include "base/str.h"
#include "base/time.h"
#include "conf/key.h"
#include "model/item.h"
#include "ui/article/article_inside.h"
#include "ui/command/command.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"
#include "ui/items/seek.h"
#include "ui/ui_inside.h"

#define ITEMS 9000 /* a slice looks at 1,024 rows, or reads 2,048 keys */

static const char *const feeds[] = {"http://a.example/f", "http://b.example/f"};
static const uint32_t both[] = {1, 2};

/* A feed with many items and one with three; all are read except the oldest of each. */
static void
fill(struct reader *r)
{
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	long_poll(r->store, 1, "a", ITEMS);
	long_poll(r->store, 2, "b", 3);
	long_read_newer(r->store, both, COUNT_OF(both));
	reader_open(r);
}

static struct ui_items *
list(struct reader *r)
{
	return (struct ui_items *)ui_find(&r->ui, UI_ITEMS);
}

static void
assert_on(struct reader *r, const char *title)
{
	const char *row = reader_cursor(r, NULL), *last = strrchr(row, ' ');
	if (!last || !str_eq(last + 1, title))
		fail_msg("the cursor is on \"%s\", not on %s", row, title);
}

static void
unread_is_sought_in_slices(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_begin(r, "open");
	reader_begin(r, "next-unread");
	assert_true(ui_items_seek_moves(&r->ui, &list(r)->view));
	assert_int_equal(list(r)->list.cursor, 0);
	for (int i = 0; i < 3; i++)
		assert_true(ui_step(&r->ui));
	assert_int_equal(
		list(r)->list.cursor, 0); /* it does not move before one is found */
	assert_on(r, "a0");
	assert_null(r->ui.seek);
	reader_begin(r, "next-unread"); /* and then in the next feed */
	assert_on(r, "b0");
	reader_begin(r, "previous-unread");
	assert_on(r, "a0"); /* the last one of the previous feed */
	assert_int_equal(list(r)->list.cursor, ITEMS - 1);
}

/* Any key stops it and does its usual work. The key that started it doesn't, since it may
 * be held down; Escape does nothing else. */
static void
keys_end_a_seek(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_begin(r, "open");
	ui_key(&r->ui, 'n');
	assert_non_null(r->ui.seek);
	size_t sought = list(r)->sought;
	ui_key(&r->ui, 'n');
	assert_non_null(r->ui.seek);
	assert_int_equal(list(r)->sought, sought); /* it does not start over */
	ui_key(&r->ui, 'j');
	assert_null(r->ui.seek);
	assert_on(r, "a8998");
	ui_key(&r->ui, 'n');
	ui_key(&r->ui, KEY_ESCAPE);
	assert_null(r->ui.seek);
	assert_int_equal(r->ui.focus->class->context, UI_ITEMS);
	assert_on(r, "a8998");
	ui_key(&r->ui, KEY_ESCAPE);
	assert_int_equal(r->ui.focus->class->context, UI_FEEDS);
	reader_begin(r, "open"); /* leaving the list stops it */
	ui_key(&r->ui, 'n');
	ui_key(&r->ui, 'q');
	assert_null(r->ui.seek);
	assert_false(ui_step(&r->ui));
}

/* After a fifth of a second the status bar says what takes so long. */
static void
waiting_is_explained(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_begin(r, "open");
	reader_begin(r, "next-unread");
	assert_true(ui_step(&r->ui));
	r->ui.busy_since = time_mono_ms();
	ui_draw(&r->ui);
	const struct ui_row *status = &r->ui.screen.rows[READER_HEIGHT + 1];
	assert_null(strstr(buf_str(&status->text), "Looking for"));
	r->ui.busy_since -= 200;
	ui_draw(&r->ui);
	assert_non_null(strstr(
		buf_str(&status->text), "Looking for an unread item; Escape stops it"));
	assert_on(r, "a0");
	ui_draw(&r->ui);
	assert_null(strstr(buf_str(&status->text), "Looking for"));
}

/* If the counts say that nothing is unread, no row is checked. */
static void
counts_save_the_walk(void **state)
{
	struct reader *r = *state;
	fill(r);
	long_read_all(r->store);
	ui_feeds_reload(&r->ui);
	reader_begin(r, "all-items");
	reader_begin(r, "next-unread");
	assert_null(r->ui.seek);
	assert_int_equal(list(r)->sought, 1);
	assert_string_equal(buf_str(&r->ui.status.text), "Nothing else is unread here");
}

/* When the store changes during a seek, it continues at the same item. */
static void
a_seek_outlives_changes(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_begin(r, "open");
	reader_begin(r, "last");
	assert_on(r, "a0");
	reader_begin(r, "first");
	reader_begin(r, "next-unread");
	ui_step(&r->ui);
	size_t sought = list(r)->sought;
	struct store_key key = list(r)->now.keys.list[sought];
	long_poll(r->store, 1, "new", 20);
	long_read_newer(r->store, both, 1);
	ui_feeds_reload(&r->ui);
	while (list(r)->again && ui_items_read(&r->ui, &list(r)->view))
		;
	assert_int_equal(list(r)->now.keys.len, ITEMS + 20);
	assert_int_equal(list(r)->now.keys.list[list(r)->sought].id, key.id);
	ui_items_drop(&list(r)->view, list(r)->now.keys.list[3]);
	assert_int_equal(list(r)->now.keys.list[list(r)->sought].id, key.id);
	assert_on(r, "a0");
}

/* In a list that has not been read to its end the cursor moves along. */
static void
the_last_row_is_read_up_to(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_begin(r, "all-items");
	reader_begin(r, "last");
	size_t cursor = list(r)->list.cursor;
	assert_true(cursor > 100 && cursor < ITEMS);
	assert_non_null(r->ui.seek);
	reader_begin(r, "up");
	assert_null(r->ui.seek);
	assert_int_equal(list(r)->list.cursor, cursor - 1);
	reader_begin(r, "last");
	reader_row(r, 0);
	assert_int_equal(list(r)->list.cursor, ITEMS + 2);
}

/* Hiding read items and showing them again: the cursor stays on its item, and the old
 * list stays until the new one has been read. */
static void
filters_change_in_slices(void **state)
{
	struct reader *r = *state;
	fill(r);
	long_flag(r->store, (struct store_scope){.kind = STORE_FEED, .feed = 1},
		ITEMS - 11, ITEM_UNREAD, 0);
	reader_begin(r, "open");
	reader_begin(r, "last");
	assert_on(r, "a0");
	reader_begin(r, "show-read");
	assert_true(list(r)->refilter);
	assert_int_equal(list(r)->now.keys.len, ITEMS);
	assert_on(r, "a0");
	assert_int_equal(list(r)->now.keys.len, 2);
	reader_begin(r, "show-read");
	assert_int_equal(list(r)->now.keys.len, 2);
	assert_on(r, "a0");
	assert_int_equal(list(r)->now.keys.len, ITEMS);
	/* Twice in a row. */
	reader_begin(r, "show-read");
	reader_begin(r, "show-read");
	assert_on(r, "a0");
	assert_int_equal(list(r)->now.keys.len, ITEMS);
}

/* A list that hides read items keeps those that it has shown. */
static void
shown_items_stay_in_long_lists(void **state)
{
	struct reader *r = *state;
	put_subscriptions(r->store, feeds, 1);
	long_poll(r->store, 1, "a", ITEMS);
	r->ui.show_read = false;
	reader_open(r);
	reader_begin(r, "open");
	reader_begin(r, "last");
	reader_row(r, 0);
	long_read_all(r->store);
	long_poll(r->store, 1, "new", 2);
	ui_feeds_reload(&r->ui);
	assert_int_equal(list(r)->now.keys.len, ITEMS);
	assert_on(r, "a0");
	assert_int_equal(list(r)->now.keys.len, ITEMS + 2);
	for (size_t i = 1; i < ITEMS + 2; i++)
		assert_true(ui_items_keys_compare(list(r)->now.keys.list[i - 1],
				    list(r)->now.keys.list[i], false) < 0);
}

/* ---- articles */

#define PARAGRAPHS 6000 /* a slice lays out 4,096 lines */

static struct ui_article *
article(struct reader *r)
{
	return (struct ui_article *)r->ui.focus;
}

/* Opens an article that takes several slices, with a link at its end. */
static void
open_long(struct reader *r)
{
	struct buf text = BUF_INIT(0);
	buf_adds(&text, "g||Long|");
	for (int i = 0; i < PARAGRAPHS; i++)
		buf_addf(&text, "<p>w%dw</p>", i);
	buf_adds(&text, "<p><a href=\"http://l.example/\">the end</a></p>|1600000000");
	const char *item[] = {buf_str(&text)};
	put_subscriptions(r->store, feeds, 1);
	poll_items(r->store, 1, T0, item, 1);
	buf_done(&text);
	reader_open(r);
	reader_command(r, "open");
	reader_begin(r, "open");
	ui_draw(&r->ui);
	assert_false(article(r)->complete);
}

static bool
shows(struct reader *r, const char *word)
{
	for (size_t y = 0; y < READER_HEIGHT; y++)
		if (strstr(reader_row(r, y), word))
			return true;
	return false;
}

static void
words_are_found_as_the_layout_comes(void **state)
{
	struct reader *r = *state;
	open_long(r);
	ui_run_command(&r->ui, ui_command("find"), "W5900w");
	assert_int_equal(article(r)->wait, UI_ARTICLE_FIND);
	assert_true(shows(r, "w5900w"));
	assert_int_equal(article(r)->wait, UI_ARTICLE_NOTHING);
	ui_run_command(&r->ui, ui_command("find"),
		"w17w"); /* past the end, from the top again */
	assert_true(shows(r, "w17w"));
	ui_run_command(&r->ui, ui_command("find"), "w17w"); /* the only place */
	assert_true(shows(r, "w17w"));
	assert_string_equal(buf_str(&r->ui.status.text), "");
	ui_run_command(&r->ui, ui_command("find"), "nowhere");
	assert_true(shows(r, "w17w"));
	assert_string_equal(buf_str(&r->ui.status.text), "Not in this article: nowhere");
}

static void
the_end_is_laid_out_first(void **state)
{
	struct reader *r = *state;
	open_long(r);
	reader_begin(r, "last");
	assert_int_equal(article(r)->wait, UI_ARTICLE_END);
	reader_row(r, 0);
	size_t end = ui_article_lines(article(r)) - READER_HEIGHT;
	assert_int_equal(article(r)->top, end);
	reader_begin(r, "first");
	assert_non_null(strstr(reader_row(r, 1), "Long"));
}

/* A move stops it, and so does Escape, which does nothing else. */
static void
waiting_for_an_article_ends(void **state)
{
	struct reader *r = *state;
	open_long(r);
	reader_begin(r, "last");
	reader_begin(r, "first");
	assert_int_equal(article(r)->wait, UI_ARTICLE_NOTHING);
	reader_begin(r, "links");
	assert_int_equal(article(r)->wait, UI_ARTICLE_LINKS);
	ui_key(&r->ui, KEY_ESCAPE);
	assert_int_equal(r->ui.focus->class->context, UI_ARTICLE);
	assert_non_null(strstr(reader_row(r, 1), "Long"));
	assert_int_equal(r->ui.focus->class->context, UI_ARTICLE);
}

static void
links_wait_for_the_layout(void **state)
{
	struct reader *r = *state;
	open_long(r);
	ui_key(&r->ui, '1');
	assert_int_equal(article(r)->wait, UI_ARTICLE_PICK);
	assert_string_equal(
		reader_detail(r), "link 1 leads to http://l.example/ · Enter opens it");
	ui_key(&r->ui, '2'); /* there is no twelfth */
	assert_non_null(strstr(buf_str(&r->ui.status.text), "The article has 1 link"));
	reader_begin(r, "back");
	reader_begin(r, "open");
	ui_draw(&r->ui);
	reader_begin(r, "links");
	assert_string_equal(reader_row(r, 0), "  [1]  the end  http://l.example/");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, reader_setup, reader_teardown)

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		CASE(unread_is_sought_in_slices),
		CASE(keys_end_a_seek),
		CASE(waiting_is_explained),
		CASE(counts_save_the_walk),
		CASE(a_seek_outlives_changes),
		CASE(the_last_row_is_read_up_to),
		CASE(filters_change_in_slices),
		CASE(shown_items_stay_in_long_lists),
		CASE(words_are_found_as_the_layout_comes),
		CASE(the_end_is_laid_out_first),
		CASE(waiting_for_an_article_ends),
		CASE(links_wait_for_the_layout),
	};
	return UNIT_RUN(tests);
}
