/*
 * The flags of items: unread and starred.
 */
#ifndef STORE_ITEM_FLAGS_H
#define STORE_ITEM_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_scope;

/* Sets and clears flags (ITEM_UNREAD, ITEM_STARRED) of items; counters and indexes
 * follow. Unknown ids are skipped. *changed (may be NULL) counts items that really
 * changed. */
int store_item_put_flags(struct store_batch *batch, const uint64_t *ids, size_t len,
	int set, int clear, size_t *changed, struct err *err) MUST_USE;

/* Marks a scope read up to and including the item id `upto` in order of arrival (ids
 * ascend), in slices: at most max items a call, *more tells whether some are left. What
 * arrived after the user looked stays unread. */
int store_item_mark_read(struct store_batch *batch, const struct store_scope *scope,
	uint64_t upto, size_t max, size_t *changed, bool *more, struct err *err) MUST_USE;

#endif
