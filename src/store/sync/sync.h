/*
 * What the user set items to, with stamps that let machines merge it (model/state.h). It
 * is only kept if this machine has an id, since it costs a write for each mark.
 *
 * For the writing thread. Functions return 0 or a negative status, as in db/batch.h.
 */
#ifndef STORE_SYNC_SYNC_H
#define STORE_SYNC_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/state.h"

struct err;
struct store_batch;
struct store_view;

/* What the store knows about this machine and its log. */
struct store_sync_info {
	uint64_t machine; /* our id; 0: states are not kept */
	/* Identifies where this store is: a copy elsewhere is another machine. */
	uint64_t place;
	uint64_t last;   /* the latest stamp seen: ours must be later */
	uint64_t seed;   /* items up to here have their states; UINT64_MAX: all */
	uint64_t logged; /* bytes of our log that are known to be on the disk */
	uint64_t base;   /* size of our log when it was last rewritten */
};

int store_sync_info(const struct store_view *view, struct store_sync_info *out) MUST_USE;
/* Replaces machine, place, logged and base. */
int store_sync_own(struct store_batch *batch, const struct store_sync_info *info,
	struct err *err) MUST_USE;

/* From here to the end of the batch, what store_mark_put_flags, store_mark_read,
 * store_item_put_tag and store_undo change becomes states, which wait to be written to
 * the log; only if states are kept. alone: the user marked a single item, which other
 * machines may learn from. */
int store_sync_begin(
	struct store_batch *batch, int64_t now_ms, bool alone, struct err *err) MUST_USE;
/* Makes states of what was set before states were kept. Checks max items in a call. Their
 * time is that of the item's arrival, since the real one is not known. */
int store_sync_seed(
	struct store_batch *batch, size_t max, bool *more, struct err *err) MUST_USE;

/* Takes states of other machines: for each item and kind, the later one counts. States of
 * items that are not here yet are applied when the item arrives. *changed is the number
 * of items and kinds that changed. At most STATE_MERGE_MAX in a call. */
#define STATE_MERGE_MAX 512
int store_sync_merge(struct store_batch *batch, const struct state *list, size_t len,
	size_t *changed, struct err *err) MUST_USE;

/* Gets an item that became read in this batch because another machine's user read it,
 * alone and at that time (seconds). False if there are no more. */
bool store_sync_heard(struct store_batch *batch, uint64_t *id, int64_t *at);

/* How far an item was listened to, as the store has it now, becomes a state of ours. */
int store_sync_listened(struct store_batch *batch, uint64_t id, struct err *err) MUST_USE;
/* The item that is played here, and the position (ms) that another machine has reached in
 * it, which was not applied. False: there was none in this batch. */
bool store_sync_passed(struct store_batch *batch, uint64_t *id, int64_t *position);

/* Our states that are not in the log yet, oldest first, at most max. */
int store_sync_waiting(const struct store_view *view, struct state *out, size_t max,
	size_t *len) MUST_USE;
/* The states up to and including this stamp are in the log. */
int
store_sync_written(struct store_batch *batch, uint64_t upto, struct err *err) MUST_USE;

/* A walk through all states, in the order of their keys; zeros to begin. */
struct store_sync_walk {
	uint64_t machine; /* only states of this one; 0: of all */
	uint8_t after[STATE_FEED + STATE_ITEM];
	bool started, done;
};

/* Calls take for each state of the next max items. */
int
store_sync_walk(const struct store_view *view, struct store_sync_walk *walk, size_t max,
	void (*take)(void *data, const struct state *state), void *data) MUST_USE;

/* States of an item that is not here are kept for this long after the latest of them. */
#define STATE_WAIT_DAYS 400
/* Checks the next max rows, at least 2, and deletes those that waited longer. *expired is
 * their number. */
int store_sync_expire(struct store_batch *batch, struct store_sync_walk *walk, size_t max,
	int64_t now_ms, size_t *expired, struct err *err) MUST_USE;

/* How far another machine's log was read. `print` is a hash that shows whether it is
 * still the same file. */
struct store_sync_peer {
	uint64_t offset, print;
};

int store_sync_peer(const struct store_view *view, const char *name,
	struct store_sync_peer *out) MUST_USE;
int store_sync_put_peer(struct store_batch *batch, const char *name,
	const struct store_sync_peer *peer, struct err *err) MUST_USE;

#endif
