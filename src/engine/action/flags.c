#include "config.h"

#include "engine/action/flags.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/feeds.h"
#include "engine/action/act.h"
#include "engine/action/todo.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/plan/interest.h"
#include "engine/poll/progress.h"
#include "engine/sync/sync.h"
#include "model/state.h"
#include "store/db/batch.h"
#include "store/item/flags.h"
#include "store/item/tag.h"
#include "store/item/trash.h"
#include "store/journal/journal.h"
#include "store/journal/todo.h"
#include "store/sync/sync.h"

#define RETRY_MS 5000
/* Items in one transaction: some ms, so that other processes, and this one's transfers,
 * have their turn. */
#define SLICE_ITEMS 500
#define MARK_ITEMS 2000 /* of a whole list: neighbours in the store, so it is cheaper */

void
engine_action_queue_done(struct engine_action_queue *flags)
{
	for (size_t i = 0; i < flags->len; i++)
		engine_request_free(flags->waiting[i]);
	free(flags->waiting);
}

void
engine_action_add(struct engine *e, struct engine_request *request)
{
	if (request->kind == ENGINE_TAG) {
		char *tag = conf_feeds_tag(&request->arena, span_of(request->text));
		struct err err;
		if (!tag)
			err_set(&err, ERR_INVALID, _("a tag needs a name"));
		/* Longer ones could not be told to other machines. One that an older
		 * program gave can be taken away. */
		bool long_one = tag && request->add && strlen(tag) > STATE_TAG_MAX;
		if (long_one)
			err_set(&err, ERR_INVALID, _("a tag has at most %d bytes"),
				STATE_TAG_MAX);
		if (!tag || long_one) {
			engine_action_tell(e, request, &err);
			engine_request_free(request);
			return;
		}
		request->text = tag;
	}
	struct engine_action_queue *f = e->flags;
	*VEC_PUSH(f->waiting, f->len, f->cap) = request;
	/* After a failure: who does something now is told now, or the disk has room. */
	f->retry_ms = 0;
}

size_t
engine_action_slice(const struct engine *e, size_t items)
{
	if (e->quit)
		return 10 * items;
	return !e->schedule && !engine_poll_progress_active(e) ? 20 * items : items;
}

/* The next slice of a request that names items. */
static int
put_ids(struct store_batch *batch, struct engine_request *r, size_t max, size_t *changed,
	bool *more, struct err *err)
{
	size_t n = r->items_len - r->at;
	if (n > max)
		n = max;
	const uint64_t *ids = r->items + r->at;
	*more = r->at + n < r->items_len;
	if (r->kind == ENGINE_TAG)
		return store_item_put_tag(batch, ids, n, r->text, r->add, changed, err);
	if (r->kind == ENGINE_DELETE)
		return store_item_put_trash(
			batch, ids, n, true, time_wall(), changed, err);
	return store_item_put_flags(batch, ids, n, r->set, r->clear, changed, err);
}

static int
put(struct engine *e, struct store_batch *batch, struct engine_request *r,
	size_t *changed, bool *more, struct err *err)
{
	int status = store_journal_begin(batch, &r->group, time_wall(), err);
	if (status == OK)
		status = store_sync_begin(
			batch, time_wall_ms(), engine_plan_interest_counts(r), err);
	if (status == OK)
		status = engine_plan_interest_note(e, batch, r, err);
	if (status != OK)
		return status;
	if (r->kind == ENGINE_MARK_READ)
		return store_item_mark_read(batch, &r->scope, r->upto,
			engine_action_slice(e, MARK_ITEMS), changed, more, err);
	return put_ids(batch, r, engine_action_slice(e, SLICE_ITEMS), changed, more, err);
}

static bool
is_of_items(const struct engine_request *r)
{
	return r->kind == ENGINE_FLAGS || r->kind == ENGINE_MARK_READ ||
	       r->kind == ENGINE_TAG || r->kind == ENGINE_DELETE;
}

/* What a transaction did to the requests at the front, for when it is committed. */
struct slice {
	size_t whole; /* requests that are done */
	size_t items; /* of the one after them */
	size_t changed;
	bool more;
};

/* A request that takes more than one transaction is written down in the first, and taken
 * away in the last: kill -9 in between loses nothing. */
static int
note_todo(struct store_batch *batch, struct engine_request *r, bool more, size_t items,
	struct err *err)
{
	r->todo_noted = r->todo;
	if (more)
		return engine_action_todo_put(
			batch, r, r->at + items, &r->todo_noted, err);
	return r->todo ? store_journal_todo_drop(batch, r->todo, err) : OK;
}

/* Stores from the front: small requests together, a large one in slices. */
static int
store_waiting(struct engine *e, struct slice *slice, struct err *err)
{
	struct engine_action_queue *f = e->flags;
	struct store_batch *batch;
	size_t items = 0, changed = 0, max = engine_action_slice(e, SLICE_ITEMS);
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	while (status == OK && !slice->more && slice->whole < f->len && items < max &&
		is_of_items(f->waiting[slice->whole])) {
		struct engine_request *r = f->waiting[slice->whole];
		uint64_t group = r->group;
		changed = 0;
		status = put(e, batch, r, &changed, &slice->more, err);
		if (status == OK)
			status = note_todo(batch, r, slice->more, max, err);
		r->noted = r->group;
		r->group = group; /* until the commit, nothing is */
		items += r->kind == ENGINE_MARK_READ ? changed : r->items_len - r->at;
		if (status == OK && !slice->more) {
			r->changed += changed;
			slice->whole++;
		}
	}
	slice->items = max;
	slice->changed = changed;
	return store_batch_end(batch, status, err);
}

static void
tell_changed(struct engine *e)
{
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(e, &event);
	engine_sync_touch(e);
}

/* Takes the first n requests away. */
static void
drop(struct engine *e, size_t n)
{
	struct engine_action_queue *f = e->flags;
	size_t left = f->left_over;
	for (size_t i = 0; i < n; i++) {
		f->left_over -= f->waiting[i]->left_over;
		engine_request_free(f->waiting[i]);
	}
	memmove(f->waiting, f->waiting + n, (f->len - n) * sizeof *f->waiting);
	f->len -= n;
	if (left && !f->left_over)
		engine_action_todo_tell(e, NULL);
}

/* Takes those of this process that are written down out of the store. */
static int
drop_noted(struct engine *e, struct err *err)
{
	const struct engine_action_queue *f = e->flags;
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < f->len && status == OK; i++)
		if (f->waiting[i]->todo && !f->waiting[i]->left_over)
			status = store_journal_todo_drop(batch, f->waiting[i]->todo, err);
	return store_batch_end(batch, status, err);
}

void
engine_action_forget(struct engine *e)
{
	struct engine_action_queue *f = e->flags;
	struct err err;
	size_t kept = 0;
	bool noted = false;
	for (size_t i = 0; i < f->len; i++)
		noted |= f->waiting[i]->todo && !f->waiting[i]->left_over;
	if (noted && drop_noted(e, &err) != OK)
		engine_event_note(e, true, "%s", err.text);
	for (size_t i = 0; i < f->len; i++) {
		if (f->waiting[i]->left_over)
			f->waiting[kept++] = f->waiting[i];
		else
			engine_request_free(f->waiting[i]);
	}
	f->len = kept;
}

/* Where nothing can ever be written, nothing is tried again. */
static void
refuse(struct engine *e, const struct err *err)
{
	struct engine_action_queue *f = e->flags;
	size_t n = 0;
	for (; n < f->len && is_of_items(f->waiting[n]); n++)
		engine_action_tell(e, f->waiting[n], err);
	drop(e, n);
}

static void
store_items(struct engine *e)
{
	struct engine_action_queue *f = e->flags;
	struct slice slice = {0};
	struct err err;
	int status = store_waiting(e, &slice, &err);
	if (status == ERR_DENIED) {
		refuse(e, &err);
		return;
	}
	if (status != OK) {
		engine_event_note(e, true, "%s", err.text);
		if (f->left_over)
			engine_action_todo_tell(e, &err);
		f->retry_ms = time_mono_ms() + RETRY_MS;
		return;
	}
	f->retry_ms = 0;
	if (slice.more) {
		struct engine_request *r = f->waiting[slice.whole];
		r->group = r->noted;
		r->todo = r->todo_noted;
		r->changed += slice.changed;
		r->at += slice.items;
	}
	for (size_t i = 0; i < slice.whole; i++) {
		f->waiting[i]->group = f->waiting[i]->noted;
		engine_action_tell(e, f->waiting[i], NULL);
	}
	drop(e, slice.whole);
	tell_changed(e);
}

void
engine_action_store(struct engine *e)
{
	struct engine_action_queue *f = e->flags;
	if (f->len == 0 || engine_action_wait(e) > 0)
		return;
	if (is_of_items(f->waiting[0])) {
		store_items(e);
	} else if (engine_action_line(e, f->waiting[0])) {
		drop(e, 1);
		tell_changed(e);
	}
}

int64_t
engine_action_wait(const struct engine *e)
{
	const struct engine_action_queue *f = e->flags;
	if (f->len == 0)
		return INT64_MAX;
	int64_t wait = f->retry_ms ? f->retry_ms - time_mono_ms() : 0;
	return wait > 0 ? wait : 0;
}
