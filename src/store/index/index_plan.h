/*
 * Which segments are merged: what META_MERGE says, and what to merge next.
 */
#ifndef STORE_INDEX_INDEX_PLAN_H
#define STORE_INDEX_INDEX_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/index/index_chunk.h"

struct index_segment;
struct store_batch;
struct store_view;

#define INDEX_MERGE_COUNT 8 /* segments of a size class that become one */

/* The content of META_MERGE. */
struct index_plan {
	uint32_t sequence;
	uint64_t first, last;
	size_t len;
	uint32_t sequences[INDEX_MERGE_COUNT];
	struct index_entry word; /* the last word written; term_len 0: none so far */
};

/* Both return a code: ERR_NOT_FOUND if no merge is in progress, ERR_DAMAGED. */
int store_index_plan_get(const struct store_view *view, struct index_plan *p) MUST_USE;
int store_index_plan_put(struct store_batch *batch, const struct index_plan *p) MUST_USE;
/* Chooses from all segments, oldest first, once there are `least` of a size class. p->len
 * 0: there is nothing to merge. */
void store_index_plan_choose(
	struct index_plan *p, const struct index_segment *all, size_t len, size_t least);

#endif
