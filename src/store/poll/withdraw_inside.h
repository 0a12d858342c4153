/*
 * Undoing an import takes its items out of the store, as if they had never been in it;
 * redoing it brings them again. All return a code.
 */
#ifndef STORE_POLL_WITHDRAW_INSIDE_H
#define STORE_POLL_WITHDRAW_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_view;

/* Items that a document of their feed has named since then stay. Adds to *changed. */
int store_poll_withdraw(struct store_batch *batch, const uint64_t *ids, size_t len,
	int64_t now, size_t *changed) MUST_USE;
/* Items whose place another item has taken stay away. Adds to *changed. */
int store_poll_bring_again(struct store_batch *batch, const uint64_t *ids, size_t len,
	size_t *changed) MUST_USE;

/* The item that took the place of a withdrawn one; otherwise the item itself. */
int
store_poll_stand_in(const struct store_view *view, uint64_t id, uint64_t *out) MUST_USE;

#endif
