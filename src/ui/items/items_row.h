/*
 * The rows of a list of items, as the option items-format lays them out, and the headings
 * with days, months and years between those of a list that is sorted by date. UI thread.
 */
#ifndef UI_ITEMS_ITEMS_ROW_H
#define UI_ITEMS_ITEMS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct match;
struct store_item;
struct store_key;
struct ui;
struct ui_frame;
struct ui_list;
struct ui_row;
struct ui_view;

/* What is to be drawn. */
struct ui_items_rows {
	const struct store_key *keys;
	size_t len;                 /* at most as many as the frame has rows */
	const size_t *y;            /* the row of the frame that each goes to */
	size_t at;                  /* is under the cursor */
	const struct match *found;  /* words that are marked; NULL: none */
	bool mixed;                 /* they come from several feeds */
	size_t shift;               /* cells of titles that are left out */
	const struct ui_view *list; /* whose selection is marked */
};

/* Reads the records and draws them. Returns the one under the cursor, valid until the
 * next frame; NULL if it cannot be read. *cut: its title was cut. */
const struct store_item *ui_items_row_draw(struct ui *ui, struct ui_frame *frame,
	const struct ui_items_rows *rows, bool *cut);

/* ---- headings */

/* Lays out the heading of what has this time. */
void ui_items_heading_put(struct ui_row *row, int64_t time, int64_t now);

/* Decides which rows of a frame of this height show the items from list->top on, the
 * first one below a heading: y[i] for the i-th. Returns how many fit. */
size_t ui_items_heading_place(const struct store_key *keys, const struct ui_list *list,
	size_t height, int64_t now, size_t *y);
/* Scrolls a list, which has been fitted into the height, until the cursor is visible with
 * its headings as well. */
void ui_items_heading_fit(
	const struct store_key *keys, struct ui_list *list, size_t height, int64_t now);

#endif
