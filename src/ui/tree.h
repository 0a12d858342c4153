/*
 * The list of feeds as a tree: feeds without tag first, then the tags in the order of
 * their first appearance in the feeds file, "a/b" below "a", each with its feeds. A feed
 * with two tags stands below both. Pure.
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
	const char *tag;   /* of a tag row: its path; of a feed: the group it is in */
	const char *label; /* of a tag row: the path's last part */
	const struct store_feed *feed; /* NULL: a tag row */
	uint32_t id;                   /* of the feed, 0 */
	int depth;
	bool folded;
	uint64_t unread; /* of a tag row: of the feeds with it or below it, each once */
	size_t feeds;    /* likewise */
	const struct ui_saved *saved; /* a saved search: tag is its line */
};

struct ui_tree {
	struct arena arena;
	struct ui_tree_row *rows; /* what is shown */
	size_t len;
	const struct store_feed **order; /* all feeds as they would stand unfolded and
					    unfiltered; one with two tags twice */
	size_t order_len;
};

/* Makes the tree of feeds (borrowed as long as the tree lives). folded: tag → not NULL.
 * keep (may be NULL: all) tells which feeds are shown. */
void ui_tree_build(struct ui_tree *tree, const struct store_feed *feeds, size_t len,
	const struct map *folded, bool (*keep)(void *data, const struct store_feed *feed),
	void *data);
void ui_tree_done(struct ui_tree *tree);
/* The row of a feed (0: of the tag itself) in a group, else of that feed anywhere; len
 * when there is none. */
size_t ui_tree_find(const struct ui_tree *tree, const char *tag, uint32_t feed);

#endif
