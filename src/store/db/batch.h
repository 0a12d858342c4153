/*
 * Writing the store: for the worker's thread alone (or that of a command that runs no
 * worker). A batch is a write transaction: after store_batch_commit all of its changes
 *are there, otherwise none. Never keep one open across a wait: other processes write,
 *too.
 *
 * One batch at a time, one thread. Functions that write return 0 or a negative status;
 * after any but ERR_NOT_FOUND, abort the batch. ERR_FULL: the disk is full.
 *
 *	struct store_batch *batch;
 *	int status = store_batch_begin(store, &batch, err);
 *	if (status)
 *		return status;
 *	status = store_item_put_flags(batch, ids, len, 0, ITEM_UNREAD, &changed, err);
 *	return store_batch_end(batch, status, err);
 */
#ifndef STORE_DB_BATCH_H
#define STORE_DB_BATCH_H

#include <stdint.h>

#include "base/attr.h"
#include "store/db/view.h"

struct err;
struct store;
struct store_batch;
struct store_view;

int store_batch_begin(
	struct store *store, struct store_batch **out, struct err *err) MUST_USE;

/* All three free the batch. */
int store_batch_commit(struct store_batch *batch, struct err *err) MUST_USE;
void store_batch_abort(struct store_batch *batch);

/* Commits when status is OK, else aborts; returns what became of it all. */
int store_batch_end(struct store_batch *batch, int status, struct err *err) MUST_USE;

/* The batch as a view: sees its own changes. Valid until commit or abort. */
struct store_view store_batch_view(const struct store_batch *batch);

/* Leaves the full-text index as it is at this batch's commit: what it stores waits for a
 * later one. Searches look through the texts that wait, so nothing is ever missed. */
void store_batch_index_later(struct store_batch *batch);

#endif
