/*
 * States as text, without a worker: for commands.
 */
#include "config.h"

#include "engine/sync/sync_text.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "engine/sync/sync.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/sync/sync.h"

struct export
{
	struct buf out;
	size_t count;
};

static void
export_state(void *data, const struct state *state)
{
	struct export *x = data;
	state_put(&x->out, state);
	x->count++;
}

/* Makes the store keep states, those of what was set before included. */
static int
keep_states(struct store *store, struct err *err)
{
	struct store_sync_info info;
	struct store_view view;
	bool more = true;
	int status = store_view_begin(store, &view, err);
	if (status != OK)
		return status;
	status = store_sync_info(&view, &info);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status, _("the store's states cannot be read"));
	if (store_read_only(store))
		return info.machine && info.seed == UINT64_MAX
			       ? OK
			       : err_set(err, ERR_DENIED,
					 _("the store has no states yet and is "
					   "read-only, so none can be recorded; export "
					   "them as a user who may write to it"));
	status = engine_sync_own(store, &info, err);
	while (status == OK && more)
		if (!engine_sync_seed(store, &more, err))
			status = err->status;
	return status;
}

int
engine_sync_export(struct store *store, struct buf *out, size_t *count, struct err *err)
{
	struct store_sync_walk walk = {0};
	struct export x = {.out = *out};
	int status = keep_states(store, err);
	buf_adds(&x.out, STATE_HEADER "\n");
	while (status == OK && !walk.done) {
		struct store_view view;
		status = store_view_begin(store, &view, err);
		if (status != OK)
			break;
		status = store_sync_walk(&view, &walk, SYNC_WALK_ITEMS, export_state, &x);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status, _("the store's states cannot be read"));
	}
	*out = x.out;
	*count = x.count;
	return status;
}

static int
merge_block(struct store *store, const struct state *list, size_t len, size_t *changed,
	struct err *err)
{
	struct store_batch *batch;
	size_t n = 0;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = store_sync_merge(batch, list, len, &n, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	*changed += n;
	return store_batch_commit(batch, err);
}

int
engine_sync_import(struct store *store, struct span text, size_t *count, size_t *changed,
	struct err *err)
{
	struct state *list = mem_realloc(NULL, STATE_MERGE_MAX, sizeof *list);
	int status = keep_states(store, err);
	*count = *changed = 0;
	while (status == OK && text.n > 0) {
		size_t used, len = engine_sync_read_lines(text, list, &used);
		if (used == 0)
			break; /* an incomplete line */
		text.p += used;
		text.n -= used;
		*count += len;
		status = merge_block(store, list, len, changed, err);
	}
	free(list);
	return status;
}
