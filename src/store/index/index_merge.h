/*
 * Merges segments of the full-text index, in slices.
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
	INDEX_MERGE_NOW,  /* as soon as there are enough segments */
	INDEX_MERGE_LATE, /* only if there are far too many */
};

/* The merge in progress: the new segment's sequence and its documents. */
struct index_merge {
	uint32_t sequence;
	uint64_t first, last; /* 0: no merge is in progress */
};

/* ERR_DAMAGED. */
int store_index_merge_current(
	const struct store_view *view, struct index_merge *out) MUST_USE;

/* Merges for a few milliseconds. state->sequence may change, and the caller stores it.
 * *more: call again, in another batch. */
int store_index_merge_slice(struct store_batch *batch, struct index_state *state,
	enum index_merge_when when, bool *more) MUST_USE;

#endif
