/*
 * Where a list stands: its length, the row under the cursor, the first row shown. The
 * owner of the rows keeps the cursor on the same thing (an id, never a number) when rows
 * come and go, by ui_list_place. Pure.
 */
#ifndef UI_LIST_H
#define UI_LIST_H

#include <stddef.h>

#define UI_LIST_MARGIN 2 /* rows kept in sight before and after the cursor */

struct ui_list {
	size_t len, cursor, top;
	size_t height; /* rows shown */
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
};

void ui_list_move(struct ui_list *list, enum ui_move move);
void ui_list_select(struct ui_list *list, size_t cursor);
/* After len or height changed: keeps the cursor in the list and in sight. */
void ui_list_fit(struct ui_list *list);
/* The rows changed; what the cursor stood on is row cursor of len now: it stays on the
 * same line of the screen where the list allows it. */
void ui_list_place(struct ui_list *list, size_t len, size_t cursor);

/* A page of len rows, without a cursor, shows height of them from top on: its top after a
 * move. Two rows stay in sight when it moves by a page. */
size_t ui_list_scroll(size_t top, size_t len, size_t height, enum ui_move move);

#endif
