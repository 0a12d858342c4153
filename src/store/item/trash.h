/*
 * Deleting and restoring items.
 */
#ifndef STORE_ITEM_TRASH_H
#define STORE_ITEM_TRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;

/* Deletes items: they leave all lists and never return as new, but their records stay
 * until store_gc. trash false: restores them. */
int store_item_put_trash(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool trash, int64_t now, size_t *changed, struct err *err) MUST_USE;

#endif
