/*
 * What the files that delete for good share.
 */
#ifndef STORE_GC_INSIDE_H
#define STORE_GC_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/db/view.h"

struct store_batch;
struct store_gc;
struct store_gc_place;
struct store_keep;

struct gc_sweep {
	struct store_batch *batch;
	struct store_view view;
	const struct store_keep *keep;
	size_t max; /* most items to delete */
	struct store_gc *out;
	struct store_gc_place *place; /* NULL: only one feed is expired */
};

/* All return a code. */

/* Removes an item from every table. listed: it is in the lists, not in the trash. */
int store_gc_clear_item(struct gc_sweep *s, uint32_t feed, int64_t time, uint64_t id,
	int flags, bool listed) MUST_USE;
/* Deletes the feed's oldest items beyond s->keep; with `all`, every item in its list.
 * *more: s->max was reached. */
int store_gc_clear_old(struct gc_sweep *s, uint32_t feed, bool all, bool *more) MUST_USE;

/* gc_feed.c: a stage of store_gc, which deletes feeds without a line. */
int store_gc_sweep_removed(struct gc_sweep *s, bool *end) MUST_USE;

#endif
