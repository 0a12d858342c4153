/*
 * What the user set items to, with the stamps that let machines merge it (model/state.h).
 * Kept from the moment a machine id is given, since it costs a put for every mark.
 *
 * Functions return 0 or a negative status, as in write.h. The worker's thread.
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

/* What the store keeps of its own log. */
struct store_sync_info {
	uint64_t machine; /* 0: states are not kept */
	uint64_t place;   /* where that was: another place is another machine */
	uint64_t last;    /* no stamp of ours may be at or before it */
	uint64_t seed;    /* items up to here have their states; UINT64_MAX: all */
	uint64_t logged;  /* bytes of the own log that are known to be written */
	uint64_t base;    /* bytes that it had when it was last written anew */
};

int store_sync_info(const struct store_view *view, struct store_sync_info *out) MUST_USE;
/* Replaces machine, place, logged and base. */
int store_sync_own(struct store_batch *batch, const struct store_sync_info *info,
	struct err *err) MUST_USE;

/* From here to the batch's end what store_item_put_flags, store_item_mark_read,
 * store_item_put_tag and store_undo change is stamped and waits to be written to the log;
 * if states are kept. alone: it is one item that the user marks, and others may know. */
int store_sync_begin(
	struct store_batch *batch, int64_t now_ms, bool alone, struct err *err) MUST_USE;
/* Gives states to what was set before they were kept: a look at max items a call. Their
 * time is that of the item's arrival, since nobody knows better. */
int store_sync_seed(
	struct store_batch *batch, size_t max, bool *more, struct err *err) MUST_USE;

/* Takes what other machines said: the later word holds, for each item and kind. An item
 * that is not stored yet gets its state when it arrives. *changed counts items and kinds
 * that changed here. At most STATE_MERGE_MAX at a time. */
#define STATE_MERGE_MAX 512
int store_sync_merge(struct store_batch *batch, const struct state *list, size_t len,
	size_t *changed, struct err *err) MUST_USE;

/* Items that became read in this batch since another machine says so, and that its user
 * marked it alone, at that time in seconds. Takes one; false: there is none left. */
bool store_sync_heard(struct store_batch *batch, uint64_t *id, int64_t *at);

/* What waits to be written, oldest first, at most max. */
int store_sync_waiting(const struct store_view *view, struct state *out, size_t max,
	size_t *len) MUST_USE;
/* It is written, up to and including the stamp's time. */
int
store_sync_written(struct store_batch *batch, uint64_t upto, struct err *err) MUST_USE;

/* All states, in the order of their keys. */
struct store_sync_walk {
	uint64_t machine; /* those of one, 0: of all */
	uint8_t after[STATE_FEED + STATE_ITEM];
	bool started, done;
};

/* Calls take for those of at most max items. */
int
store_sync_walk(const struct store_view *view, struct store_sync_walk *walk, size_t max,
	void (*take)(void *data, const struct state *state), void *data) MUST_USE;

/* Words about an item that is not here wait so long for it, from the last one on. */
#define STATE_WAIT_DAYS 400
/* Forgets those of the next max rows that waited longer; *gone: how many. At least 2. */
int store_sync_expire(struct store_batch *batch, struct store_sync_walk *walk, size_t max,
	int64_t now_ms, size_t *gone, struct err *err) MUST_USE;

/* How far another machine's log was read: `print` tells whether it is the same text. */
struct store_sync_peer {
	uint64_t offset, print;
};

int store_sync_peer(const struct store_view *view, const char *name,
	struct store_sync_peer *out) MUST_USE;
int store_sync_put_peer(struct store_batch *batch, const char *name,
	const struct store_sync_peer *peer, struct err *err) MUST_USE;

#endif
