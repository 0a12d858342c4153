/*
 * The list of feeds: the layout of its rows, apart from the view so that it can be
 * tested. Pure.
 */
#ifndef UI_FEEDS_H
#define UI_FEEDS_H

#include <stdint.h>

#include "engine/api.h"
#include "ui/row.h"
#include "ui/tree.h"

struct ui_feeds_line {
	const struct ui_tree_row *row;
	const char *name; /* of the feed */
	enum engine_feed_state state;
	int64_t now;
};

/* unread count · mark · title · age of the newest change. */
void ui_feeds_line(struct ui_row *row, const struct ui_feeds_line *line);

#endif
