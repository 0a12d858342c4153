/*
 * Writing the store, for the worker's thread alone, or that of a command without a
 * worker. A batch is a write transaction: once store_batch_commit has returned OK all its
 * changes are stored, otherwise none is. Only one batch can be open at a time, in all
 * processes, so never wait for anything while one is.
 *
 * Functions that write return 0 or a negative status. After any but ERR_NOT_FOUND, abort
 * the batch. ERR_FULL: the disk is full.
 *
 *	struct store_batch *batch;
 *	int status = store_batch_begin(store, &batch, err);
 *	if (status)
 *		return status;
 *	status = store_mark_put_flags(batch, ids, len, 0, ITEM_UNREAD, &changed, err);
 *	return store_batch_end(batch, status, err);
 *
 * What the user does is also journaled, so that it can be undone, and recorded for the
 * user's other machines. These calls come first:
 *
 *	uint64_t group = 0;
 *	status = store_journal_begin(batch, &group, now, err);
 *	if (status == OK)
 *		status = store_sync_begin(batch, now_ms, alone, err);
 */
#ifndef STORE_DB_BATCH_H
#define STORE_DB_BATCH_H

#include "base/attr.h"
#include "store/db/view.h"

struct err;
struct store;
struct store_batch;

int store_batch_begin(
	struct store *store, struct store_batch **out, struct err *err) MUST_USE;

/* All of these free the batch. */
int store_batch_commit(struct store_batch *batch, struct err *err) MUST_USE;
void store_batch_abort(struct store_batch *batch);

/* Commits if status is OK, otherwise aborts. Returns status, or why the commit failed. */
int store_batch_end(struct store_batch *batch, int status, struct err *err) MUST_USE;

/* The batch as a view, which sees the batch's own changes. Valid until the batch ends. */
struct store_view store_batch_view(const struct store_batch *batch);

/* This batch's commit leaves the full-text index alone: the texts that it stores wait for
 * a later one. Searches read waiting texts one by one, so they miss nothing. */
void store_batch_index_later(struct store_batch *batch);

#endif
