/*
 * What takes part in a batch.
 */
#ifndef STORE_DB_BATCH_INSIDE_H
#define STORE_DB_BATCH_INSIDE_H

#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct err;
struct store_batch;

/* What takes part in every batch: the states for other machines, the journal, the index.
 * Each function may be NULL; a code is OK, an enum status, or one of LMDB or errno. */
struct store_batch_part {
	/* An item has changed; tag may be NULL. Returns a code. */
	int (*note)(
		struct store_batch *batch, enum action act, const char *tag, uint64_t id);
	/* Writes what was noted. Returns a code. */
	int (*flush)(struct store_batch *batch);
	/* Before the commit. Returns a status. */
	int (*settle)(struct store_batch *batch, struct err *err);
	void (*free)(struct store_batch *batch);
};

/* Tells the parts that an action changed the item: it is noted for undo, if the batch is
 * journaled, and for other machines, if states are kept. Returns a code. */
int store_batch_note(struct store_batch *batch, enum action act, const char *tag,
	uint64_t id) MUST_USE;
/* Has them write what was noted since the last flush: every function that notes ends with
 * it. Returns a code. */
int store_batch_flush(struct store_batch *batch) MUST_USE;

#endif
