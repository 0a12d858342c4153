/*
 * Headings between the items of a list that is sorted by date: days, months, years. UI
 * thread.
 */
#ifndef UI_ITEMS_ITEMS_HEADING_H
#define UI_ITEMS_ITEMS_HEADING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store_key;
struct ui_list;
struct ui_row;

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
