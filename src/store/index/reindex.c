/*
 * Rebuilds the full-text index while the caller waits. As in the worker
 * (engine/refresh/index_words.c), words are gathered without a write transaction.
 */
#include "config.h"

#include "store/index/reindex.h"

#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/index/index.h"
#include "store/index/index_read.h"

#define SLICE 256 /* documents of a batch that gathers its words itself */

static int
empty(struct store *store, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = store_index_reset(batch, true, err);
	if (status == OK)
		return store_batch_commit(batch, err);
	store_batch_abort(batch);
	return status;
}

/* part NULL: writes what else is left to do. */
static int
write_some(
	struct store *store, struct store_index_part *part, bool *more, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = part ? store_index_put(batch, part, err)
		      : store_index_step(batch, SLICE, more, err);
	if (status == OK)
		return store_batch_commit(batch, err);
	store_batch_abort(batch);
	return status;
}

int
store_index_rebuild(struct store *store, struct err *err)
{
	bool more = true;
	int status = empty(store, err);
	while (status == OK && more) {
		struct store_index_part *part = NULL;
		struct store_view view;
		status = store_view_begin(store, &view, err);
		if (status != OK)
			break;
		/* If gathering fails, the step below fails as well and sets the
		 * sentence. */
		if (store_index_gather(&view, SLICE, NULL, NULL, NULL, &part) != OK)
			part = NULL;
		store_view_end(&view);
		status = write_some(store, part, &more, err);
		store_index_part_free(part);
	}
	return status;
}
