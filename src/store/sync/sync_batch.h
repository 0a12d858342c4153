/*
 * What a batch keeps of states, and what the files of this folder share.
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
	bool recording; /* changes become states of ours */
	bool alone;     /* the user marked a single item */
	bool dirty;     /* info has changed and has to be written */
	int64_t now_ms;
	uint32_t feed; /* the feed of hash and aliases; 0: none */
	uint8_t hash[STATE_FEED];
	struct state_aliases aliases;
	uint64_t *arrived; /* items to be settled (store_sync_settle) */
	size_t arrived_len, arrived_cap;
	struct heard {
		uint64_t id;
		int64_t at;
	} * heard; /* for store_sync_heard */
	size_t heard_len, heard_cap;
	uint64_t passed; /* for store_sync_passed */
	int64_t passed_at;
};

/* Reads batch->state, once in a batch. */
int store_sync_load(struct store_batch *batch) MUST_USE;
/* Puts s into its row, if it is later than what is there: *won. */
int store_sync_put(struct store_batch *batch, const struct state *s, bool *won) MUST_USE;
/* For states of our own: store_sync_stamp gives s the next stamp, and after it was put,
 * store_sync_wait adds it to those that are not in the log yet. */
void store_sync_stamp(struct store_batch *batch, struct state *s);
int store_sync_wait(struct store_batch *batch, const struct state *s) MUST_USE;

/* Sets the batch's hash and aliases to those of the feed. */
int store_sync_hash(struct store_batch *batch, uint32_t feed) MUST_USE;
/* Replaces row by the latest states of an item that is here. ERR_NOT_FOUND if other
 * machines cannot know the item. */
int store_sync_item_row(struct store_batch *batch, uint64_t id, struct buf *row) MUST_USE;

/* sync_listen.c: the place of an item that was listened to. ERR_NOT_FOUND: it was not. */
int store_sync_place(struct store_batch *batch, uint64_t id, struct state *out) MUST_USE;
/* Takes one of another machine; *later: what is here is later than that. Returns a
 * status. */
int store_sync_take_place(struct store_batch *batch, const struct state *received,
	uint64_t id, size_t *changed, bool *later, struct err *err) MUST_USE;

/* sync_alias.c: */

/* The aliases of the feed with that address, this one first. */
int store_sync_aliases(const struct store_view *view,
	const uint8_t hash[static STATE_FEED], struct state_aliases *out) MUST_USE;
/* Replaces out by a row with the latest states of the item under any of the aliases. */
int store_sync_last(const struct store_view *view, const struct state_aliases *aliases,
	const uint8_t item[static STATE_ITEM], struct buf *out) MUST_USE;
/* The items here that states under these aliases are about: one, unless several aliases
 * have a feed of their own. */
int store_sync_items(const struct store_view *view, const struct state_aliases *aliases,
	const uint8_t item[static STATE_ITEM], uint64_t ids[static STATE_ALIASES_MAX],
	size_t *len) MUST_USE;
/* Takes a STATE_SAME. Items that it may change are to be settled. */
int store_sync_put_alias(
	struct store_batch *batch, const struct state *s, bool *won) MUST_USE;
/* All items here that states under these aliases are about are to be settled, except
 * `but`; 0: no exception. */
int store_sync_arrive(struct store_batch *batch, const struct state_aliases *aliases,
	const uint8_t item[static STATE_ITEM], uint64_t but) MUST_USE;
/* Makes states of the addresses that feeds had, and of merges, before states were
 * kept. */
int store_sync_seed_aliases(struct store_batch *batch) MUST_USE;

#endif
