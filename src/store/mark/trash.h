/*
 * Deleting and restoring items, hiding and showing them.
 */
#ifndef STORE_MARK_TRASH_H
#define STORE_MARK_TRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_view;

/* Deletes items: they leave all lists and never return as new, but their records stay
 * until store_gc. trash false: restores them. */
int store_mark_put_trash(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool trash, int64_t now, size_t *changed, struct err *err) MUST_USE;

/* Deletes items, but never the others of their stories. */
int store_mark_discard(struct store_batch *batch, const uint64_t *ids, size_t len,
	int64_t now, size_t *changed, struct err *err) MUST_USE;

/* The user has kept a page, which is this item: a deleted one is restored. Undoing that
 * deletes it. */
int store_mark_saved(
	struct store_batch *batch, uint64_t id, int64_t now, struct err *err) MUST_USE;

/* Hides items: they are in no list, count or search but STORE_HIDDEN, and are otherwise
 * kept. hidden false: shows them again. Deleted items stay as they are. */
int store_mark_put_hidden(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool hidden, int64_t now, size_t *changed, struct err *err) MUST_USE;

/* A number that grows whenever items come back that lists and searches did not show: when
 * they are restored or shown again, or something is undone or redone, by any process. */
uint64_t store_mark_returns(const struct store_view *view);

/* Gets up to max items that are deleted and not yet cleared away, in the order of their
 * ids, after `after` (0: from the first). *len is less than max at the end. */
int store_mark_trash(const struct store_view *view, uint64_t after, uint64_t *ids,
	size_t max, size_t *len) MUST_USE;

#endif
