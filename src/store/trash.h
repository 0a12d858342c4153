/*
 * Deleted items, as the other files of the store meet them.
 */
#ifndef STORE_TRASH_H
#define STORE_TRASH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/read.h"

struct store_batch;

#define TRASH_BYTES 9 /* flags, time of deletion */

bool store_trash_has(const struct store_view *view, uint64_t id);
/* Sets and clears flags of a deleted item. ERR_DAMAGED: it is not deleted either. */
int
store_trash_flags(struct store_batch *batch, uint64_t id, int set, int clear) MUST_USE;

#endif
