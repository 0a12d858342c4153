/*
 * The feeds as a tree: first feeds without a tag, then the tags in the order in which
 * they first appear among the feeds, "a/b" below "a", each with its feeds. A feed with
 * two tags is below both. Pure.
 */
#ifndef UI_FEEDS_FEED_TREE_H
#define UI_FEEDS_FEED_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

struct store_feed;
struct ui_feeds_fixed;
struct ui_saved;

struct ui_tree_row {
	const char *tag;   /* of a tag: its path; of a feed: the group it is in */
	const char *label; /* of a tag: the last part of its path */
	const struct store_feed *feed; /* NULL: a tag */
	uint32_t id;                   /* of the feed; 0: a tag */
	int depth;
	bool folded;
	uint64_t unread; /* of a tag: in feeds with it or below it, each counted once */
	size_t feeds;    /* likewise */
	struct ui_saved *saved; /* a saved search, whose line is in tag; in the arena */
	const struct ui_feeds_fixed *place; /* a row that is always there */
};

struct ui_tree {
	struct arena arena;
	struct ui_tree_row *rows; /* what is shown */
	size_t len;
	const struct store_feed **order; /* all feeds, in their order if nothing were
					    folded or hidden; with two tags, twice */
	size_t order_len;
};

/* How the tags within another one are sorted. */
enum ui_tree_tags {
	UI_TREE_TAGS_FIRST,  /* by the first of their feeds */
	UI_TREE_TAGS_LABEL,  /* by name */
	UI_TREE_TAGS_UNREAD, /* the most unread items first */
};

/* What goes into a tree; all of it is borrowed. */
struct ui_tree_plan {
	const struct store_feed *feeds;
	size_t len;
	const uint32_t *sequence; /* their indices, sorted; NULL: as they are */
	enum ui_tree_tags tags;
	bool reverse;             /* of tags */
	const struct map *folded; /* the paths of folded tags, with any pointer */
	/* Says which feeds are shown; NULL: all. */
	bool (*keep)(void *data, const struct store_feed *feed);
	void *data;
};

/* Makes the tree, which keeps pointers to the feeds. */
void ui_feeds_tree_build(struct ui_tree *tree, const struct ui_tree_plan *plan);
void ui_feeds_tree_done(struct ui_tree *tree);
/* The row of a feed in a group (0: of the tag itself) or, if it is not there, in any
 * group; len if there is none. */
size_t ui_feeds_tree_find(const struct ui_tree *tree, const char *tag, uint32_t feed);

#endif
