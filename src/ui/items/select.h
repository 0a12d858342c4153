/*
 * Items that were selected in a list, for commands that are then about all of them. The
 * selection belongs to the list and ends with it. UI thread.
 */
#ifndef UI_ITEMS_SELECT_H
#define UI_ITEMS_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/action.h"

struct ui;
struct ui_view;

/* How many are selected in the list with the focus. */
size_t ui_items_select_len(const struct ui *ui);
/* In the order in which they were selected; in ui->scratch. */
const uint64_t *ui_items_select_ids(struct ui *ui);
bool ui_items_select_has(const struct ui_view *list, uint64_t item);
/* Forgets them; false if there were none. */
bool ui_items_select_drop(struct ui *ui);

/* Whether rows of it are being selected, or changed, slice by slice. */
bool ui_items_select_busy(const struct ui *ui);
/* Whether rows are being changed for which the worker has no request yet. */
bool ui_items_select_acting(struct ui *ui);
/* Stops the selecting of rows, or of what a query finds, and forgets what is selected;
 * false if nothing was being selected. */
bool ui_items_select_stop(struct ui *ui);
/* Selects a number of items of the list with the focus, from the cursor on. */
void ui_items_select_count(struct ui *ui, size_t count);

/* Does something to all that are selected (READ, UNREAD, STAR, UNSTAR, DELETE) and ends
 * the selection; false if nothing is selected. */
bool ui_items_select_act(struct ui *ui, enum action verb);
/* Does a slice of the work that this takes; true if there is more. */
bool ui_items_select_step(struct ui *ui);

/* The functions of the tables of commands. */
void ui_items_select(struct ui *ui, const char *arg);
void ui_items_select_range(struct ui *ui, const char *arg);
void ui_items_select_all(struct ui *ui, const char *arg);
void ui_items_select_matching(struct ui *ui, const char *arg);
/* Marks all rows of the list with the focus as read. */
void ui_items_mark_all(struct ui *ui);
void ui_items_mark_above(struct ui *ui, const char *arg);
void ui_items_mark_below(struct ui *ui, const char *arg);

#endif
