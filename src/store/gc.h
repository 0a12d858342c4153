/*
 * Deletes for good what the user no longer wants, in slices. Items that are starred,
 * unread or tagged are always kept.
 */
#ifndef STORE_GC_H
#define STORE_GC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct map;
struct store;
struct store_batch;

#define STORE_TRASH_DAYS 30 /* how long a deleted item can be restored */

/* How much of a feed to keep; 0 means everything. */
struct store_keep {
	uint32_t feed;
	int64_t items; /* number of items, the newest */
	int64_t days;  /* by the time that lists sort by */
	int64_t now;
	/* The feed lost its line because a list of feeds dropped it, not the user: it is
	 * kept. */
	bool dropped;
};

struct store_gc {
	uint64_t items, feeds; /* deleted; feeds: the ones without a line */
	uint64_t bytes;        /* of the deleted records and texts */
	bool more;             /* max was reached: call again in another batch */
};

/* Deletes the feed's oldest items beyond keep, at most max (0: all). */
int store_expire(struct store_batch *batch, const struct store_keep *keep, size_t max,
	struct store_gc *out, struct err *err) MUST_USE;

/* Where the next slice continues; zeros: at the beginning. */
struct store_gc_place {
	const struct map *spared; /* feeds that stay without a line; NULL: none */
	size_t stage;
	uint8_t from[20], from_len; /* a key in the stage's table */
};

/* Deletes a slice of: what was moved to the trash STORE_TRASH_DAYS ago, items that
 * complete feeds no longer list, tombstones a year after their feed last listed them, and
 * feeds without a line. */
int store_gc(struct store_batch *batch, struct store_gc_place *place, int64_t now,
	size_t max, struct store_gc *out, struct err *err) MUST_USE;

/* Deletes what keep says, then does what store_gc does, in slices of a few milliseconds
 * with transactions of its own, so that others can read and write. dry: only counts. */
int store_collect(struct store *store, const struct store_keep *keep, size_t len,
	int64_t now, bool dry, struct store_gc *out, struct err *err) MUST_USE;

#endif
