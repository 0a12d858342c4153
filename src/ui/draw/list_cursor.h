/*
 * The cursor and the scroll position of a list: its length, the row under the cursor, the
 * first row shown. When rows come and go, the owner calls ui_list_place to keep the
 * cursor on the same thing (an id, not a row number). Pure.
 */
#ifndef UI_DRAW_LIST_CURSOR_H
#define UI_DRAW_LIST_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#define UI_LIST_MARGIN 2

struct ui_list {
	size_t len, cursor, top;
	size_t height; /* rows shown */
	/* Rows that stay visible around the cursor, + 1; 0: UI_LIST_MARGIN. */
	size_t margin;
	/* Rows by which it scrolls further when the cursor leaves those shown, where a
	 * terminal can't scroll: all of them have to be painted then. */
	size_t jump;
	bool wraps; /* up from the first row is the last one, and the other way round */
};

enum ui_move {
	UI_UP,
	UI_DOWN,
	UI_PAGE_UP,
	UI_PAGE_DOWN,
	UI_HALF_UP,
	UI_HALF_DOWN,
	UI_FIRST,
	UI_LAST,
	/* The rows move by one, and the cursor only where it would leave them. */
	UI_SCROLL_UP,
	UI_SCROLL_DOWN,
	/* The rows move so that the cursor is in the first, middle or last one shown. */
	UI_CURSOR_TOP,
	UI_CURSOR_MIDDLE,
	UI_CURSOR_BOTTOM,
	/* The cursor moves to the first, middle or last row shown. */
	UI_ROW_TOP,
	UI_ROW_MIDDLE,
	UI_ROW_BOTTOM,
};

void ui_list_move(struct ui_list *list, enum ui_move move);
void ui_list_select(struct ui_list *list, size_t cursor);
/* Call it when len or height has changed: keeps the cursor in the list, and visible. */
void ui_list_fit(struct ui_list *list);
/* Call it when the rows have changed: there are len now, and what the cursor was on is
 * row cursor. It stays on the same line of the screen if possible. */
void ui_list_place(struct ui_list *list, size_t len, size_t cursor);

/* For a text of len rows without a cursor, of which height are shown from top on: returns
 * the new top after a move. When it moves by a page, two rows stay visible. */
size_t ui_list_scroll(size_t top, size_t len, size_t height, enum ui_move move);

#endif
