/*
 * Clearing away for good what the user no longer wants, in slices. Starred, unread and
 * tagged items are always kept.
 */
#ifndef STORE_GC_H
#define STORE_GC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;
struct store_batch;

#define STORE_TRASH_DAYS 30 /* a deleted item can be brought back so long */

/* How much of a feed is kept; 0: all. */
struct store_keep {
	uint32_t feed;
	int64_t items; /* the newest so many */
	int64_t days;  /* by the time lists sort by */
	int64_t now;
};

struct store_gc {
	uint64_t items, feeds; /* cleared away; feeds: those without a line */
	uint64_t bytes;        /* of records and texts */
	bool more;             /* max was reached: call again in another batch */
};

/* Clears away the feed's oldest items beyond keep, at most max (0: all). */
int store_expire(struct store_batch *batch, const struct store_keep *keep, size_t max,
	struct store_gc *out, struct err *err) MUST_USE;

/* Where the next slice goes on; zeros: at the beginning. */
struct store_gc_place {
	size_t stage;
	uint8_t from[20], from_len; /* a key of the stage's table */
};

/* A slice of clearing away what was deleted STORE_TRASH_DAYS ago, what complete feeds
 * list no more, tombstones a year after their feed did, and feeds without a line. */
int store_gc(struct store_batch *batch, struct store_gc_place *place, int64_t now,
	size_t max, struct store_gc *out, struct err *err) MUST_USE;

/* Clears away what keep says of its feeds, then the trash and feeds without a line, in
 * slices of a few milliseconds, so that readers and writers go on. dry: only counts. */
int store_collect(struct store *store, const struct store_keep *keep, size_t len,
	int64_t now, bool dry, struct store_gc *out, struct err *err) MUST_USE;

#endif
