#include "config.h"

#include "engine/poll/group.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/plan/interest.h"
#include "engine/plan/plans.h"
#include "engine/poll/backfill.h"
#include "engine/poll/index.h"
#include "engine/poll/learn.h"
#include "engine/poll/poll.h"
#include "engine/poll/progress.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/schedule.h"
#include "schedule/predict.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "store/feed/poll.h"
#include "store/gc.h"
#include "store/item/match.h"

#define EXPIRE_ITEMS 200 /* of a feed, with each of its polls */
/* Above this many changed feeds in a group, one event says "several". */
#define CHANGED_EVENTS_MAX 16

void
engine_poll_group_init(struct engine_group *group)
{
	*group = (struct engine_group){0};
	group->end = &group->first;
}

static void
free_polls(struct engine_poll *poll)
{
	while (poll) {
		struct engine_poll *next = poll->next;
		engine_poll_free(poll);
		poll = next;
	}
}

void
engine_poll_group_done(struct engine_group *group)
{
	free_polls(group->first);
	engine_poll_group_init(group);
}

void
engine_poll_group_add(struct engine *e, struct engine_poll *poll)
{
	struct engine_group *group = e->group;
	if (group->len == 0)
		group->since_ms = time_mono_ms();
	poll->next = NULL;
	*group->end = poll;
	group->end = &poll->next;
	group->len++;
	if (poll->document)
		group->bytes += poll->document->arena.used;
}

/* ---- one poll into the batch */

/* What is read, changed and written of a feed. */
struct record {
	struct http_state http;
	struct schedule_record habit;
	struct histogram hist;
};

static int
learn(struct engine *e, struct store_batch *batch, const struct engine_poll *poll,
	struct record *record, struct arena *arena, struct schedule_poll *out,
	struct err *err)
{
	struct store_view view = store_batch_view(batch);
	const struct feed *document = poll->document;
	bool first = record->habit.schedule.polls == 0;
	bool *known = NULL;
	int status = OK;
	if (document) {
		known = arena_zalloc(arena, document->items_len + 1);
		if (!first && document->items_len > 0)
			status = store_item_known(&view, poll->feed, document, known);
	}
	if (status != OK)
		return status;
	if (document && !first)
		engine_poll_learn_dates(
			&record->habit.schedule, document, known, poll->now);
	if (document && poll->kind == POLL_DOCUMENT)
		record->habit.schedule.complete = document->complete;
	engine_poll_learn_poll(&record->habit, document, known,
		poll->kind == POLL_PARTIAL, poll->now, arena, out);
	if (document)
		engine_poll_learn_histogram(&record->hist, &record->habit.schedule,
			document, known, poll->now);
	status = engine_plan_interest_learn(
		e, batch, &record->habit, out->new_items, poll->now, err);
	predict_learn(&record->habit, out);
	return status;
}

/* The time of the next poll, and what each rule said of it. */
static void
set_next(struct engine *e, const struct engine_poll *poll, int64_t interval,
	struct http_state *http)
{
	struct due rules[DUE_RULES_MAX], due;
	const struct due_limits limits = engine_settings_limits(e, poll->feed);
	size_t len = due_ladder(poll->now, interval, &limits, http, &http->hints,
		engine_random(e), rules, &due);
	http->next_poll = due.at;
	http->reason = due.reason;
	http->rules_len = 0;
	for (size_t i = 0; i < len; i++) {
		http->rules[http->rules_len++] = rules[i].at;
		http->rules[http->rules_len++] = rules[i].reason;
	}
}

static int
store_one(struct engine *e, struct store_batch *batch, const struct engine_poll *poll,
	struct arena *arena, struct store_poll_result *result, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct record record;
	struct schedule_poll seen = {.now = poll->now};
	if (poll->older)
		return engine_poll_backfill_store(e, batch, poll, arena, result, err);
	bool good = poll->kind != POLL_FAILED && poll->kind != POLL_UNREACHABLE;
	int status = store_feed_state(
		&view, poll->feed, arena, &record.http, &record.habit, &record.hist);
	if (status == OK && good)
		status = learn(e, batch, poll, &record, arena, &seen, err);
	if (status == ERR_NOT_FOUND)
		return OK; /* deleted in the meantime */
	if (status != OK)
		return err_set(err, status, _("feed %u can't be read from the store"),
			(unsigned)poll->feed);
	engine_plan_interest_look(e, &view);
	if (good)
		record.habit.schedule.interval = engine_plans_interval(
			e, poll->feed, &record.habit, &record.hist, &seen);
	engine_poll_apply(poll, seen.new_items, &record.http, arena);
	set_next(e, poll, record.habit.schedule.interval, &record.http);
	const struct store_poll put = {
		.feed = poll->feed,
		.now = poll->now,
		.document = poll->document,
		.http = &record.http,
		.schedule = good ? &record.habit : NULL,
		.hist = poll->document ? &record.hist : NULL,
		.release = true,
		.first_unread = engine_settings_first_unread(e, poll->feed),
	};
	status = store_feed_put_poll(batch, &put, result, err);
	/* What there is too much of goes with each poll, a little at a time. */
	struct store_keep keep = engine_settings_keep(e, poll->feed);
	struct store_gc gone;
	keep.now = poll->now;
	if (status == OK && (keep.items || keep.days))
		status = store_expire(batch, &keep, EXPIRE_ITEMS, &gone, err);
	return status;
}

/* ---- the group */

static int
store_list(struct engine *e, const struct engine_poll *first,
	struct store_poll_result *results, struct err *err)
{
	struct store_batch *batch;
	struct arena arena = ARENA_INIT;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	store_batch_index_later(batch);
	for (const struct engine_poll *p = first; p && status == OK; p = p->next) {
		status = store_one(e, batch, p, &arena, results++, err);
		arena_reset(&arena);
	}
	if (status == OK)
		status = engine_plan_interest_hear(e, batch, err);
	status = store_batch_end(batch, status, err);
	arena_done(&arena);
	return status;
}

static void
tell_changed(struct engine *e, uint32_t feed)
{
	const struct engine_event event = {.kind = ENGINE_CHANGED, .feed = feed};
	engine_event_post(e, &event);
}

/* A feed moved to where another is: said once, the first time. */
static void
tell_twin(struct engine *e, const struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed, other;
	struct http_state http;
	uint32_t id;
	if (!poll->answer || !poll->answer->moved_to ||
		store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool both =
		store_feed_state(&view, poll->feed, &arena, &http, NULL, NULL) == OK &&
		http.moved_count == 1 &&
		store_feed_duplicate(&view, poll->feed, http.moved_to, &id) == OK &&
		store_feed(&view, poll->feed, &arena, &feed) == OK &&
		store_feed(&view, id, &arena, &other) == OK;
	store_view_end(&view);
	if (both)
		engine_event_note(e, false,
			_("%s has moved to where %s is; the command merge makes them "
			  "one"),
			feed.title ? feed.title : url_mask(&arena, feed.url),
			other.title && !str_eq(other.title, feed.title)
				? other.title
				: url_mask(&arena, other.url));
	arena_done(&arena);
}

static void
tell_stored(struct engine *e, const struct engine_poll *first,
	const struct store_poll_result *results, size_t len)
{
	size_t changed = 0;
	for (size_t i = 0; i < len; i++)
		changed += results[i].added + results[i].edited > 0;
	size_t i = 0;
	for (const struct engine_poll *p = first; p && i < len; p = p->next, i++) {
		if (p->older) {
			engine_poll_backfill_stored(e, p, results[i].added);
		} else {
			engine_poll_backfill_polled(e, p);
			engine_poll_progress_stored(
				e, p, results[i].added, results[i].edited);
			tell_twin(e, p);
		}
		engine_poll_index_add(e, results[i].added + results[i].edited);
		if (results[i].added + results[i].edited > 0 &&
			changed <= CHANGED_EVENTS_MAX)
			tell_changed(e, p->feed);
	}
	if (changed > CHANGED_EVENTS_MAX)
		tell_changed(e, 0);
}

/* What can't be stored is a failure like any other: of the poll that alone is kept, so
 * that the feed is left alone for a time, and not asked again when its claim ends. */
static void
store_failure(struct engine *e, struct engine_poll *poll, const struct err *why)
{
	struct store_poll_result none = {0};
	struct err err;
	poll->kind = POLL_FAILED;
	poll->trouble = TROUBLE_LOCAL;
	poll->err = *why;
	feed_free(poll->document);
	poll->document = NULL;
	/* Where nothing can be written, the claim holds as long as it does. */
	(void)store_list(e, poll, &none, &err);
}

/* A disk that is full is so for all polls of a refresh: said once, until there is room.
 */
static void
tell_fault(struct engine *e, const struct err *err)
{
	if (!str_eq(err->text, e->fault.text))
		engine_event_note(e, true, "%s", err->text);
	e->fault = *err;
}

/* One poll that can't be stored must not take the others with it: each gets a
 * transaction of its own then. */
static void
store_singly(struct engine *e, struct engine_poll *list)
{
	while (list) {
		struct engine_poll *poll = list;
		struct store_poll_result result = {0};
		struct err err;
		list = poll->next;
		poll->next = NULL;
		if (store_list(e, poll, &result, &err) != OK) {
			tell_fault(e, &err);
			store_failure(e, poll, &err);
			result = (struct store_poll_result){0};
		}
		tell_stored(e, poll, &result, 1);
		engine_poll_free(poll);
	}
}

void
engine_poll_group_store(struct engine *e, bool all)
{
	struct engine_group *group = e->group;
	if (group->len == 0 || (!all && engine_poll_group_wait(e) > 0))
		return;
	struct engine_poll *list = group->first;
	size_t len = group->len;
	engine_poll_group_init(group);
	struct arena arena = ARENA_INIT;
	struct store_poll_result *results = arena_zalloc(&arena, len * sizeof *results);
	struct err err;
	if (store_list(e, list, results, &err) == OK) {
		err_clear(&e->fault);
		tell_stored(e, list, results, len);
		free_polls(list);
	} else {
		store_singly(e, list);
	}
	arena_done(&arena);
}

int64_t
engine_poll_group_wait(const struct engine *e)
{
	const struct engine_group *group = e->group;
	if (group->len == 0)
		return INT64_MAX;
	if (group->len >= GROUP_FEEDS || group->bytes >= GROUP_BYTES)
		return 0;
	int64_t wait = group->since_ms + GROUP_MS - time_mono_ms();
	return wait > 0 ? wait : 0;
}
