/*
 * Feeds that have moved to one address, or to that of another feed.
 */
#ifndef STORE_FEED_DUPLICATE_H
#define STORE_FEED_DUPLICATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct store_view;

/* A feed whose address is, by its server's word, the one where another is. */
struct store_feed_duplicate {
	uint32_t feed, other; /* feed moved to where other is, or went as well */
};

/* All such pairs among feeds with a line, one for each feed that moved; *out in arena. */
int store_feed_duplicates(const struct store_view *view, struct arena *arena,
	struct store_feed_duplicate **out, size_t *len) MUST_USE;

/* The feed with a line, other than this one, that is at the address it moved to.
 * ERR_NOT_FOUND: there is none. */
int store_feed_duplicate(const struct store_view *view, uint32_t feed,
	const char *moved_to, uint32_t *other) MUST_USE;

#endif
