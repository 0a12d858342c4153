/*
 * Items that their feed has no longer.
 */
#ifndef STORE_FEED_ABSENT_H
#define STORE_FEED_ABSENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_arrival;
struct store_batch;

/* A document that lists all that the feed has was stored: its items by arrivals, and
 * those with ids from first_new on. Every other item of the feed is gone from it
 * (ITEM_GONE), and one that is there again is not. */
int store_feed_mark_absent(struct store_batch *batch, uint32_t feed,
	const struct store_arrival *arrivals, size_t len, uint64_t first_new) MUST_USE;

#endif
