/*
 * How other folders of the store take part in every batch without being called by name:
 * each has a table of functions, and store/open.c lists these tables.
 */
#ifndef STORE_DB_BATCH_INSIDE_H
#define STORE_DB_BATCH_INSIDE_H

#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct err;
struct store_batch;

/* A part of every batch: the states for other machines, the journal, the index. Each
 * function may be NULL. For "code" see db.h. */
struct store_batch_part {
	/* An action changed an item. tag is NULL except for ACTION_TAG and ACTION_UNTAG.
	 * Returns a code. */
	int (*note)(
		struct store_batch *batch, enum action act, const char *tag, uint64_t id);
	/* Writes what was noted. Returns a code. */
	int (*flush)(struct store_batch *batch);
	/* Before the commit. Returns a status. */
	int (*settle)(struct store_batch *batch, struct err *err);
	/* When it ends: batch->committed says how. */
	void (*free)(struct store_batch *batch);
};

/* Tells the parts that an action changed the item. It is recorded for undo if the batch
 * is journaled, and for other machines if states are kept. Returns a code. */
int store_batch_note(struct store_batch *batch, enum action act, const char *tag,
	uint64_t id) MUST_USE;
/* Has the parts write what they noted since the last flush. Functions that note end with
 * this. Returns a code. */
int store_batch_flush(struct store_batch *batch) MUST_USE;

#endif
