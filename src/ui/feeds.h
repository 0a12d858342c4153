/*
 * The list of feeds: the layout of its rows, apart from the view so that it can be
 * tested, which is pure, and what is said below them.
 */
#ifndef UI_FEEDS_H
#define UI_FEEDS_H

#include <stdint.h>

#include "engine/api.h"
#include "ui/row.h"
#include "ui/tree.h"

struct ui;
struct ui_caption;

struct ui_feeds_line {
	const struct ui_tree_row *row;
	const char *name; /* of the feed */
	enum engine_feed_state state;
	int64_t now;
};

/* unread count · mark · title · age of the newest change. */
void ui_feeds_line(struct ui_row *row, const struct ui_feeds_line *line);

/* What the status bar says of the row under the cursor; that reads the catalog. UI
 * thread. */
void ui_feeds_describe(struct ui *ui, const struct ui_tree_row *row,
	struct ui_caption *caption, int64_t now);

#endif
