/*
 * The items of several feeds as one list, newest first.
 *
 *	struct store_walk *walk = store_item_walk_new(feeds, feeds_len, NULL);
 *	for (bool end = false; status == OK && !end;) {
 *		status = store_item_walk_next(walk, &view, items, 100, &len, &end);
 *		… use items[0 … len), which may be none …
 *	}
 *	store_item_walk_free(walk);
 *
 * A view may end after each call, and the walk continues in the next one. It does not
 * necessarily see what has changed since it began. One thread at a time.
 */
#ifndef STORE_ITEM_WALK_H
#define STORE_ITEM_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/item/list.h"

struct store_view;

struct store_walk;

struct store_walked {
	struct store_key key;
	uint32_t feed;
	int flags; /* as store_item_flags had them at that time */
};

/* after: where it begins, exclusive; NULL: at the newest item. The feeds are copied. */
struct store_walk *
store_item_walk_new(const uint32_t *feeds, size_t len, const struct store_key *after);
void store_item_walk_free(struct store_walk *walk);
/* Call it before the first items are taken: they come oldest first, from `after` on. */
void store_item_walk_turn(struct store_walk *walk);

/* Gets the next items, at most max. If there are many feeds, the first calls may return
 * none, since each only prepares some of them. After a failure the walk must not be
 * used. */
int store_item_walk_next(struct store_walk *walk, const struct store_view *view,
	struct store_walked *out, size_t max, size_t *len, bool *end) MUST_USE;

#endif
