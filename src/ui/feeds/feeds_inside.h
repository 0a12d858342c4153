/*
 * Private to the files of the list of feeds.
 */
#ifndef UI_FEEDS_FEEDS_INSIDE_H
#define UI_FEEDS_FEEDS_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "ui/core/ui_view.h"
#include "ui/draw/list_cursor.h"
#include "ui/feeds/feed_tree.h"

struct ui_feeds {
	struct ui_view view;
	struct ui_list list;
	struct ui_tree tree;
	struct map folded;
	uint32_t selected;   /* the feed to which the cursor goes once it is shown */
	struct map shown;    /* feeds that stay although they are read, by id */
	bool placed;         /* the cursor was put on the first feed */
	char *filter;        /* words that rows must have; NULL: not filtered */
	struct match *match; /* of these */
	uint32_t left_feed;  /* where the cursor was before: on a feed, */
	char *left_tag;      /* or a row with this tag */
	uint32_t *ranks;     /* by feed id: place in the order + 1; 0: not known then */
	size_t ranks_len;
};

/* feeds_rows.c */

/* The row under the cursor; NULL: there is none. */
struct ui_tree_row *ui_feeds_current(const struct ui_feeds *v);
/* Makes the rows again and puts the cursor on a feed, or else on a row with that tag; if
 * there is neither, the cursor stays where it is. sort: by what the feeds are now;
 * otherwise those that were there keep their order. */
void ui_feeds_rebuild(
	struct ui *ui, struct ui_feeds *v, uint32_t feed, const char *tag, bool sort);
/* Puts the numbers of saved searches, and what is wrong with them, into their rows. True:
 * rows in sight changed. */
bool ui_feeds_count_saved(struct ui *ui, struct ui_feeds *v);
/* Decides which feeds stay when read ones are hidden: while the view is shown (all), all
 * that are in it; otherwise the one under the cursor. */
void ui_feeds_keep(struct ui_feeds *v, bool all);

/* feeds.c */

/* Moves the cursor to the next (previous) feed of which this is true, from the end to the
 * beginning if need be; false if there is none. */
bool ui_feeds_find_next(
	struct ui_feeds *v, bool (*is)(const struct store_feed *), bool backwards);

/* feeds_filter.c */

/* Whether a row with this name and address (NULL: none) has the words of the filter, if
 * there is one. */
bool ui_feeds_passes(const struct ui_feeds *v, const char *name, const char *url);
/* The same of a feed, which passes by its tags, too. */
bool ui_feeds_passes_feed(const struct ui_feeds *v, const struct store_feed *feed);
/* Frees what the filter has. */
void ui_feeds_filter_done(struct ui_feeds *v);

#endif
