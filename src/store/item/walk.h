/*
 * The items of several feeds as one list.
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

/* The items of several feeds as one list. A walk goes on where it was, in whatever later
 * view; what changed since it began is seen by a new one alone. One thread at a time. */
struct store_walk;

struct store_walked {
	struct store_key key;
	uint32_t feed;
	int flags; /* as of store_item_flags, when it was read */
};

/* after: where it begins, exclusive; NULL at the newest. The feeds are copied. */
struct store_walk *
store_item_walk_new(const uint32_t *feeds, size_t len, const struct store_key *after);
void store_item_walk_free(struct store_walk *walk);

/* The next items, at most max. Of many feeds some are looked at in one go, so that there
 * may be none yet before the end. After a failure the walk is of no use. */
int store_item_walk_next(struct store_walk *walk, const struct store_view *view,
	struct store_walked *out, size_t max, size_t *len, bool *end) MUST_USE;

#endif
