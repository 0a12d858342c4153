/*
 * Numbers that many calls of a batch add to: items of feeds, items that have a tag, hits
 * of rules. They are added up, and each is written once before the batch is committed.
 */
#ifndef STORE_ITEM_SUM_INSIDE_H
#define STORE_ITEM_SUM_INSIDE_H

#include <stdint.h>

#include "base/attr.h"
#include "store/db/batch_inside.h"
#include "store/item/count_inside.h"

struct store_batch;

/* What is added to the numbers of one feed, tag or rule. */
struct store_sum {
	union {
		struct count_delta items; /* of a feed */
		int64_t tagged;           /* items */
		struct {
			uint64_t hits;
			int64_t last; /* when; seconds since 1970 */
		} rule;
	};
};

/* Adds to what is stored. Returns a code. */
typedef int
store_sum_write(struct store_batch *batch, uint64_t id, const struct store_sum *sum);

/* The batch's part that writes the sums. */
extern const struct store_batch_part store_item_sum_part;

/* The sum that `write` adds to the numbers of id, zero at first; valid until
 * store_item_sums_write. */
struct store_sum *
store_item_sum(struct store_batch *batch, store_sum_write *write, uint64_t id) NEVER_NULL;

/* Writes all sums now. Functions that read numbers of this batch, or delete them, begin
 * with this. Returns a code. */
int store_item_sums_write(struct store_batch *batch) MUST_USE;

#endif
