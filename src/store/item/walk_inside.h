/*
 * A feed's list of items, by a cursor.
 */
#ifndef STORE_ITEM_WALK_INSIDE_H
#define STORE_ITEM_WALK_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct MDB_cursor;
struct store_key;
struct store_walked;

/* Up to max items of a feed's list that come after `after` (NULL: from the newest), by a
 * cursor of its table; fewer mean the end. A tag's items have a list of the same form. */
int store_item_walk_feed(struct MDB_cursor *cursor, uint32_t feed,
	const struct store_key *after, struct store_walked *out, size_t max,
	size_t *len) MUST_USE;

#endif
