#include "config.h"

#include "unit.h"

#include "base/attr.h"
#include "ui/draw/list_cursor.h"

static void
moves(void **state)
{
	(void)state;
	static const struct {
		struct ui_list before;
		enum ui_move move;
		size_t cursor, top;
	} cases[] = {
		{{10, 0, 0, 5}, UI_DOWN, 1, 0},
		{{10, 2, 0, 5}, UI_DOWN, 3, 1}, /* two rows stay in sight below */
		{{10, 9, 5, 5}, UI_DOWN, 9, 5},
		{{10, 0, 0, 5}, UI_UP, 0, 0},
		{{10, 6, 5, 5}, UI_UP, 5, 3},
		{{10, 4, 0, 5}, UI_LAST, 9, 5},
		{{10, 9, 5, 5}, UI_FIRST, 0, 0},
		{{100, 2, 0, 5}, UI_PAGE_DOWN, 6, 4},
		{{100, 52, 50, 5}, UI_PAGE_UP, 48, 46},
		{{100, 0, 0, 9}, UI_HALF_DOWN, 4, 2},
		{{0, 0, 0, 5}, UI_DOWN, 0, 0}, /* empty */
		{{0, 0, 0, 5}, UI_LAST, 0, 0},
		{{3, 1, 0, 0}, UI_DOWN, 2, 0}, /* not shown yet */
		{{10, 3, 3, 1}, UI_DOWN, 4, 4},
		/* as ^E and ^Y of vi do; two rows around the cursor stay in sight */
		{{100, 50, 46, 9}, UI_SCROLL_DOWN, 50, 47},
		{{100, 48, 46, 9}, UI_SCROLL_DOWN, 49, 47},
		{{100, 50, 46, 9}, UI_SCROLL_UP, 50, 45},
		{{100, 52, 46, 9}, UI_SCROLL_UP, 51, 45},
		{{100, 99, 91, 9}, UI_SCROLL_DOWN, 99, 91},
		{{100, 0, 0, 9}, UI_SCROLL_UP, 0, 0},
		{{5, 3, 0, 9}, UI_SCROLL_DOWN, 3, 0},
		{{100, 50, 46, 9}, UI_CURSOR_TOP, 50, 48},
		{{100, 50, 40, 11}, UI_CURSOR_MIDDLE, 50, 45},
		{{100, 50, 46, 9}, UI_CURSOR_BOTTOM, 50, 44},
		{{100, 99, 91, 9}, UI_CURSOR_TOP, 99, 91},
		{{100, 50, 46, 9}, UI_ROW_TOP, 48, 46},
		{{100, 50, 46, 9}, UI_ROW_MIDDLE, 50, 46},
		{{100, 50, 46, 9}, UI_ROW_BOTTOM, 52, 46},
		{{100, 5, 0, 9}, UI_ROW_TOP, 0, 0},
		{{100, 95, 91, 9}, UI_ROW_BOTTOM, 99, 91},
		{{5, 0, 0, 9}, UI_ROW_MIDDLE, 2, 0},
		{{5, 0, 0, 9}, UI_ROW_BOTTOM, 4, 0},
		{{0, 0, 0, 9}, UI_ROW_BOTTOM, 0, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_list list = cases[i].before;
		ui_list_move(&list, cases[i].move);
		assert_int_equal(list.cursor, cases[i].cursor);
		if (list.height)
			assert_int_equal(list.top, cases[i].top);
	}
}

/* Rows come and go; the row under the cursor stays on its line of the screen. */
static void
rows_do_not_jump(void **state)
{
	(void)state;
	static const struct {
		struct ui_list before;
		size_t len, cursor; /* new length, and where the same thing stands now */
		size_t top;
	} cases[] = {
		{{100, 50, 45, 20}, 103, 53, 48}, /* three above */
		{{100, 50, 45, 20}, 103, 50, 45}, /* three below */
		{{100, 0, 0, 20}, 105, 5, 5},     /* new ones above the first */
		{{100, 50, 45, 20}, 60, 10, 5},   /* forty above are gone */
		{{100, 50, 45, 20}, 12, 3, 0},    /* all fit now */
		{{100, 99, 80, 20}, 90, 89, 70},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_list list = cases[i].before;
		ui_list_place(&list, cases[i].len, cases[i].cursor);
		assert_int_equal(list.cursor, cases[i].cursor);
		assert_int_equal(list.top, cases[i].top);
	}
}

static void
a_smaller_window_keeps_the_cursor_in_sight(void **state)
{
	(void)state;
	struct ui_list list = {100, 60, 45, 20};
	for (size_t height = 20; height > 0; height--) {
		list.height = height;
		ui_list_fit(&list);
		assert_int_equal(list.cursor, 60);
		assert_in_range(list.cursor, list.top, list.top + height - 1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves),
		cmocka_unit_test(rows_do_not_jump),
		cmocka_unit_test(a_smaller_window_keeps_the_cursor_in_sight),
	};
	return UNIT_RUN(tests);
}
