/*
 * Starting and saving searches. Their hits are shown in a list of items
 * (ui/items/items.h). UI thread.
 */
#ifndef UI_ITEMS_SEARCH_H
#define UI_ITEMS_SEARCH_H

#include <stdbool.h>

struct err;
struct ui;
struct ui_view;

/* A list of what a saved search finds; name is its title. */
struct ui_view *ui_items_search_saved(struct ui *ui, const char *query, const char *name);

/* The functions of the tables of commands. */
void ui_items_search_start(struct ui *ui, const char *arg);
/* Of all commands that take a query. */
int ui_items_search_check(const char *arg, struct err *err);
/* Filters the list of items with the focus; arg NULL: as words are typed. */
void ui_items_filter(struct ui *ui, const char *arg);
/* Ends the filter of the list with the focus; false: there is none. */
bool ui_items_filter_drop(struct ui *ui);
void ui_items_limit(struct ui *ui, const char *arg);
void ui_items_search_back(struct ui *ui, const char *arg);
void ui_items_search_save(struct ui *ui, const char *arg);

#endif
