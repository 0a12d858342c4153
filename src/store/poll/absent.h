/*
 * Items that are no longer in their feed.
 */
#ifndef STORE_POLL_ABSENT_H
#define STORE_POLL_ABSENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_arrival;
struct store_batch;

/* Call this after storing a document that lists everything the feed has. The feed's items
 * that are neither among the arrivals nor new (ids from first_new on) become ITEM_GONE,
 * and items that are listed again no longer are. */
int store_poll_mark_absent(struct store_batch *batch, uint32_t feed,
	const struct store_arrival *arrivals, size_t len, uint64_t first_new) MUST_USE;

#endif
