/*
 * Undo and redo of what the journal has.
 *
 *	struct store_undo undo = {.more = true};
 *	while (status == OK && undo.more) {
 *		status = store_batch_begin(store, &batch, err);
 *		if (status)
 *			break;
 *		status = store_undo(batch, false, 1000, now, &arena, &undo, err);
 *		… edit the feeds file as undo.lines says …
 *		status = store_batch_end(batch, status, err);
 *	}
 */
#ifndef STORE_UNDO_H
#define STORE_UNDO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct arena;
struct err;
struct store_batch;
struct store_line;

/* What a step of undo did, and what is left for the caller to do. */
struct store_undo {
	uint64_t group;  /* 0: begin with the next group; then the one being undone */
	bool more;       /* call again in another batch */
	size_t changed;  /* items, in this step */
	enum action act; /* one of those that were undone or redone in this step */
	/* Lines of the feeds file that have to become `before` (redo: `after`). The
	 * caller edits the file in this order, before it commits. */
	struct store_line *lines;
	size_t lines_len;
};

/* Undoes the newest action that is not undone, or redoes the oldest one that is, in
 * slices of at most max items. undo->lines is in arena. ERR_NOT_FOUND: there is nothing
 * to undo or redo. */
int store_undo(struct store_batch *batch, bool redo, size_t max, int64_t now,
	struct arena *arena, struct store_undo *undo, struct err *err) MUST_USE;

#endif
