/*
 * Several views on one screen: rectangles, joined rows, the focus, previews. Most of
 * these tests bring layouts of their own.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <locale.h>

#include "base/utf8.h"
#include "model/item.h"
#include "ui/act/act.h"
#include "ui/preview_pane.h"
#include "ui/ui_inside.h"

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

enum {
	NEWEST = 1, /* the ids of the items */
	OLDEST = 2,
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
assert_within(const struct ui_area *area, size_t width, size_t height)
{
	assert_in_range(area->width, 0, width);
	assert_in_range(area->height, 0, height);
	assert_true(!area->width || area->x + area->width <= width);
	assert_true(area->y + area->height <= height);
}

/* However small the screen is, and however far the mouse goes. */
static void
a_dragged_border_stays_on_the_screen(void **state)
{
	(void)state;
	static const struct ui_layout *const layouts[] = {&two, &three, &below};
	static const long moves[] = {-99999, -5, 5, 99999};
	for (size_t i = 0; i < COUNT_OF(layouts) * COUNT_OF(moves) * 40; i++) {
		struct ui_layout layout = *layouts[i % COUNT_OF(layouts)];
		long by = moves[i / COUNT_OF(layouts) % COUNT_OF(moves)];
		size_t cells = 1 + i / (COUNT_OF(layouts) * COUNT_OF(moves));
		struct ui_pane panes[UI_PANES_MAX];
		size_t len = ui_pane_divide(&layout, cells, cells, panes);
		for (size_t k = 1; k < len; k++) {
			ui_pane_drag(&layout, panes, k, by);
			ui_pane_divide(&layout, cells, cells, panes);
			for (size_t n = 0; n < len; n++)
				assert_within(&panes[n].area, cells, cells);
			/* … and when the window is another. */
			struct ui_pane other[UI_PANES_MAX];
			ui_pane_divide(&layout, 200, 60, other);
			for (size_t n = 0; n < len; n++)
				assert_within(&other[n].area, 200, 60);
		}
	}
}

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
		"         http://a… " BORDER " ●  Sep 13 2020  Two " WIDE "         ");
	/* A wide character that does not fit before the border is left out. */
	assert_string_equal(line(r, 2),
		"     2   ▾ \346\227\245\346\234\254\350\252\236… " BORDER
		" ●  Sep 13 2020  One                    ");
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
	assert_non_null(strstr(line(r, 2), BORDER "   No items yet"));
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

/* Going back leaves what is shown beside; closing a view closes what it opened. */
static void
views_close_with_their_opener(void **state)
{
	struct reader *r = *state;
	fill(r, &three);
	struct ui_view *list = r->ui.focus, *tree = list->below;
	reader_command(r, "open");
	assert_true(ui_shows(&r->ui, tree));
	assert_true(ui_shows(&r->ui, list));
	reader_command(r, "back");
	assert_ptr_equal(r->ui.focus, list);
	assert_non_null(strstr(line(r, 1), "Two"));
	reader_command(r, "left");
	assert_ptr_equal(r->ui.focus, tree);
	assert_true(ui_shows(&r->ui, list));
	reader_command(r, "down");
	reader_command(r, "open");
	assert_ptr_not_equal(r->ui.focus, list);
	assert_ptr_equal(r->ui.focus->below, tree);
	reader_command(r, "help");
	struct ui_view *help = r->ui.focus;
	reader_command(r, "left");
	assert_ptr_not_equal(r->ui.top, help);
}

static bool
shows(struct reader *r, const char *text)
{
	for (size_t y = 0; y < r->ui.screen.height; y++)
		if (strstr(line(r, y), text))
			return true;
	return false;
}

/* Lets the cursor rest for some time, on a clock that starts at 0. */
static void
rest(struct reader *r, int64_t until)
{
	static int64_t now;
	if (until == 0)
		now = 0;
	for (; now <= until; now += 10)
		ui_preview_step(&r->ui, 1000 + now);
}

static bool
is_unread(struct reader *r, uint64_t item)
{
	return ui_pending_apply(&r->ui.pending, item, NULL, ITEM_UNREAD) & ITEM_UNREAD;
}

/* The list of a feed or tag and an item are shown beside the cursor once it rests. */
static void
a_resting_cursor_shows_what_it_is_on(void **state)
{
	struct reader *r = *state;
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	poll_items(r->store, 2, T0 + 100000, items, COUNT_OF(items));
	r->ui.layout = &three;
	reader_widen(r, 2 * READER_WIDTH);
	reader_open(r);
	struct ui_view *tree = r->ui.focus;
	reader_command(r, "down");
	rest(r, 0);
	rest(r, 100);
	assert_null(strstr(line(r, 1), "Two"));
	rest(r, 150);
	assert_non_null(strstr(line(r, 1), "Two"));
	assert_ptr_equal(r->ui.focus, tree);
	reader_command(r, "open");
	struct ui_view *list = r->ui.focus;
	assert_ptr_equal(ui_inner(&r->ui, tree), list);
	rest(r, 300);
	assert_true(shows(r, "The second text"));
	assert_ptr_equal(r->ui.focus, list);
	assert_true(is_unread(r, NEWEST));
	reader_command(r, "down");
	rest(r, 330);
	assert_true(shows(r, "The second text"));
	rest(r, 450);
	assert_true(shows(r, "The first text"));
	/* A prompt is left in peace, and so is a list that was opened from elsewhere. */
	ui_focus(&r->ui, tree);
	reader_command(r, "unread-items");
	ui_focus(&r->ui, tree);
	rest(r, 900);
	assert_non_null(strstr(line(r, 0), "Unread items"));
}

/* It counts as read once it was shown for the time of preview-read, or was opened. */
static void
a_preview_is_read_in_time(void **state)
{
	struct reader *r = *state;
	fill(r, &three);
	rest(r, 0);
	rest(r, 3000);
	assert_true(is_unread(r, NEWEST));
	rest(r, 3200);
	assert_false(is_unread(r, NEWEST));
	reader_command(r, "down");
	rest(r, 3400);
	assert_true(is_unread(r, OLDEST));
	reader_command(r, "open");
	assert_false(is_unread(r, OLDEST));
}

/* What the table has fits every screen; the focus stays on a view that is shown. */
static void
every_layout_fits_every_screen(void **state)
{
	struct reader *r = *state;
	static const char *const names[] = {"auto", "one", "two", "three", "below"};
	static const char *const commands[] = {"first", "open", "open", "left", "help"};
	fill(r, NULL);
	for (size_t i = 0; i < COUNT_OF(commands) * COUNT_OF(names); i++) {
		if (i % COUNT_OF(names) == 0)
			reader_command(r, commands[i / COUNT_OF(names)]);
		assert_true(ui_act_use_layout(&r->ui, names[i % COUNT_OF(names)]));
		for (size_t width = 1; width < 220; width += 3) {
			ui_resize(&r->ui, width, width % 60 + 1);
			assert_true(ui_shows(&r->ui, r->ui.focus));
			line(r, width % 60);
		}
	}
}

static void
layouts_go_by_the_screen(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		size_t width, height;
		const char *chosen;
	} cases[] = {
		{"auto", 80, 24, "one"},
		{"auto", 109, 40, "one"},
		{"auto", 110, 40, "two"},
		{"auto", 169, 60, "two"},
		{"auto", 170, 60, "three"},
		{"auto", 80, 50, "below"},
		{"one", 200, 60, "one"},
		{"two", 80, 24, "two"},
		{"two", 79, 24, "one"},
		{"three", 110, 24, "three"},
		{"three", 100, 24, "two"},
		{"three", 10, 3, "one"},
		{"below", 80, 23, "one"},
		{"below", 80, 24, "below"},
		{"below", 200, 60, "below"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(ui_layouts[ui_layout_choose(cases[i].name,
						       cases[i].width, cases[i].height)]
					    .name,
			cases[i].chosen);
}

static void
panes_grow_and_shrink(void **state)
{
	struct reader *r = *state;
	fill(r, NULL);
	reader_widen(r, 200);
	assert_string_equal(r->ui.shown->name, "three");
	size_t before = r->ui.focus->area.width;
	reader_command(r, "wider");
	assert_true(r->ui.focus->area.width > before);
	for (int i = 0; i < 50; i++)
		reader_command(r, "narrower");
	assert_in_range(r->ui.focus->area.width, 5, before - 1);
	reader_command(r, "zoom");
	assert_int_equal(r->ui.focus->area.width, 200);
	reader_command(r, "zoom");
	reader_command(r, "next-pane");
	assert_int_equal(r->ui.focus->class->context, UI_FEEDS);
	reader_command(r, "layout");
	assert_string_equal(r->ui.shown->name, "one");
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
		cmocka_unit_test(a_dragged_border_stays_on_the_screen),
		CASE(two_views_stand_side_by_side),
		CASE(no_character_is_cut_at_a_border),
		CASE(resizing_gives_views_their_rectangles),
		CASE(keys_go_to_the_focus),
		CASE(views_close_with_their_opener),
		CASE(every_size_can_be_drawn),
		CASE(a_resting_cursor_shows_what_it_is_on),
		CASE(a_preview_is_read_in_time),
		CASE(every_layout_fits_every_screen),
		cmocka_unit_test(layouts_go_by_the_screen),
		CASE(panes_grow_and_shrink),
	};
	return UNIT_RUN(tests);
}
