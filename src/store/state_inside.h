/*
 * States between machines, from inside: what a batch keeps of them.
 */
#ifndef STORE_STATE_INSIDE_H
#define STORE_STATE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/state.h"
#include "store/state.h"

struct store_state_batch {
	struct store_state_info info;
	bool recording; /* words of our own */
	bool dirty;     /* info has to be written */
	int64_t now_ms;
	uint32_t feed; /* whose hash this is; 0: nobody's */
	uint8_t hash[STATE_FEED];
	uint64_t *arrived; /* items with a row */
	size_t arrived_len, arrived_cap;
};

/* batch->state, read once a batch. */
int store_state_load(struct store_batch *batch) MUST_USE;
/* Puts s into its row if it is the later word: *won. */
int store_state_put(struct store_batch *batch, const struct state *s, bool *won) MUST_USE;
/* Stamps the word of our own, puts it, and lets it wait for the log. */
int store_state_say(struct store_batch *batch, struct state *s) MUST_USE;

/* state_same.c: feeds with several addresses. */

/* Makes the hash that of its feed's first address, in the order of hashes. */
int
store_state_root(const struct store_view *view, uint8_t hash[static STATE_FEED]) MUST_USE;
/* Takes a word of STATE_SAME: what was said of either holds for both. Items that it
 * changes arrive. */
int
store_state_join(struct store_batch *batch, const struct state *s, bool *won) MUST_USE;
/* Says what addresses feeds had before states were kept. */
int store_state_seed_same(struct store_batch *batch) MUST_USE;

#endif
