/*
 * The list of feeds and tags, the first view. UI thread.
 */
#ifndef UI_FEEDS_FEEDS_H
#define UI_FEEDS_FEEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/api.h"
#include "ui/draw/row.h"
#include "ui/feeds/feed_tree.h"

struct ui;
struct ui_caption;
struct ui_view;

struct ui_view *ui_feeds_new(struct ui *ui);
/* The next (previous) feed in the list, or only of those that have something unread; 0:
 * none. */
uint32_t ui_feeds_next(struct ui *ui, uint32_t feed, bool backwards, bool unread);
/* Moves the cursor to a feed. */
void ui_feeds_select(struct ui *ui, uint32_t feed);
/* Moves the cursor to the next (previous) feed with something unread. */
void ui_feeds_jump(struct ui *ui, struct ui_view *view, bool backwards);
/* Folds the tag under the cursor or, if it is folded or the row is a feed, moves the
 * cursor to the tag that it is in. */
void ui_feeds_outward(struct ui *ui, struct ui_view *view);

/* feeds_reload.c: reads the feeds and the views that are shown from the store again. */
void ui_feeds_reload(struct ui *ui);
/* The same if the store has changed since it was last read, or what was pending was
 * dropped (ui->version 0). Returns whether it did. */
bool ui_feeds_reload_changed(struct ui *ui);

/* What a row of the list says about a feed, tag, search or fixed row, for its template;
 * the rest of it is in ui->scratch. */
struct output_feed_row;
struct ui_columns_style;
void ui_feeds_line(struct ui *ui, const struct ui_tree_row *row,
	struct output_feed_row *out, struct ui_columns_style *style);
/* The account whose folder the row's tag is; NULL: it is of none. */
const struct ui_account *ui_feeds_account(struct ui *ui, const struct ui_tree_row *row);
/* The name of the account whose row the cursor is on; NULL: it is on another row. */
const char *ui_feeds_account_here(struct ui *ui);

/* Says in the status bar more about the row under the cursor, as the catalog knows it. */
void ui_feeds_describe(struct ui *ui, const struct ui_tree_row *row,
	struct ui_caption *caption, int64_t now);

/* Ends the filter of the list, if that has the focus; false if there was none. */
bool ui_feeds_filter_drop(struct ui *ui);

/* The functions of the tables of commands. */
/* feeds_place.c */
void ui_feeds_move_up(struct ui *ui, const char *arg);
void ui_feeds_move_down(struct ui *ui, const char *arg);
/* feeds_filter.c: of the list with the focus */
void ui_feeds_filter(struct ui *ui, const char *arg);
void ui_feeds_filter_clear(struct ui *ui, const char *arg);
/* feeds.c */
void ui_feeds_fold(struct ui *ui, const char *arg);
/* feeds_seek.c */
void ui_feeds_fold_all(struct ui *ui, const char *arg);
void ui_feeds_unfold_all(struct ui *ui, const char *arg);
/* A tag gets a new name: if it is folded, or a tag within it, it stays so. The old name
 * stays folded as well, in case the change is undone. */
void ui_feeds_fold_renamed(struct ui *ui, const char *from, const char *to);
void ui_feeds_seek(struct ui *ui, const char *arg);
void ui_feeds_next_failing(struct ui *ui, const char *arg);
void ui_feeds_previous_failing(struct ui *ui, const char *arg);

#endif
