/*
 * The kept counters: read, and changed with what they count.
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

/* ERR_DAMAGED for a wrong check; zeros when there is none. */
int store_item_count_get(const struct store_view *view, uint32_t feed,
	struct store_item_counts *out) MUST_USE;

/* Adds to the feed's and, unless the feed is a removed one, to those over all. */
int store_item_count_add(struct store_batch *batch, uint32_t feed,
	const struct count_delta *delta) MUST_USE;

/* The feed's numbers into those over all (sign 1) or out of them (-1). */
int store_item_count_show(struct store_batch *batch, uint32_t feed, int sign) MUST_USE;

#endif
