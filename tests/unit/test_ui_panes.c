/*
 * Several views on one screen: rectangles, joined rows, the focus. The program itself
 * shows one pane; these tests bring layouts of their own.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <locale.h>

#include "base/utf8.h"

#define BORDER "\342\224\202"
#define WIDE                                                                             \
	"\346\227\245\346\234\254\350\252\236\346\227\245\346\234\254" /* 10 cells       \
									*/

static const char *const feeds[] = {
	"http://a.example/f",
	"http://b.example/f " WIDE,
};

static const char *const items[] = {
	"1||One|<p>The first text.</p>|1600000060",
	"2||Two " WIDE "|<p>The second text.</p>|1600000120",
};

#define LISTS (UI_EVERYWHERE & ~(UI_FEEDS | UI_ARTICLE))

static const struct ui_layout two = {
	.name = "two",
	.from = 40,
	.panes =
		{
			{.contexts = UI_FEEDS},
			{.contexts = UI_EVERYWHERE & ~UI_FEEDS, .width = 2},
		},
};

static const struct ui_layout three = {
	.name = "three",
	.panes =
		{
			{.contexts = UI_FEEDS},
			{.contexts = LISTS, .width = 2},
			{.contexts = UI_ARTICLE, .width = 2},
		},
};

static const struct ui_layout below = {
	.name = "below",
	.panes =
		{
			{.contexts = UI_FEEDS},
			{.contexts = LISTS, .width = 3},
			{.contexts = UI_ARTICLE, .below = true, .height = 2},
		},
};

static void
areas_divide_the_screen(void **state)
{
	(void)state;
	static const struct {
		const struct ui_layout *layout;
		size_t width, height, len;
		struct ui_area areas[3];
	} cases[] = {
		{&ui_layouts[0], 80, 22, 1, {{0, 0, 80, 22}}},
		{&two, 60, 11, 2, {{0, 0, 19, 11}, {20, 0, 40, 11}}},
		{&three, 200, 58, 3, {{0, 0, 39, 58}, {40, 0, 79, 58}, {120, 0, 80, 58}}},
		{&below, 101, 31, 3, {{0, 0, 25, 31}, {26, 0, 75, 10}, {26, 10, 75, 21}}},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_pane panes[UI_PANES_MAX];
		assert_int_equal(ui_pane_divide(cases[i].layout, cases[i].width,
					 cases[i].height, panes),
			cases[i].len);
		for (size_t k = 0; k < cases[i].len; k++) {
			const struct ui_area *got = &panes[k].area;
			const struct ui_area *want = &cases[i].areas[k];
			assert_int_equal(got->x, want->x);
			assert_int_equal(got->y, want->y);
			assert_int_equal(got->width, want->width);
			assert_int_equal(got->height, want->height);
		}
	}
}

/* Opens the list of the second feed's tag, so that both it and the feeds are shown. */
static void
fill(struct reader *r, const struct ui_layout *layout)
{
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	poll_items(r->store, 2, T0 + 100000, items, COUNT_OF(items));
	r->ui.layout = layout;
	reader_widen(r, READER_WIDTH);
	reader_open(r);
	reader_command(r, "down");
	reader_command(r, "open");
}

/* A line of the whole screen, as it is now. */
static const char *
line(struct reader *r, size_t y)
{
	while (ui_step(&r->ui))
		;
	ui_draw(&r->ui);
	const struct ui_row *row = &r->ui.screen.rows[y];
	assert_int_equal(row->cells, r->ui.screen.width);
	return buf_str(&r->ui.screen.rows[y].text);
}

static void
two_views_stand_side_by_side(void **state)
{
	struct reader *r = *state;
	fill(r, &two);
	assert_string_equal(line(r, 0),
		" courant 2 unread …" BORDER " " WIDE "               2 unread of 2 ");
	assert_string_equal(line(r, 1),
		"         http://a… " BORDER " ●  Sep 13  Two " WIDE "              ");
	/* A wide character that does not fit before the border is left out. */
	assert_string_equal(line(r, 2),
		"     2   ▾ \346\227\245\346\234\254\350\252\236… " BORDER
		" ●  Sep 13  One                         ");
	assert_string_equal(line(r, 4),
		"                   " BORDER "                                        ");
}

/* At every width the border is in its column, whatever is before it. */
static void
no_character_is_cut_at_a_border(void **state)
{
	struct reader *r = *state;
	fill(r, &two);
	for (size_t width = two.from; width < 120; width++) {
		reader_widen(r, width);
		for (size_t y = 0; y < READER_HEIGHT + 1; y++) {
			const char *text = line(r, y), *border = strstr(text, BORDER);
			assert_non_null(border);
			assert_int_equal(utf8_columns(text, (size_t)(border - text)),
				r->ui.focus->area.x - 1);
		}
	}
}

static void
assert_area(const struct ui_view *view, size_t x, size_t y, size_t width, size_t height)
{
	assert_int_equal(view->area.x, x);
	assert_int_equal(view->area.y, y);
	assert_int_equal(view->area.width, width);
	assert_int_equal(view->area.height, height);
}

/* Views that are not shown have one as well: next-item in an article moves the list. */
static void
resizing_gives_views_their_rectangles(void **state)
{
	struct reader *r = *state;
	fill(r, &two);
	struct ui_view *list = r->ui.focus, *tree = list->below;
	reader_command(r, "open");
	struct ui_view *article = r->ui.focus;
	assert_area(tree, 0, 1, 19, 10);
	assert_area(list, 20, 1, 40, 10);
	assert_area(article, 20, 1, 40, 10);
	assert_false(ui_shows(&r->ui, list));
	assert_non_null(strstr(line(r, 5), BORDER "  ───"));
	ui_resize(&r->ui, 100, 33);
	assert_area(tree, 0, 1, 33, 30);
	assert_area(article, 34, 1, 66, 30);
	ui_resize(&r->ui, two.from - 1, 33); /* too narrow for both */
	assert_area(tree, 0, 1, two.from - 1, 30);
	assert_area(article, 0, 1, two.from - 1, 30);
	assert_false(ui_shows(&r->ui, tree));
	assert_null(strstr(line(r, 5), BORDER));
	r->ui.layout = &below;
	ui_resize(&r->ui, 101, 33);
	assert_area(list, 26, 1, 75, 9);
	assert_area(article, 26, 11, 75, 20);
	assert_true(ui_shows(&r->ui, list));
	assert_non_null(strstr(line(r, 12), " Two")); /* below the list's end */
}

/* Whether the run at a column has all these bits of style. */
static bool
has_style(const struct ui_row *row, size_t column, int bits)
{
	for (size_t i = row->runs_len; i-- > 0;)
		if (utf8_columns(row->text.data, row->runs[i].start) <= column)
			return (row->runs[i].style & bits) == bits;
	return false;
}

static void
keys_go_to_the_focus(void **state)
{
	struct reader *r = *state;
	fill(r, &two);
	struct ui_view *list = r->ui.focus, *tree = list->below;
	line(r, 0); /* the list is filled in slices */
	ui_key(&r->ui, 'j');
	line(r, 0);
	const struct ui_row *rows = r->ui.screen.rows;
	assert_true(has_style(&rows[2], 30, STYLE_CURSOR));
	assert_false(has_style(&rows[2], 30, STYLE_ASIDE));
	assert_true(has_style(&rows[2], 10, STYLE_CURSOR | STYLE_ASIDE));
	assert_false(has_style(&rows[2], 19, STYLE_CURSOR)); /* the border */
	ui_focus(&r->ui, tree);
	ui_key(&r->ui, 'j');
	assert_non_null(strstr(line(r, READER_HEIGHT + 2), "R all")); /* its hints */
	assert_true(has_style(&rows[3], 10, STYLE_CURSOR));
	assert_false(has_style(&rows[3], 10, STYLE_ASIDE));
	assert_true(has_style(&rows[2], 30, STYLE_CURSOR | STYLE_ASIDE));
	/* Replaces the list that was opened before. */
	ui_key(&r->ui, 'k');
	ui_key(&r->ui, 'k');
	reader_command(r, "open");
	assert_ptr_equal(r->ui.focus->below, tree);
	assert_non_null(strstr(line(r, 0), BORDER " http://a.example/f"));
	assert_non_null(strstr(line(r, 2), BORDER "   No items here yet"));
	/* Help is put on top of all; closing it returns the focus. */
	ui_focus(&r->ui, tree);
	reader_command(r, "help");
	assert_non_null(strstr(line(r, 0), BORDER " Help"));
	reader_command(r, "back");
	assert_ptr_equal(r->ui.focus, tree);
	assert_non_null(strstr(line(r, 0), BORDER " http://a.example/f"));
	reader_command(r, "back");
	assert_true(r->ui.leave);
}

/* Closing a view closes what was opened from it. */
static void
views_close_with_their_opener(void **state)
{
	struct reader *r = *state;
	fill(r, &three);
	struct ui_view *list = r->ui.focus, *tree = list->below;
	reader_command(r, "open");
	assert_true(ui_shows(&r->ui, tree));
	assert_true(ui_shows(&r->ui, list));
	assert_non_null(strstr(line(r, 1), "Two"));
	ui_focus(&r->ui, list);
	reader_command(r, "back");
	assert_ptr_equal(r->ui.focus, tree);
	assert_ptr_equal(r->ui.top, tree);
	assert_null(strstr(line(r, 1), "Two")); /* panes without a view are blank */
}

/* However small the screen is, all its lines are complete. */
static void
every_size_can_be_drawn(void **state)
{
	struct reader *r = *state;
	static const struct ui_layout *const layouts[] = {&two, &three, &below};
	static const char *const commands[] = {"first", "open", "links", "help"};
	fill(r, &two);
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		reader_command(r, commands[i]);
		for (size_t k = 0; k < COUNT_OF(layouts) * 60 * 12; k++) {
			size_t width = k / 12 % 60 + 1, height = k % 12 + 1;
			r->ui.layout = layouts[k / 12 / 60];
			ui_resize(&r->ui, width, height);
			for (size_t y = 0; y < height; y++)
				line(r, y);
		}
	}
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, reader_setup, reader_teardown)

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	setenv("TZ", "UTC", 1);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(areas_divide_the_screen),
		CASE(two_views_stand_side_by_side),
		CASE(no_character_is_cut_at_a_border),
		CASE(resizing_gives_views_their_rectangles),
		CASE(keys_go_to_the_focus),
		CASE(views_close_with_their_opener),
		CASE(every_size_can_be_drawn),
	};
	return UNIT_RUN(tests);
}
