/*
 * Ending a claim, for the other folders of the store.
 */
#ifndef STORE_FEED_CLAIM_INSIDE_H
#define STORE_FEED_CLAIM_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;

/* Ends this process's claim on the feed, if there is one. restore: next_poll becomes what
 * it was before the claim. */
int store_feed_claim_end(struct store_batch *batch, uint32_t feed, bool restore) MUST_USE;

#endif
