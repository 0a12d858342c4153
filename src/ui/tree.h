/*
 * The feeds as a tree: first feeds without a tag, then the tags in the order in which
 * they first appear in the feeds file, "a/b" below "a", each with its feeds. A feed with
 * two tags is below both. Pure.
 */
#ifndef UI_TREE_H
#define UI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

struct store_feed;
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
	const struct ui_saved *saved; /* a saved search, whose line is in tag */
};

struct ui_tree {
	struct arena arena;
	struct ui_tree_row *rows; /* what is shown */
	size_t len;
	const struct store_feed **order; /* all feeds, in their order if nothing were
					    folded or hidden; with two tags, twice */
	size_t order_len;
};

/* Makes the tree of feeds, which are borrowed. folded: the paths of folded tags, with any
 * pointer. keep says which feeds are shown (NULL: all). */
void ui_tree_build(struct ui_tree *tree, const struct store_feed *feeds, size_t len,
	const struct map *folded, bool (*keep)(void *data, const struct store_feed *feed),
	void *data);
void ui_tree_done(struct ui_tree *tree);
/* The row of a feed in a group (0: of the tag itself) or, if it is not there, in any
 * group; len if there is none. */
size_t ui_tree_find(const struct ui_tree *tree, const char *tag, uint32_t feed);

#endif
