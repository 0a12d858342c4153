/*
 * The trash, for the other folders of the store.
 */
#ifndef STORE_ITEM_TRASH_INSIDE_H
#define STORE_ITEM_TRASH_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_view;

#define TRASH_BYTES 9 /* of a value: flags, time of deletion */
bool store_item_trash_has(const struct store_view *view, uint64_t id);

/* Sets and clears flags of a deleted item. ERR_DAMAGED if it is not in the trash. */
int store_item_trash_flags(
	struct store_batch *batch, uint64_t id, int set, int clear) MUST_USE;

#endif
