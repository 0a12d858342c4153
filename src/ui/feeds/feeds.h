/*
 * The list of feeds and tags, the first view. UI thread.
 */
#ifndef UI_FEEDS_FEEDS_H
#define UI_FEEDS_FEEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/api.h"
#include "ui/draw/row.h"
#include "ui/feeds/tree.h"

struct ui;
struct ui_caption;
struct ui_view;

struct ui_view *ui_feeds_new(struct ui *ui);
/* The next (previous) feed in the list that has something unread; 0: none. */
uint32_t ui_feeds_next_unread(struct ui *ui, uint32_t feed, bool backwards);
/* Moves the cursor to a feed. */
void ui_feeds_select(struct ui *ui, uint32_t feed);
/* Moves the cursor to the next (previous) feed with something unread. */
void ui_feeds_jump(struct ui *ui, struct ui_view *view, bool backwards);
/* Folds the tag under the cursor or, if it is folded or the row is a feed, moves the
 * cursor to the tag that it is in. */
void ui_feeds_outward(struct ui *ui, struct ui_view *view);

/* feeds_reload.c: reads the feeds and the views that are shown from the store again. */
void ui_feeds_reload(struct ui *ui);

struct ui_feeds_line {
	const struct ui_tree_row *row;
	const char *name; /* of the feed */
	enum engine_feed_state state;
	int64_t newest; /* date of its newest item; TIME_NONE: none */
	int64_t now;
};

/* Pure. Lays out a row: number of unread items · sign · title · age of the newest item.
 */
void ui_feeds_line(struct ui_row *row, const struct ui_feeds_line *line);

/* Says in the status bar more about the row under the cursor, as the catalog knows it. */
void ui_feeds_describe(struct ui *ui, const struct ui_tree_row *row,
	struct ui_caption *caption, int64_t now);

/* The functions of the tables of commands. */
/* feeds.c */
void ui_feeds_fold(struct ui *ui, const char *arg);
/* feeds_seek.c */
void ui_feeds_seek(struct ui *ui, const char *arg);
void ui_feeds_next_failing(struct ui *ui, const char *arg);
void ui_feeds_previous_failing(struct ui *ui, const char *arg);

#endif
