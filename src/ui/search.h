/*
 * Starting and saving searches. Their hits are shown in a list of items (ui/items.h). UI
 * thread.
 */
#ifndef UI_SEARCH_H
#define UI_SEARCH_H

struct ui;
struct ui_view;

/* A list of what a saved search finds; name is its title. */
struct ui_view *ui_search_saved(struct ui *ui, const char *query, const char *name);

#endif
