/*
 * A row of a list of items: unread · star · date · feed · title. Its layout is apart from
 * the records that it is read from, so that it can be tested. UI thread.
 */
#ifndef UI_ITEMS_ROW_H
#define UI_ITEMS_ROW_H

#include <stdbool.h>
#include <stddef.h>

struct store_item;
struct store_key;
struct ui;
struct ui_frame;
struct ui_row;

struct ui_items_row {
	const struct store_item *item; /* NULL: its record is damaged, or */
	bool gone;                     /* it was deleted meanwhile */
	int flags;
	const char *feed; /* name; NULL: the list is of one feed */
	const char *date; /* formatted */
	size_t date_cells;
};

/* Pure. */
void ui_items_row_put(struct ui_row *out, const struct ui_items_row *row);
/* Reads the records of len keys, no more than the frame is high, and draws a row for
 * each; named: with the names of the feeds. Row `at` is under the cursor: its record is
 * returned, NULL if it can't be read, until the frame is drawn. */
const struct store_item *ui_items_row_draw(struct ui *ui, struct ui_frame *frame,
	const struct store_key *keys, size_t len, size_t at, bool named);

#endif
