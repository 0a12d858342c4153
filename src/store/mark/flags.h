/*
 * The flags of items: unread and starred.
 *
 * Marking a scope read, in slices:
 *
 *	for (bool more = true; status == OK && more;) {
 *		status = store_batch_begin(store, &batch, err);
 *		if (status)
 *			break;
 *		status = store_mark_read(batch, &scope, upto, 500, NULL, &more, err);
 *		status = store_batch_end(batch, status, err);
 *	}
 */
#ifndef STORE_MARK_FLAGS_H
#define STORE_MARK_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_scope;

/* Sets and clears flags (ITEM_UNREAD, ITEM_STARRED) of items; counters and lists follow.
 * Unknown ids are skipped. *changed (may be NULL) is the number of items that changed. */
int store_mark_put_flags(struct store_batch *batch, const uint64_t *ids, size_t len,
	int set, int clear, size_t *changed, struct err *err) MUST_USE;

/* Marks items of a scope read, at most max in a call; *more: whether some are left. Items
 * with an id above `upto` stay unread: ids ascend in order of arrival, so these arrived
 * after the user looked. */
int store_mark_read(struct store_batch *batch, const struct store_scope *scope,
	uint64_t upto, size_t max, size_t *changed, bool *more, struct err *err) MUST_USE;

#endif
