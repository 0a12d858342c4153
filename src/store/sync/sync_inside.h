/*
 * States for other machines, as the other folders of the store meet them. A state is what
 * a user set an item to (model/state.h).
 */
#ifndef STORE_SYNC_SYNC_INSIDE_H
#define STORE_SYNC_SYNC_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"
#include "model/state.h"
#include "store/db/batch_inside.h"

struct err;

/* An action changed the item: if the batch records states, stores one. tag may be
 * NULL. */
int store_sync_note(struct store_batch *batch, enum action act, const char *tag,
	uint64_t id) MUST_USE;
/* Call this at the end of a function that has called store_sync_note. */
int store_sync_flush(struct store_batch *batch) MUST_USE;
/* From now on two addresses belong to one feed, or (same false) no longer do. Other
 * machines are told, and states under either address count for both. Does nothing if
 * states are not kept. Call store_sync_settle after it. */
int store_sync_alias(
	struct store_batch *batch, const char *from, const char *to, bool same) MUST_USE;
/* Has this been said before? */
int store_sync_is_alias(struct store_batch *batch, const char *one, const char *other,
	bool *same) MUST_USE;
/* When two feeds become one: `other`, the duplicate of `item`, keeps what it is, as a new
 * state, where a state of item would change it. */
int store_sync_restate(struct store_batch *batch, uint64_t item, uint64_t other) MUST_USE;
/* When an item moves between feeds that are not the same to other machines: its states
 * are repeated under the new feed, unless there are later ones. */
int store_sync_item_moved(struct store_batch *batch,
	const uint8_t identity[static STATE_ITEM], uint32_t from, uint32_t to) MUST_USE;
/* An item was stored. store_sync_settle applies the states that waited for it; each
 * commit does so, too. */
int store_sync_arrived(struct store_batch *batch, uint64_t id,
	const uint8_t identity[static STATE_ITEM], uint32_t feed) MUST_USE;
int store_sync_settle(struct store_batch *batch, struct err *err) MUST_USE;
/* Did states wait for this item, the last one that arrived? */
bool store_sync_awaited(const struct store_batch *batch, uint64_t id);
/* The same, but not journaled: what others said about a new address, or what a mark means
 * for the same item of another feed, is not part of the user's action. Undoing that
 * action has the same effect in the other direction. */
int store_sync_settle_unjournaled(struct store_batch *batch, struct err *err) MUST_USE;

/* The part of the states in every batch. */
extern const struct store_batch_part store_sync_part;

#endif
