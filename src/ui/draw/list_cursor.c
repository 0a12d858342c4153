#include "config.h"

#include "ui/draw/list_cursor.h"

/* Scrolls so that the cursor is inside the margin; if it was not before, scrolls `more`
 * rows further. Leaves no rows empty without need. */
static void
scroll(struct ui_list *list, size_t margin, size_t more)
{
	if (list->height == 0)
		return;
	size_t most_margin = (list->height - 1) / 2;
	margin = margin < most_margin ? margin : most_margin;
	more = more < most_margin - margin ? margin + more : most_margin;
	if (list->cursor < list->top + margin)
		list->top = list->cursor > more ? list->cursor - more : 0;
	if (list->cursor + margin >= list->top + list->height)
		list->top = list->cursor + more + 1 - list->height;
	size_t most = list->len > list->height ? list->len - list->height : 0;
	if (list->top > most)
		list->top = most;
}

void
ui_list_fit(struct ui_list *list)
{
	if (list->cursor >= list->len)
		list->cursor = list->len ? list->len - 1 : 0;
	scroll(list, 0, 0);
}

void
ui_list_select(struct ui_list *list, size_t cursor)
{
	list->cursor = cursor;
	if (list->cursor >= list->len)
		list->cursor = list->len ? list->len - 1 : 0;
	scroll(list, list->margin ? list->margin - 1 : UI_LIST_MARGIN, list->jump);
}

static size_t
margin_of(const struct ui_list *list)
{
	size_t margin = list->margin ? list->margin - 1 : UI_LIST_MARGIN;
	size_t most = list->height ? (list->height - 1) / 2 : 0;
	return margin < most ? margin : most;
}

/* How many rows are above the cursor when it is at the first, middle or last row shown
 * that the margin leaves it. */
static size_t
line_of(const struct ui_list *list, int place)
{
	size_t last = list->height < list->len ? list->height : list->len;
	last -= last > 0;
	return place == 0   ? margin_of(list)
	       : place == 1 ? last / 2
			    : last - margin_of(list);
}

/* Moves that start from the rows that are shown. */
static void
move_shown(struct ui_list *list, enum ui_move move)
{
	size_t at = list->cursor, margin = margin_of(list), line;
	size_t most = list->len > list->height ? list->len - list->height : 0;
	if (move == UI_SCROLL_UP || move == UI_SCROLL_DOWN) {
		if (move == UI_SCROLL_UP && list->top)
			list->top--;
		else if (move == UI_SCROLL_DOWN && list->top < most)
			list->top++;
		else
			return;
		if (list->top && at < list->top + margin)
			at = list->top + margin;
		if (list->top < most && at + margin + 1 > list->top + list->height)
			at = list->top + list->height - 1 - margin;
	} else if (move <= UI_CURSOR_BOTTOM) {
		line = line_of(list, move - UI_CURSOR_TOP);
		list->top = at > line ? at - line : 0;
	} else {
		line = line_of(list, move - UI_ROW_TOP);
		if (move == UI_ROW_TOP && !list->top)
			line = 0;
		if (move == UI_ROW_BOTTOM && list->top >= most)
			line = list->len;
		at = list->top + line;
	}
	ui_list_select(list, at);
}

void
ui_list_move(struct ui_list *list, enum ui_move move)
{
	if (move >= UI_SCROLL_UP) {
		move_shown(list, move);
		return;
	}
	size_t page = list->height > 1 ? list->height - 1 : 1;
	size_t half = page > 1 ? page / 2 : 1;
	size_t at = list->cursor;
	switch (move) {
	case UI_UP:
		at = at ? at - 1 : list->wraps ? list->len : 0;
		break;
	case UI_DOWN:
		at = list->wraps && at + 1 >= list->len ? 0 : at + 1;
		break;
	case UI_PAGE_UP:
	case UI_HALF_UP: {
		size_t step = move == UI_PAGE_UP ? page : half;
		at = at > step ? at - step : 0;
		list->top = list->top > step ? list->top - step : 0;
		break;
	}
	case UI_PAGE_DOWN:
	case UI_HALF_DOWN: {
		size_t step = move == UI_PAGE_DOWN ? page : half;
		at += step;
		list->top += step;
		break;
	}
	case UI_FIRST:
		at = 0;
		break;
	case UI_LAST:
		at = list->len;
		break;
	default:
		break;
	}
	ui_list_select(list, at);
}

void
ui_list_place(struct ui_list *list, size_t len, size_t cursor)
{
	size_t line = list->cursor - list->top;
	list->len = len;
	list->cursor = cursor < len ? cursor : len ? len - 1 : 0;
	list->top = list->cursor > line ? list->cursor - line : 0;
	scroll(list, 0, 0);
}

size_t
ui_list_scroll(size_t top, size_t len, size_t height, enum ui_move move)
{
	size_t most = len > height ? len - height : 0;
	size_t page = height > 2 ? height - 2 : 1, half = (page + 1) / 2;
	const struct {
		size_t back, forth;
	} steps[] = {
		[UI_UP] = {1, 0},
		[UI_DOWN] = {0, 1},
		[UI_PAGE_UP] = {page, 0},
		[UI_PAGE_DOWN] = {0, page},
		[UI_HALF_UP] = {half, 0},
		[UI_HALF_DOWN] = {0, half},
		[UI_FIRST] = {top, 0},
		[UI_LAST] = {0, len},
		[UI_SCROLL_UP] = {1, 0},
		[UI_SCROLL_DOWN] = {0, 1},
		[UI_ROW_BOTTOM] = {0, 0}, /* without a cursor, these do nothing */
	};
	top = top > steps[move].back ? top - steps[move].back : 0;
	top += steps[move].forth;
	return top < most ? top : most;
}
