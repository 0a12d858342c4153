/*
 * The list of items: the layout of its rows and the merging of what is shown with what
 * the store has now, apart from the view so that they can be tested. Pure.
 */
#ifndef UI_ITEMS_H
#define UI_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/read.h"
#include "ui/row.h"

struct ui_items_line {
	const struct store_item *item; /* NULL: its record is damaged, or */
	bool gone;                     /* it was deleted meanwhile */
	int flags;
	const char *feed; /* name; NULL: the list is of one feed */
	const char *date; /* formatted */
	size_t date_cells;
};

/* unread · star · date · feed · title. */
void ui_items_line(struct ui_row *row, const struct ui_items_line *line);

struct ui_keys {
	struct store_key *list; /* newest first */
	size_t len, cap;
};

void ui_keys_push(struct ui_keys *keys, struct store_key key);
/* Where key stands, or where it would stand. */
size_t ui_keys_place(const struct ui_keys *keys, struct store_key key);
/* What was shown and what is there now, in one order; an item in both once, as it is
 * now. out is empty before. */
void ui_keys_merge(
	const struct ui_keys *shown, const struct ui_keys *now, struct ui_keys *out);

#endif
