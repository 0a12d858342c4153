#include "config.h"

#include "engine/flags.h"

#include <stdlib.h>
#include <string.h>

#include "base/time.h"
#include "base/vec.h"
#include "engine/message.h"
#include "engine/state.h"
#include "store/write.h"

#define RETRY_MS 5000
#define SLICE_ITEMS 5000 /* a MARK_READ in one transaction */

void
engine_flags_done(struct engine_flags_state *flags)
{
	for (size_t i = 0; i < flags->len; i++)
		engine_request_free(flags->waiting[i]);
	free(flags->waiting);
}

void
engine_flags_add(struct engine *e, struct engine_request *request)
{
	struct engine_flags_state *f = &e->flags;
	*VEC_PUSH(f->waiting, f->len, f->cap) = request;
}

static int
put(struct store_batch *batch, const struct engine_request *request, bool *more,
	struct err *err)
{
	*more = false;
	if (request->kind == ENGINE_FLAGS)
		return store_put_flags(batch, request->items, request->items_len,
			request->set, request->clear, NULL, err);
	return store_mark_read(
		batch, &request->scope, request->upto, SLICE_ITEMS, NULL, more, err);
}

/* Stores from the front; *stored says how many requests are wholly in. */
static int
store_waiting(struct engine *e, size_t *stored, struct err *err)
{
	struct engine_flags_state *f = &e->flags;
	struct store_batch *batch;
	bool more = false;
	size_t n = 0;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	while (status == OK && !more && n < f->len) {
		status = put(batch, f->waiting[n], &more, err);
		n += status == OK && !more;
	}
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	*stored = n;
	return store_batch_commit(batch, err);
}

void
engine_flags_store(struct engine *e)
{
	struct engine_flags_state *f = &e->flags;
	struct err err;
	size_t stored = 0;
	if (f->len == 0 || engine_flags_wait(e) > 0)
		return;
	if (store_waiting(e, &stored, &err) != OK) {
		engine_event_note(e, true, "%s", err.text);
		f->retry_ms = time_mono_ms() + RETRY_MS;
		return;
	}
	f->retry_ms = 0;
	for (size_t i = 0; i < stored; i++)
		engine_request_free(f->waiting[i]);
	memmove(f->waiting, f->waiting + stored, (f->len - stored) * sizeof *f->waiting);
	f->len -= stored;
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(e, &event);
}

int64_t
engine_flags_wait(const struct engine *e)
{
	const struct engine_flags_state *f = &e->flags;
	if (f->len == 0)
		return INT64_MAX;
	int64_t wait = f->retry_ms ? f->retry_ms - time_mono_ms() : 0;
	return wait > 0 ? wait : 0;
}
