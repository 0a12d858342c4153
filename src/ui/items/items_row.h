/*
 * A row of a list of items: unread · star · date · feed · attachment · title · tags ·
 * minutes to read. The layout is separate from reading the records, so that it can be
 * tested. UI thread.
 */
#ifndef UI_ITEMS_ITEMS_ROW_H
#define UI_ITEMS_ITEMS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store_item;
struct store_key;
struct ui;
struct ui_frame;
struct ui_row;
struct ui_view;

struct ui_items_row {
	const struct store_item *item; /* NULL: its record is damaged or, */
	bool gone;                     /* if true, it has been deleted */
	int flags;
	const char *feed; /* name; NULL: not shown */
	const char *date; /* formatted */
	size_t date_cells, feed_cells;
	const char *kind; /* a sign for what is attached; NULL: nothing */
	const char *sign; /* of its download; NULL: none */
	bool selected;
	const char *length; /* of the episode, instead of minutes; NULL: no episode */
	size_t length_cells;
	uint64_t minutes; /* to read it; 0: not shown */
};

/* Pure. Returns whether the title was cut. */
bool ui_items_row_put(struct ui_row *out, const struct ui_items_row *row);
/* Reads the records of len keys, at most as many as the frame has rows, and draws them;
 * named: with the names of their feeds. Row `at` is under the cursor. Returns its record,
 * which is valid until the next frame; NULL if it cannot be read. list: whose selection
 * is marked. *cut: its title was. */
const struct store_item *
ui_items_row_draw(struct ui *ui, struct ui_frame *frame, const struct store_key *keys,
	size_t len, size_t at, bool named, const struct ui_view *list, bool *cut);

#endif
