/*
 * The view of a list of items, which are those of a scope or those that a search finds.
 * UI thread.
 */
#ifndef UI_ITEMS_ITEMS_H
#define UI_ITEMS_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/item/list.h"
#include "ui/command/command.h"

struct match;
struct order;
struct store_key;
struct store_scope;
struct ui;
struct ui_hits;
struct ui_view;

/* A list of the items in scope. */
struct ui_view *ui_items_new(struct ui *ui, const struct store_scope *scope);
/* A list of what a query finds in scope; starts the search. name (may be NULL) is what to
 * call it. */
struct ui_view *ui_items_found(struct ui *ui, const struct store_scope *scope,
	const char *query, const char *name);
/* A list of all items since a time, which is called name. */
struct ui_view *ui_items_since(struct ui *ui, int64_t since, const char *name);
/* A list of these items in this order, which is called name. */
struct ui_view *
ui_items_fixed_list(struct ui *ui, const uint64_t *ids, size_t len, const char *name);
/* The scope of a list of items; for a search, what is searched. Borrowed. */
const struct store_scope *ui_items_scope(const struct ui_view *view);
/* A list of what a query finds in another list (view; NULL: in all items); typed is what
 * the user typed for it. */
struct ui_view *ui_items_found_in(
	struct ui *ui, const struct ui_view *view, const char *query, const char *typed);
/* Has a search look for something else, in the same list. */
void ui_items_find_again(
	struct ui *ui, struct ui_view *view, const char *query, const char *typed);
/* A copy of a list of items, to be filtered. */
struct ui_view *ui_items_copy(struct ui *ui, const struct ui_view *view);
/* The words that a search or a filter looks for; NULL: none. Borrowed. */
const struct match *ui_items_marked(const struct ui_view *view);
/* Whether the list has only some of the items that its scope and query say. */
bool ui_items_is_part(const struct ui_view *view);
/* The query of a search; NULL: the list is not of a search. Borrowed. */
const char *ui_items_query(const struct ui_view *view);
/* Makes the list show another feed, starting at its newest item. */
void ui_items_switch(struct ui *ui, struct ui_view *view, uint32_t feed);
/* What a search has found; NULL: the list is not of a search. Borrowed. */
struct ui_hits *ui_items_hits(const struct ui_view *view);
/* Moves the cursor to an item, as soon as it has been read; not if it is far down. */
void ui_items_go_to(struct ui *ui, struct ui_view *view, uint64_t item);
/* Removes a deleted item from the list. In a search's list, which is not sorted, only the
 * row under the cursor is checked; other rows are removed when they come into sight. */
void ui_items_drop(struct ui_view *view, struct store_key key);
/* The first unread items of the list, at most `most` ids; returns how many there are. */
size_t
ui_items_first_unread(struct ui *ui, struct ui_view *list, uint64_t *ids, size_t most);
/* The highest item id when the list was read; for a search, also of its hits. */
uint64_t ui_items_last_id(const struct ui_view *view);
/* Its order; len 0: of a search, as its items were found. */
struct order ui_items_order(const struct ui_view *view);
/* Sorts the list, and goes to its first row. */
void ui_items_sort(struct ui *ui, struct ui_view *view, const struct order *order);
/* Call it when ui->show_read has changed. */
void ui_items_refilter(struct ui *ui, struct ui_view *view);

/* sort.c, for the tables of commands: sorts the list with the focus, or the list that an
 * article is from. */
void ui_items_sort_by(struct ui *ui, const char *arg);
int ui_items_sort_check(const char *arg, struct err *err);
/* For the table of commands: scrolls titles that are too long to the right or, with
 * "left", back. */
void ui_items_titles(struct ui *ui, const char *arg);

/* Commands about selected items; ends with a row without a name. */
extern const struct ui_command ui_items_commands[];

#endif
