/*
 * The trash, for the other folders of the store.
 */
#ifndef STORE_MARK_TRASH_INSIDE_H
#define STORE_MARK_TRASH_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;

/* Adds a new item to all lists that its flags and its tags (item/tag_inside.h) call for,
 * or, if it is hidden, to the trash, as of now. Counts are left to the caller. */
int store_mark_enter(struct store_batch *batch, uint64_t id, uint32_t feed, int64_t time,
	int flags, int64_t now) MUST_USE;

/* Sets and clears flags of a deleted item. ERR_DAMAGED if it is not in the trash. */
int store_mark_trash_flags(
	struct store_batch *batch, uint64_t id, int set, int clear) MUST_USE;

/* If the item is hidden: adds it to the list of hidden items under the feed that it now
 * has, or takes it out. */
int store_mark_hidden_list(struct store_batch *batch, uint64_t id, bool listed) MUST_USE;

/* Items have come back: makes store_mark_returns grow. */
int store_mark_returned(struct store_batch *batch) MUST_USE;

#endif
