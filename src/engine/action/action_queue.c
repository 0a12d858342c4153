/*
 * Actions on items are stored from the front of the queue: small ones together, a large
 * one in slices, a batch each. A batch that fails because the disk is full or another
 * process is in the way is tried again, and nothing overtakes it. After any other failure
 * each action gets a batch of its own, so that only the faulty one is set aside. If
 * single items are at fault, the slice is halved until they are found; they are left out,
 * and the rest of the action is done.
 */
#include "config.h"

#include "engine/action/action_queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/action/action_run.h"
#include "engine/action/todo.h"
#include "engine/action/verbs.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/download.h"
#include "engine/media/track.h"
#include "engine/plan/interest.h"
#include "engine/plan/taste.h"
#include "engine/sync/sync.h"
#include "store/act.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/identity/story.h"
#include "store/journal/journal.h"
#include "store/journal/todo.h"
#include "store/mark/flags.h"
#include "store/sync/sync.h"

#define RETRY_MS 5000
/* Items in one transaction: a few milliseconds, so that other processes and this one's
 * transfers get their turn. */
#define SLICE_ITEMS 500
#define MARK_ITEMS 2000 /* of a whole list: neighbours in the store, so it is cheaper */
#define FIND_US 4000    /* of a search for the next slice */
#define CHAPTERS_AT_ONCE 20 /* episodes queued together */

void
engine_action_queue_done(struct engine_action_queue *q)
{
	for (size_t i = 0; i < q->len; i++)
		engine_action_run_free(q->runs[i]);
	free(q->runs);
}

void
engine_action_add_left(struct engine *e, struct action_run *run)
{
	struct engine_action_queue *q = e->actions;
	run->left_over = true;
	q->left_over++;
	*VEC_PUSH(q->runs, q->len, q->cap) = run;
}

static int
check(struct engine_action *action, struct arena *arena, struct err *err)
{
	const struct engine_verb *verb = engine_action_verb(action->verb);
	return verb->check ? verb->check(action, arena, err) : OK;
}

/* Checks an action, and what is done besides. */
static int
check_all(struct engine_request *request, struct err *err)
{
	struct engine_action *action = &request->action;
	struct engine_action *also = arena_memdup(
		&request->arena, action->also, action->also_len * sizeof *also);
	action->also = also;
	int status = check(action, &request->arena, err);
	for (size_t i = 0; i < action->also_len && status == OK; i++)
		status = check(&also[i], &request->arena, err);
	return status;
}

void
engine_action_add(struct engine *e, struct engine_request *request)
{
	struct engine_action_queue *q = e->actions;
	struct action_run *run = engine_action_run_new(request);
	struct err err;
	if (check_all(request, &err) != OK) {
		engine_action_tell(e, run, &err);
		engine_action_run_free(run);
		return;
	}
	*VEC_PUSH(q->runs, q->len, q->cap) = run;
	/* After a failure too: the user learns at once whether the disk has room now. */
	q->retry_ms = 0;
}

static bool
is_of_items(const struct action_run *run)
{
	return action_kind(run->action->verb)->flags & ACTION_OF_ITEMS;
}

/* ---- The items of the next slice. */

static int
walk_scope(struct engine *e, struct action_run *run, struct store_key *keys, size_t max,
	size_t *len, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_item_keys(&view, &run->action->target.scope,
		run->walking ? &run->after : NULL, keys, max, len);
	store_view_end(&view);
	if (status != OK)
		return store_fail(e->store, status, err, _("cannot read the list"));
	run->walking = true;
	run->found_all = *len < max;
	if (*len)
		run->after = keys[*len - 1];
	return OK;
}

static int
find_some(struct engine *e, struct action_run *run, struct store_key *keys, size_t max,
	size_t *len, struct err *err)
{
	const struct engine_target *t = &run->action->target;
	int how = e->options->ignore_accents ? 0 : STORE_FIND_ACCENTS, status = OK;
	if (!run->find)
		status = store_find_new(
			t->query, &t->scope, how, engine_now(e), &run->find, err);
	return status != OK ? status
			    : store_find_step(run->find, e->store, FIND_US, keys, max,
				      len, &run->found_all, err);
}

/* The store marks a whole list read, since it knows the unread items; unless one of them
 * is damaged. */
static bool
is_marked_whole(const struct action_run *run)
{
	return run->action->target.kind == TARGET_SCOPE &&
	       run->action->verb == ACTION_READ && !run->walking;
}

/* Finds the next items, in views of its own and outside any batch, since a search takes
 * long. */
static int
look_for_items(struct engine *e, struct action_run *run, struct err *err)
{
	const struct engine_target *t = &run->action->target;
	struct store_key keys[SLICE_ITEMS];
	size_t len = 0;
	int status = OK;
	if (t->kind == TARGET_ITEMS || is_marked_whole(run) || run->ids_len ||
		run->found_all)
		return OK;
	if (t->kind == TARGET_SCOPE)
		status = walk_scope(e, run, keys, COUNT_OF(keys), &len, err);
	else
		status = find_some(e, run, keys, COUNT_OF(keys), &len, err);
	for (size_t i = 0; status == OK && i < len; i++)
		if (keys[i].id <= t->upto)
			*VEC_PUSH(run->ids, run->ids_len, run->ids_cap) = keys[i].id;
	return status;
}

/* The items of the next slice, at most max; *last: it is the last slice. */
static const uint64_t *
next_items(const struct action_run *run, size_t max, size_t *len, bool *last)
{
	const struct engine_target *t = &run->action->target;
	bool given = t->kind == TARGET_ITEMS;
	size_t left = given ? t->items_len - run->place.at : run->ids_len;
	if (run->most && run->most < max)
		max = run->most;
	*len = left < max ? left : max;
	*last = *len == left && (given || run->found_all);
	return given ? t->items + run->place.at : run->ids;
}

/* The slice is done, or its only item is damaged and left out. */
static void
drop_items(struct action_run *run, size_t n)
{
	if (run->action->target.kind == TARGET_ITEMS) {
		run->place.at += n;
		return;
	}
	run->ids_len -= n;
	if (run->ids_len)
		memmove(run->ids, run->ids + n, run->ids_len * sizeof *run->ids);
}

/* ---- A batch. */

/* Only the action itself is the user's: what is done besides is what a rule says, and
 * says nothing of what the user likes. */
static int
act(struct engine *e, struct store_batch *batch, const struct action_run *run,
	const uint64_t *ids, size_t *changed, struct err *err)
{
	const struct engine_action *action = run->action;
	struct store_act act = engine_action_act(action);
	int status = engine_plan_taste_learn(e, batch, action, ids, run->taken, err);
	if (status == OK)
		status = store_act(batch, &act, ids, run->taken, changed, err);
	for (size_t i = 0; i < action->also_len && status == OK; i++) {
		size_t by_this = 0;
		act = engine_action_act(&action->also[i]);
		status = store_act(batch, &act, ids, run->taken, &by_this, err);
		*changed = by_this > *changed ? by_this : *changed;
	}
	return status;
}

static int
put_items(struct engine *e, struct store_batch *batch, struct action_run *run,
	size_t *changed, struct err *err)
{
	const struct engine_target *t = &run->action->target;
	bool last, more = false;
	int status;
	if (is_marked_whole(run)) {
		status = store_mark_read(batch, &t->scope, t->upto,
			engine_action_slice(e, MARK_ITEMS), changed, &more, err);
		run->over = !more;
		return status;
	}
	const uint64_t *ids =
		next_items(run, engine_action_slice(e, SLICE_ITEMS), &run->taken, &last);
	run->over = last;
	return act(e, batch, run, ids, changed, err);
}

/* The actions of a chain are one group. */
static uint64_t
group_of(const struct engine_action_queue *q, const struct action_run *run)
{
	uint32_t chain = run->action->chain;
	return run->place.group || !chain || chain != q->chain ? run->place.group
							       : q->chain_group;
}

/* For the next one of its chain. */
static void
keep_group(struct engine_action_queue *q, const struct action_run *run)
{
	if (!run->action->chain)
		return;
	q->chain = run->action->chain;
	q->chain_group = run->place.group;
}

/* An action that takes more than one transaction is written down in the first, and taken
 * away in the last: kill -9 in between loses nothing. */
static int
note_todo(struct store_batch *batch, struct action_run *run, struct err *err)
{
	if (!run->over)
		return engine_action_todo_put(
			batch, run, run->place.at + run->taken, &run->next.todo, err);
	return run->place.todo ? store_journal_todo_drop(batch, run->place.todo, err)
			       : OK;
}

static int
put_run(struct engine *e, struct store_batch *batch, struct action_run *run,
	struct err *err)
{
	size_t changed = 0;
	run->taken = 0;
	run->next = run->place;
	run->next.group = group_of(e->actions, run);
	int status = store_journal_begin(batch, &run->next.group, time_wall(), err);
	if (status == OK)
		status = store_sync_begin(batch, time_wall_ms(),
			engine_plan_interest_counts(run->action), err);
	if (status == OK)
		status = engine_plan_interest_note(e, batch, run->action, err);
	store_identity_story_follow(batch, true);
	if (status == OK)
		status = put_items(e, batch, run, &changed, err);
	if (run->action->verb == ACTION_PLAYED)
		engine_media_download_clean(e);
	run->next.changed += changed;
	run->next.found += run->taken ? run->taken : changed;
	return status == OK ? note_todo(batch, run, err) : status;
}

/* Stores actions from the front until the batch is full: *len of them, all whole except
 * perhaps the last. */
static int
put_batch(struct engine *e, size_t *len, struct err *err)
{
	struct engine_action_queue *q = e->actions;
	struct store_batch *batch;
	size_t items = 0, max = engine_action_slice(e, SLICE_ITEMS);
	int status = store_batch_begin(e->store, &batch, err);
	*len = 0;
	if (status != OK)
		return status;
	while (status == OK && *len < q->len && items < max &&
		is_of_items(q->runs[*len])) {
		struct action_run *run = q->runs[*len];
		/* An action that has to find its items must come first in a batch. */
		if (*len && run->action->target.kind != TARGET_ITEMS)
			break;
		status = put_run(e, batch, run, err);
		items += run->taken;
		++*len;
		if (!run->over || q->alone || run->action->chain)
			break;
	}
	return store_batch_end(batch, status, err);
}

static void
tell_changed(struct engine *e)
{
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(e, &event);
	engine_sync_touch(e);
	engine_media_download_rescan(e);
	e->acted = true;
}

/* Removes the first n. */
static void
drop(struct engine *e, size_t n)
{
	struct engine_action_queue *q = e->actions;
	size_t left = q->left_over;
	for (size_t i = 0; i < n; i++) {
		q->left_over -= q->runs[i]->left_over;
		engine_action_run_free(q->runs[i]);
	}
	q->len -= n;
	if (q->len)
		memmove(q->runs, q->runs + n, q->len * sizeof *q->runs);
	q->alone -= q->alone < n ? q->alone : n;
	if (left && !q->left_over)
		engine_action_todo_tell(e, NULL);
}

/* ---- What fails. */

/* It may succeed later: the disk has room again, or another process is done. */
static bool
may_pass(int status)
{
	return status == ERR_FULL || status == ERR_IO || status == ERR_BUSY;
}

/* Removes it from the store: it will not be done. */
static void
strike_out(struct engine *e, const struct action_run *run)
{
	struct store_batch *batch;
	struct err err;
	if (!run->place.todo || store_batch_begin(e->store, &batch, &err) != OK)
		return;
	int status = store_journal_todo_drop(batch, run->place.todo, &err);
	if (store_batch_end(batch, status, &err) != OK)
		log_put(LOG_WARN, "%s", err.text);
}

/* Reports the first one and removes it, with the rest of its chain. What other processes
 * left stays written down until the store is repaired. */
static void
set_aside(struct engine *e, const struct err *err)
{
	struct engine_action_queue *q = e->actions;
	uint32_t chain = q->runs[0]->action->chain;
	if (q->runs[0]->left_over)
		engine_event_note(e, false, "%s", err->text);
	do {
		struct action_run *run = q->runs[0];
		engine_action_tell(e, run, err);
		if (!run->left_over)
			strike_out(e, run);
		drop(e, 1);
	} while (chain && q->len && q->runs[0]->action->chain == chain);
}

/* A store that can't be written at all: nothing is tried again. */
static void
refuse(struct engine *e, const struct err *err)
{
	struct engine_action_queue *q = e->actions;
	size_t n = 0;
	for (; n < q->len && is_of_items(q->runs[n]); n++)
		engine_action_tell(e, q->runs[n], err);
	drop(e, n);
}

/* Leaves out an item that can't be changed. */
static void
skip_item(struct action_run *run, const struct err *err)
{
	drop_items(run, 1);
	run->skipped++;
	run->place.found++;
	run->why = *err;
	run->most = 0;
}

/* A batch of len actions failed; the first may be at fault. */
static void
failed(struct engine *e, size_t len, int status, const struct err *err)
{
	struct engine_action_queue *q = e->actions;
	struct action_run *run = q->runs[0];
	if (status == ERR_DENIED) {
		refuse(e, err);
	} else if (may_pass(status) || !len) {
		engine_event_unstored(e, err);
		if (q->left_over)
			engine_action_todo_tell(e, err);
		q->retry_ms = time_mono_ms() + RETRY_MS;
	} else if (len > 1) {
		q->alone = len;
	} else if (status == ERR_DAMAGED && is_marked_whole(run)) {
		run->walking = true;
		run->after = (struct store_key){INT64_MAX, UINT64_MAX};
	} else if (status == ERR_DAMAGED && run->taken > 1) {
		run->most = run->taken / 2;
	} else if (status == ERR_DAMAGED && run->taken == 1) {
		skip_item(run, err);
	} else {
		set_aside(e, err);
	}
}

/* The chapters of a few episodes that were queued are fetched with them; the others'
 * come with their downloads, or when they are played. */
static void
fetch_chapters(struct engine *e, const struct engine_action *action)
{
	const struct engine_target *target = &action->target;
	if (action->verb != ACTION_QUEUE || target->kind != TARGET_ITEMS ||
		target->items_len > CHAPTERS_AT_ONCE)
		return;
	for (size_t i = 0; i < target->items_len; i++)
		engine_media_track_fetch(e, target->items[i], false, NULL, false);
}

/* The first one is done, except for damaged items. */
static void
end_first(struct engine *e)
{
	struct action_run *run = e->actions->runs[0];
	struct err err = run->why;
	if (run->skipped && run->skipped < run->place.found)
		err_set(&err, ERR_DAMAGED,
			P_("%zu item is left as it was: %s",
				"%zu items are left as they were: %s", run->skipped),
			run->skipped, run->why.text);
	if (run->skipped) {
		set_aside(e, &err);
	} else {
		fetch_chapters(e, run->action);
		engine_action_tell(e, run, NULL);
		drop(e, 1);
	}
}

static void
store_items(struct engine *e)
{
	struct engine_action_queue *q = e->actions;
	size_t len = 0;
	struct err err;
	int status = look_for_items(e, q->runs[0], &err);
	bool none = status == OK && !q->runs[0]->ids_len && !q->runs[0]->found_all &&
		    q->runs[0]->action->target.kind == TARGET_QUERY;
	if (none)
		return; /* the search continues in the next turn */
	if (status == OK)
		status = put_batch(e, &len, &err);
	else
		len = 1;
	if (status != OK) {
		failed(e, len, status, &err);
		return;
	}
	q->retry_ms = 0;
	for (size_t i = 0; i < len; i++) {
		struct action_run *run = q->runs[i];
		run->place = run->next;
		drop_items(run, run->taken);
		keep_group(q, run);
	}
	for (; len && q->runs[0]->over; len--)
		end_first(e);
	if (len)
		engine_action_tell_place(e, q->runs[0]);
	tell_changed(e);
}

/* What changes the feeds file, and undo, which no chain takes in (engine_do). */
static void
step(struct engine *e)
{
	struct engine_action_queue *q = e->actions;
	struct action_run *run = q->runs[0];
	bool more = false;
	struct err err;
	run->place.group = group_of(q, run);
	int status = engine_action_verb(run->action->verb)->step(e, run, &more, &err);
	if (status == OK && more) {
		engine_action_tell_place(e, run);
		return;
	}
	if (status == OK) {
		keep_group(q, run);
		engine_action_tell(e, run, NULL);
		drop(e, 1);
	} else {
		set_aside(e, &err);
	}
	engine_check_due(e);
	tell_changed(e);
}

/* ---- */

/* Removes this process's actions from the store. */
static int
drop_noted(struct engine *e, struct err *err)
{
	const struct engine_action_queue *q = e->actions;
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < q->len && status == OK; i++)
		if (q->runs[i]->place.todo && !q->runs[i]->left_over)
			status = store_journal_todo_drop(
				batch, q->runs[i]->place.todo, err);
	return store_batch_end(batch, status, err);
}

void
engine_action_forget(struct engine *e)
{
	struct engine_action_queue *q = e->actions;
	struct err err;
	size_t kept = 0;
	bool noted = false;
	for (size_t i = 0; i < q->len; i++)
		noted |= q->runs[i]->place.todo && !q->runs[i]->left_over;
	if (noted && drop_noted(e, &err) != OK)
		engine_event_unstored(e, &err);
	for (size_t i = 0; i < q->len; i++) {
		if (q->runs[i]->left_over)
			q->runs[kept++] = q->runs[i];
		else
			engine_action_run_free(q->runs[i]);
	}
	q->len = kept;
	q->alone = 0;
}

void
engine_action_store(struct engine *e)
{
	struct engine_action_queue *q = e->actions;
	if (q->len == 0 || engine_action_wait(e) > 0)
		return;
	if (is_of_items(q->runs[0]))
		store_items(e);
	else
		step(e);
}

void
engine_action_flush(struct engine *e, int64_t until_ms)
{
	struct engine_action_queue *q = e->actions;
	q->retry_ms = 0;
	while (q->len > 0 && !q->retry_ms && time_mono_ms() < until_ms)
		engine_action_store(e);
	engine_action_todo_leave(e);
}

int64_t
engine_action_wait(const struct engine *e)
{
	const struct engine_action_queue *q = e->actions;
	if (q->len == 0)
		return INT64_MAX;
	int64_t wait = q->retry_ms ? q->retry_ms - time_mono_ms() : 0;
	return wait > 0 ? wait : 0;
}
