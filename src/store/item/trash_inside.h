/*
 * What is in the trash.
 */
#ifndef STORE_ITEM_TRASH_INSIDE_H
#define STORE_ITEM_TRASH_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_view;

#define TRASH_BYTES 9 /* flags, time of deletion */
bool store_item_trash_has(const struct store_view *view, uint64_t id);

/* Sets and clears flags of a deleted item. ERR_DAMAGED: it is not deleted either. */
int store_item_trash_flags(
	struct store_batch *batch, uint64_t id, int set, int clear) MUST_USE;

#endif
