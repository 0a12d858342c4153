/*
 * Parts of the list of feeds: the layout of a row, which is pure, so that it can be
 * tested, and the detail of a row in the status bar.
 */
#ifndef UI_FEEDS_H
#define UI_FEEDS_H

#include <stdint.h>

#include "engine/api.h"
#include "ui/row.h"
#include "ui/tree.h"

struct ui;
struct ui_caption;
struct ui_view;

struct ui_feeds_line {
	const struct ui_tree_row *row;
	const char *name; /* of the feed */
	enum engine_feed_state state;
	int64_t newest; /* date of its newest item; TIME_NONE: none */
	int64_t now;
};

/* Lays out a row: number of unread items · sign · title · age of the newest item. */
void ui_feeds_line(struct ui_row *row, const struct ui_feeds_line *line);

/* Folds the tag under the cursor or, if it is folded or the row is a feed, moves the
 * cursor to the tag that it is in. */
void ui_feeds_outward(struct ui *ui, struct ui_view *view);

/* Says in the status bar more about the row under the cursor, as the catalog knows it. UI
 * thread. */
void ui_feeds_describe(struct ui *ui, const struct ui_tree_row *row,
	struct ui_caption *caption, int64_t now);

#endif
