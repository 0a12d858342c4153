/*
 * What the trash says of an item, for the other folders of the store.
 */
#ifndef STORE_ITEM_TRASH_READ_INSIDE_H
#define STORE_ITEM_TRASH_READ_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_view;

#define TRASH_BYTES 9 /* of a value: flags, time of deletion */
bool store_item_trash_has(const struct store_view *view, uint64_t id);
/* The flags of a hidden item. ERR_NOT_FOUND if it is not hidden. */
int
store_item_hidden_flags(const struct store_view *view, uint64_t id, int *flags) MUST_USE;

#endif
