/*
 * Moving items to another feed, one by one.
 *
 *	struct feed_move m = {.batch = batch, .view = view, .from = from, .into = into};
 *	for each item: code = store_poll_move_item(&m, id, false, &did);
 *	counted = store_poll_move_done(&m);
 */
#ifndef STORE_POLL_MERGE_MOVE_H
#define STORE_POLL_MERGE_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "store/db/view.h"
#include "store/item/count_inside.h"
#include "store/record/schema.h"

struct match_value;
struct store_batch;

struct feed_move {
	struct store_batch *batch;
	struct store_view view;
	uint32_t from, into;
	struct arena arena; /* for one item */
	struct count_delta left, came;
	size_t moved;
};

/* Moves the item, if it is in m->from and its identity is not taken in m->into; *did says
 * whether. back: it returns, and to other machines the feeds are no longer the same.
 * Returns a code. */
int store_poll_move_item(struct feed_move *m, uint64_t id, bool back, bool *did) MUST_USE;
/* Updates the counts of both feeds, and frees what m holds. Returns a code. */
int store_poll_move_done(struct feed_move *m) MUST_USE;
/* The feed's entry for an identity. Returns a code; ERR_NOT_FOUND if there is none. */
int store_poll_move_guid(const struct feed_move *m, uint32_t feed,
	const uint8_t identity[static SCHEMA_IDENTITY], struct match_value *out) MUST_USE;

#endif
