/*
 * A line of the feeds file is to get another address.
 */
#ifndef STORE_FEED_ADDRESS_H
#define STORE_FEED_ADDRESS_H

#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;

/* A line of the feed is to get this address: should the process end before the next
 * store_feed_put_subscriptions, the line is known for the feed's all the same. */
int store_feed_put_address(struct store_batch *batch, uint32_t feed, const char *url,
	struct err *err) MUST_USE;

#endif
