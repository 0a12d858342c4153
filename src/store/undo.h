/*
 * Undo and redo: the journal's entries taken back, or applied again.
 */
#ifndef STORE_UNDO_H
#define STORE_UNDO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct err;
struct store_batch;
struct store_line;

/* What a step of undoing did, or wants to be done. */
struct store_undo {
	uint64_t group; /* 0: begin with the next; then the one being undone */
	bool more;      /* call again in another batch */
	size_t changed; /* items, in this step */
	/* Lines of the feeds file that now have to become `before` (redo: `after`): the
	 * caller edits the file before it commits. In the order to go. */
	struct store_line *lines;
	size_t lines_len;
};

/* Takes back the newest action that is not undone (redo: does the oldest undone one
 * again), in slices of at most max items. Lines are in arena. ERR_NOT_FOUND: there is
 * nothing to take back. */
int store_undo(struct store_batch *batch, bool redo, size_t max, int64_t now,
	struct arena *arena, struct store_undo *undo, struct err *err) MUST_USE;

#endif
