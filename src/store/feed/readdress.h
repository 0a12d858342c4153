/*
 * Records that a feed is about to get another address in the feeds file.
 */
#ifndef STORE_FEED_READDRESS_H
#define STORE_FEED_READDRESS_H

#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;

/* Call this before a line of the feed gets this address. If the process ends before the
 * next store_feed_put_subscriptions, the line is still recognised as the feed's. */
int store_feed_put_address(struct store_batch *batch, uint32_t feed, const char *url,
	struct err *err) MUST_USE;

/* Where the server of an account fetches the feed, to be shown to people
 * (store/feed/feed.h). */
int store_feed_put_source(struct store_batch *batch, uint32_t feed, const char *source,
	struct err *err) MUST_USE;

#endif
