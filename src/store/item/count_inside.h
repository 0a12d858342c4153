/*
 * The stored numbers of items, for the other folders of the store: each feed's, and under
 * feed 0 the sums over all feeds that have a line in the feeds file.
 */
#ifndef STORE_ITEM_COUNT_INSIDE_H
#define STORE_ITEM_COUNT_INSIDE_H

#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_item_counts;
struct store_view;

#define STORE_COUNT_ALL 0 /* feed ids begin at 1 */

struct count_delta {
	int64_t unread, total, starred;
};

/* What is stored, without what the batch under way adds (sum_inside.h). Zeros if there is
 * nothing yet. ERR_DAMAGED if the check is wrong. */
int store_item_count_get(const struct store_view *view, uint32_t feed,
	struct store_item_counts *out) MUST_USE;

/* Adds delta to the feed's numbers and, unless the feed is removed, to the sums. */
int store_item_count_add(struct store_batch *batch, uint32_t feed,
	const struct count_delta *delta) MUST_USE;

/* Adds the feed's numbers to the sums (sign 1), or subtracts them (-1). */
int store_item_count_show(struct store_batch *batch, uint32_t feed, int sign) MUST_USE;

#endif
