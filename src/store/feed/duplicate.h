/*
 * Feeds that moved to the same address, or to the address of another feed; feeds that an
 * account's server fetches as well; podcasts that are the same by their podcast:guid.
 */
#ifndef STORE_FEED_DUPLICATE_H
#define STORE_FEED_DUPLICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct store_view;

/* A feed that is a duplicate of another: its server redirects it for good to where the
 * other is, it is where an account's server fetches the other, or both are the same
 * podcast by their podcast:guid. */
struct store_feed_duplicate {
	/* other: the feed that is there, or moved there as well; of podcasts, the one
	 * that is first in the feeds file */
	uint32_t feed, other;
	bool podcast; /* only their podcast:guid shows it */
};

/* All such pairs of feeds with a line, at most one for each feed. *out is in arena. */
int store_feed_duplicates(const struct store_view *view, struct arena *arena,
	struct store_feed_duplicate **out, size_t *len) MUST_USE;

/* Another feed with a line that is at the address moved_to. ERR_NOT_FOUND if there is
 * none. */
int store_feed_duplicate(const struct store_view *view, uint32_t feed,
	const char *moved_to, uint32_t *other) MUST_USE;

#endif
