/*
 * The sorted keys of a list of items: finding a place among them, and merging the keys
 * that are shown with those that the store has now. Pure.
 */
#ifndef UI_ITEMS_ITEM_KEYS_H
#define UI_ITEMS_ITEM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "store/item/list.h"

struct ui_items_keys {
	struct store_key *list; /* newest first */
	size_t len, cap;
	bool oldest; /* they are sorted the other way round */
};

void ui_items_keys_push(struct ui_items_keys *keys, struct store_key key);
/* Negative if a comes before b; oldest: the oldest comes first. */
int ui_items_keys_compare(struct store_key a, struct store_key b, bool oldest);
/* The index of key, or the one it would have. */
size_t ui_items_keys_place(const struct ui_items_keys *keys, struct store_key key);
/* Merges the keys that were shown with those that the store has now, in slices. Start
 * with zeros; out is complete when ui_items_keys_merge returns false. An item in both
 * lists appears once, with its present key. */
struct ui_items_keys_merging {
	struct ui_items_keys out;
	size_t shown, now; /* how many of each were taken */
};

/* Adds at most max keys to out; true when more are left. */
bool ui_items_keys_merge(struct ui_items_keys_merging *merging,
	const struct ui_items_keys *shown, const struct ui_items_keys *now, size_t max);

#endif
