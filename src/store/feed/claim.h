/*
 * Claims: who polls a feed right now, and what a process settles for all others.
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

/* Claims feeds for this process, so that no other polls them. Of the candidates (ids) the
 * first max that no live process holds are written to out with a claim (pid and its
 * namespace, start time, boot id), and their next_poll is moved to now +
 * STORE_CLAIM_SECONDS so that a crash causes no second request at once. */
int
store_feed_claim(struct store_batch *batch, const uint32_t *ids, size_t len, int64_t now,
	uint32_t *out, size_t max, size_t *claimed, struct err *err) MUST_USE;

/* *mine: nobody has chosen feeds in the cycle that began at start; now somebody has. */
int store_feed_cycle_begin(struct store_batch *batch, int64_t start, int64_t now,
	bool *mine, struct err *err) MUST_USE;

/* The wall clock was set and is now lead seconds before the boot clock. *mine: no other
 * process has seen to that yet. */
int store_feed_clock_set(
	struct store_batch *batch, int64_t lead, bool *mine, struct err *err) MUST_USE;

/* Gives claims of this process back unpolled and restores their next_poll. */
int store_feed_release(struct store_batch *batch, const uint32_t *ids, size_t len,
	struct err *err) MUST_USE;

#endif
