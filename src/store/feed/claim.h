/*
 * Claims: which process polls a feed, and which one does the work that only one process
 * may do.
 */
#ifndef STORE_FEED_CLAIM_H
#define STORE_FEED_CLAIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;

#define STORE_CLAIM_MAX 256 /* feeds claimed in one transaction */

/* Claims feeds for this process, so that no other polls them: the first max of ids that
 * no living process holds. They are returned in out. Each claim identifies the process,
 * and next_poll becomes now + STORE_CLAIM_SECONDS, so that after a crash the feed is not
 * polled again at once. */
int
store_feed_claim(struct store_batch *batch, const uint32_t *ids, size_t len, int64_t now,
	uint32_t *out, size_t max, size_t *claimed, struct err *err) MUST_USE;

/* Records that feeds are chosen in the cycle that began at start. *mine: no process had
 * done so. */
int store_feed_cycle_begin(struct store_batch *batch, int64_t start, int64_t now,
	bool *mine, struct err *err) MUST_USE;

/* Records that the wall clock was set and is now lead seconds ahead of the boot clock.
 * *mine: no other process has handled this yet. */
int store_feed_clock_set(
	struct store_batch *batch, int64_t lead, bool *mine, struct err *err) MUST_USE;

/* Ends claims of this process without a poll and restores next_poll. */
int store_feed_release(struct store_batch *batch, const uint32_t *ids, size_t len,
	struct err *err) MUST_USE;

#endif
