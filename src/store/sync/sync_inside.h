/*
 * States for other machines, as the store itself keeps them.
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

/* An item's act, beside store_journal_item; tag may be NULL. */
int store_sync_note(struct store_batch *batch, enum action act, const char *tag,
	uint64_t id) MUST_USE;
/* Ends a function that noted. */
int store_sync_flush(struct store_batch *batch) MUST_USE;
/* Two addresses are one feed's from here on, or (same false) not any more: other machines
 * hear of it, and what they say of either holds for both. Nothing where states are not
 * kept. store_sync_settle follows. */
int store_sync_alias(
	struct store_batch *batch, const char *from, const char *to, bool same) MUST_USE;
/* Was that said before? */
int store_sync_is_alias(struct store_batch *batch, const char *one, const char *other,
	bool *same) MUST_USE;
/* What other machines said of the one item, and would be lost when the two are one
 * feed's, as its other does not say the same: the other is as it is from now on. */
int store_sync_restate(struct store_batch *batch, uint64_t item, uint64_t other) MUST_USE;
/* The item goes from one feed to another that is not the same to other machines: what was
 * said of it there, and not later here, is said of it here. */
int store_sync_item_moved(struct store_batch *batch,
	const uint8_t identity[static STATE_ITEM], uint32_t from, uint32_t to) MUST_USE;
/* A new item was stored; store_sync_settle gives those that arrived what waited for
 * them. A commit does so, too. */
int store_sync_arrived(struct store_batch *batch, uint64_t id,
	const uint8_t identity[static STATE_ITEM], uint32_t feed) MUST_USE;
int store_sync_settle(struct store_batch *batch, struct err *err) MUST_USE;
/* The same, without the journal: what others said of a new address, or what a mark means
 * for the same item of another feed, is not part of the user's action. Undoing that
 * action does the same there again. */
int store_sync_settle_apart(struct store_batch *batch, struct err *err) MUST_USE;

/* The states' part in every batch. */
extern const struct store_batch_part store_sync_part;

#endif
