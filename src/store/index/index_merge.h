/*
 * Segments of the full-text index that become one, in slices.
 */
#ifndef STORE_INDEX_INDEX_MERGE_H
#define STORE_INDEX_INDEX_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct index_state;
struct store_batch;
struct store_view;

enum index_merge_when {
	INDEX_MERGE_NOW,  /* whenever there are enough segments */
	INDEX_MERGE_LATE, /* when there are far too many */
};

/* What is on its way: the new segment's sequence, and its documents. */
struct index_merge {
	uint32_t sequence;
	uint64_t first, last; /* 0: nothing is */
};

/* ERR_DAMAGED. */
int store_index_merge_current(
	const struct store_view *view, struct index_merge *out) MUST_USE;

/* Does a few milliseconds of what is to be merged. state->sequence may move on: the
 * caller stores it. *more: call again, in another batch. */
int store_index_merge_slice(struct store_batch *batch, struct index_state *state,
	enum index_merge_when when, bool *more) MUST_USE;

#endif
