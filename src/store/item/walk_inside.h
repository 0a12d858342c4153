/*
 * The list of one feed, read with a cursor, for the other folders of the store.
 */
#ifndef STORE_ITEM_WALK_INSIDE_H
#define STORE_ITEM_WALK_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct MDB_cursor;
struct store_key;
struct store_walked;

/* Whether key comes after before in a list: in a damaged table, keys can lead in a
 * circle. */
bool store_item_walk_follows(
	const struct store_key *before, const struct store_key *key, bool oldest);

/* Gets up to max items of a feed that come after `after` (NULL: from the newest or, if
 * oldest is true, from the oldest, in that order). cursor is one of TABLE_FEEDITEM, or of
 * TABLE_TAGITEM with a tag in place of the feed. *len is less than max at the end.
 * ERR_DAMAGED as well if the keys are not in order. */
int store_item_walk_feed(struct MDB_cursor *cursor, uint32_t feed,
	const struct store_key *after, bool oldest, struct store_walked *out, size_t max,
	size_t *len) MUST_USE;

#endif
