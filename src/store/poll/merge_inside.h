/*
 * Undoing and redoing merges.
 */
#ifndef STORE_POLL_MERGE_INSIDE_H
#define STORE_POLL_MERGE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct journal_record;
struct store_batch;

/* Moves the items of an ACTION_MERGE entry back, or again (redo). */
int store_poll_merge_again(struct store_batch *batch, const struct journal_record *record,
	bool redo, size_t *changed) MUST_USE;

#endif
