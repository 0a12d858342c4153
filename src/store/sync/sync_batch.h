/*
 * States between machines, from inside: what a batch keeps of them.
 */
#ifndef STORE_SYNC_SYNC_BATCH_H
#define STORE_SYNC_SYNC_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/state.h"
#include "store/sync/sync.h"

/* The addresses of one feed, as hashes. */
#define STATE_ALIASES_MAX 32

struct state_aliases {
	uint8_t hashes[STATE_ALIASES_MAX][STATE_FEED];
	size_t len;
};

struct buf;

struct store_sync_batch {
	struct store_sync_info info;
	bool recording; /* words of our own */
	bool alone;     /* of a mark that is made by itself */
	bool dirty;     /* info has to be written */
	int64_t now_ms;
	uint32_t feed; /* whose hash and family this is; 0: nobody's */
	uint8_t hash[STATE_FEED];
	struct state_aliases family;
	uint64_t *arrived; /* items that others said something of */
	size_t arrived_len, arrived_cap;
	struct heard {
		uint64_t id;
		int64_t at;
	} * heard; /* for store_sync_heard */
	size_t heard_len, heard_cap;
};

/* batch->state, read once a batch. */
int store_sync_load(struct store_batch *batch) MUST_USE;
/* Puts s into its row if it is the later word: *won. */
int store_sync_put(struct store_batch *batch, const struct state *s, bool *won) MUST_USE;
/* A word of our own: it gets the next stamp, and once it is put waits for the log. */
void store_sync_stamp(struct store_batch *batch, struct state *s);
int store_sync_wait(struct store_batch *batch, const struct state *s) MUST_USE;

/* Makes the batch's hash and family those of the feed. */
int store_sync_hash(struct store_batch *batch, uint32_t feed) MUST_USE;
/* The last words about an item that is here, in place of what was in row. ERR_NOT_FOUND:
 * it is nobody's. */
int store_sync_words(struct store_batch *batch, uint64_t id, struct buf *row) MUST_USE;

/* state_same.c: feeds with several addresses. */

/* The feed with that address, this one first. */
int store_sync_aliases(const struct store_view *view,
	const uint8_t hash[static STATE_FEED], struct state_aliases *out) MUST_USE;
/* The last word of each kind about the item, whichever address it was said under: a row,
 * in place of what was in out. */
int store_sync_last(const struct store_view *view, const struct state_aliases *family,
	const uint8_t item[static STATE_ITEM], struct buf *out) MUST_USE;
/* The items here that such words are about: one, unless several of the addresses have a
 * feed of their own. */
int store_sync_items(const struct store_view *view, const struct state_aliases *family,
	const uint8_t item[static STATE_ITEM], uint64_t ids[static STATE_ALIASES_MAX],
	size_t *len) MUST_USE;
/* Takes a word of STATE_SAME. Items that it may change arrive. */
int store_sync_put_alias(
	struct store_batch *batch, const struct state *s, bool *won) MUST_USE;
/* All items here that the words are about arrive, but for the one: 0, none. */
int store_sync_arrive(struct store_batch *batch, const struct state_aliases *family,
	const uint8_t item[static STATE_ITEM], uint64_t but) MUST_USE;
/* Says what addresses feeds had, and which were merged, before states were kept. */
int store_sync_seed_aliases(struct store_batch *batch) MUST_USE;

#endif
