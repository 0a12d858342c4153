/*
 * Batches. What takes part in every batch (states for other machines, the journal, the
 * full-text index) is reached through the store's table of parts, so that this file need
 * not know it.
 */
#include "config.h"

#include "store/db/batch.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "model/action.h"
#include "store/db/batch_inside.h"
#include "store/db/change_log.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"

/* A reader that is killed with a view open keeps its slot, and pages freed since then are
 * not reused. So the slots of dead readers are cleared once in this many batches (case
 * 129). */
#define READER_CHECK_BATCHES 16

/* Others write for a few milliseconds, or compact the store. After this time the user is
 * told. */
#define WAITS_MS 1000

int
store_batch_begin(struct store *store, struct store_batch **out, struct err *err)
{
	const char *what = _("cannot write");
	if (store->read_only)
		return store_fail(store, ERR_DENIED, err, what);
	/* A map that was too small grows as soon as no view is open. */
	size_t grow = atomic_load(&store->grow);
	if (grow && store_transact_resize(store, grow) == OK)
		atomic_store(&store->grow, 0);
	struct store_batch *batch = mem_zalloc(sizeof *batch);
	batch->store = store;
	store_stop_hold(store, &batch->signals);
	atomic_store(&store->waiting, time_mono_ms());
	int code = store_transact_begin(store, 0, &batch->txn);
	atomic_store(&store->waiting, 0);
	if (code) {
		store_stop_free(store, &batch->signals);
		free(batch);
		return store_fail(store, code, err, what);
	}
	int dead;
	if (store->batches++ % READER_CHECK_BATCHES == 0)
		mdb_reader_check(store->env, &dead);
	const struct store_view view = store_batch_view(batch);
	store_changes_reach(store->changes, store_view_version(&view) - 1);
	*out = batch;
	return OK;
}

bool
store_waits(const struct store *store)
{
	int64_t since = atomic_load(&store->waiting);
	return since && time_mono_ms() - since > WAITS_MS;
}

static void
batch_free(struct store_batch *batch)
{
	store_transact_end(batch->store);
	store_stop_free(batch->store, &batch->signals);
	arena_done(&batch->arena);
	buf_done(&batch->record);
	for (size_t i = 0; batch->store->parts[i]; i++)
		if (batch->store->parts[i]->free)
			batch->store->parts[i]->free(batch);
	free(batch);
}

static void
close_cursors(struct store_batch *batch)
{
	for (size_t i = 0; i < TABLE_LEN; i++)
		if (batch->cursors[i])
			mdb_cursor_close(batch->cursors[i]);
}

/* The map cannot grow while the batch is open: that is left to the next begin. */
int
store_batch_fail(struct store_batch *batch, int code, struct err *err, const char *what)
{
	MDB_envinfo info;
	if (code == MDB_MAP_FULL && mdb_env_info(batch->store->env, &info) == 0)
		atomic_store(&batch->store->grow, info.me_mapsize * 2);
	/* Success, by far the usual case, needs no sentence. */
	return code ? store_fail(batch->store, code, err, _(what)) : OK;
}

int
store_batch_note(struct store_batch *batch, enum action act, const char *tag, uint64_t id)
{
	int code = OK;
	for (size_t i = 0; code == OK && batch->store->parts[i]; i++)
		if (batch->store->parts[i]->note)
			code = batch->store->parts[i]->note(batch, act, tag, id);
	return code;
}

int
store_batch_flush(struct store_batch *batch)
{
	int code = OK;
	for (size_t i = 0; code == OK && batch->store->parts[i]; i++)
		if (batch->store->parts[i]->flush)
			code = batch->store->parts[i]->flush(batch);
	return code;
}

int
store_batch_commit(struct store_batch *batch, struct err *err)
{
	int status = OK;
	for (size_t i = 0; status == OK && batch->store->parts[i]; i++)
		if (batch->store->parts[i]->settle)
			status = batch->store->parts[i]->settle(batch, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	close_cursors(batch);
	int code = mdb_txn_commit(batch->txn);
	store_changes_end(batch->store->changes, code == 0, batch->wrote);
	status = store_batch_fail(batch, code, err, N_("cannot store"));
	batch->committed = status == OK;
	batch_free(batch);
	return status;
}

void
store_batch_index_later(struct store_batch *batch)
{
	batch->index_later = true;
}

void
store_batch_abort(struct store_batch *batch)
{
	close_cursors(batch);
	mdb_txn_abort(batch->txn);
	store_changes_end(batch->store->changes, false, false);
	batch_free(batch);
}

int
store_batch_end(struct store_batch *batch, int status, struct err *err)
{
	if (status == OK)
		return store_batch_commit(batch, err);
	store_batch_abort(batch);
	return status;
}
