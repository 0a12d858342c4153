/*
 * A survey gathers, in slices of SURVEY_FEEDS, what each plan needs: priorities of feeds
 * that may be polled, gaps under way, or what the plan reads from each feed. Then the
 * plans choose and are fitted. Of several processes on a store only the first in a cycle
 * chooses; its choice is stored as due, so that any of them may poll it.
 */
#include "config.h"

#include "engine/plan/cycle.h"

#include <stdlib.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/plan/interest.h"
#include "engine/plan/plans.h"
#include "model/http.h"
#include "model/schedule.h"
#include "schedule/due.h"
#include "schedule/predict.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/claim.h"
#include "store/feed/feed.h"
#include "store/poll/poll.h"

#define SURVEY_FEEDS 100 /* about two milliseconds */

struct engine_cycle_state {
	int64_t start; /* of the last cycle surveyed; 0: none yet */
	int64_t now;   /* when the survey began */
	uint32_t *ids; /* of all feeds; NULL: no survey is under way */
	size_t len, next;
};

int
engine_plan_cycle_init(struct engine *e, struct err *err)
{
	(void)err;
	e->cycle = mem_zalloc(sizeof *e->cycle);
	return OK;
}

void
engine_plan_cycle_done(struct engine *e)
{
	free(e->cycle->ids);
	free(e->cycle);
}

/* ---- one feed */

/* Whether something other than the strategy still holds the feed back. */
static bool
held_back(const struct http_state *http, const struct due_limits *limits, int64_t now)
{
	if (now < http->last_poll + limits->min_interval)
		return true;
	if (http->retry_at != TIME_NONE && http->retry_at > now)
		return true;
	for (size_t i = 0; i + 1 < http->rules_len; i += 2) {
		int64_t reason = http->rules[i + 1];
		if (reason != DUE_STRATEGY && reason != DUE_MIN_INTERVAL &&
			reason != DUE_MAX_INTERVAL && reason != DUE_OVERFLOW &&
			http->rules[i] > now)
			return true;
	}
	return false;
}

static void
gather_mark(struct engine_plan *p, const struct strategy_feed *view, uint32_t feed,
	const struct http_state *http, const struct due_limits *limits, int64_t now)
{
	struct plan_mark mark;
	p->observed++;
	if (http->next_poll <= now)
		p->forced++;
	else if (!held_back(http, limits, now) &&
		 plan_mark(&p->plan, view, now, feed, &mark))
		*VEC_PUSH(p->marks, p->marks_len, p->marks_cap) = mark;
}

static void
gather_gap(struct engine_plan *p, const struct schedule *schedule,
	const struct http_state *http, const struct due_limits *limits)
{
	enum due_reason reason;
	p->requests += http->requests;
	if (schedule->unscaled > 0)
		*VEC_PUSH(p->gaps, p->gaps_len, p->gaps_cap) = (struct budget_gap){
			(double)schedule->unscaled, (double)limits->min_interval,
			(double)due_longest(limits, &reason)};
}

static void
gather(struct engine *e, uint32_t feed, const struct http_state *http,
	const struct schedule_record *record, const struct histogram *hist)
{
	struct engine_plan *p = engine_plan_of(e, feed);
	const struct schedule_poll last = {.now = record->schedule.last_poll};
	const struct due_limits limits = engine_plan_limits(e, feed, record, &last);
	const struct strategy_feed view = engine_plan_view(e, feed, record, hist);
	/* Never polled: it is due anyway. Failed: the back-off decides. */
	if (http->last_poll == TIME_NONE || http->failures > 0 || http->status == 410)
		return;
	if (p->plan.choice.row->kind == STRATEGY_CYCLE)
		gather_mark(p, &view, feed, http, &limits, e->cycle->now);
	if (p->plan.target > 0)
		gather_gap(p, &record->schedule, http, &limits);
	if (p->surveying)
		plan_survey_add(&p->plan, &view);
}

static void
survey(struct engine *e)
{
	struct engine_cycle_state *c = e->cycle;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct http_state http;
	struct schedule_record record;
	struct histogram hist;
	size_t end = c->len - c->next > SURVEY_FEEDS ? c->next + SURVEY_FEEDS : c->len;
	if (store_view_begin(e->store, &view, NULL) != OK) {
		c->next = c->len;
		return;
	}
	for (; c->next < end; c->next++) {
		uint32_t feed = c->ids[c->next];
		if (store_feed_state(&view, feed, &arena, &http, &record, &hist) == OK)
			gather(e, feed, &http, &record, &hist);
		arena_reset(&arena);
	}
	store_view_end(&view);
	arena_done(&arena);
}

/* ---- the end of a survey */

static int
make_due(struct engine *e, struct store_batch *batch, uint32_t feed, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct http_state http;
	struct store_poll_result result;
	int status = store_feed_state(&view, feed, &arena, &http, NULL, NULL);
	/* Another process may have polled it since. */
	if (status == OK && http.last_poll <= e->cycle->now) {
		const struct store_poll poll = {
			.feed = feed, .now = e->cycle->now, .http = &http};
		http.next_poll = e->cycle->now;
		http.reason = DUE_CYCLE;
		status = store_poll_put(batch, &poll, &result, err);
	}
	arena_done(&arena);
	return status == ERR_NOT_FOUND ? OK : status;
}

/* Requests for archives count as well: they are taken off the budget of the following
 * cycles. */
static size_t
pay_for_older(struct engine_plan *p)
{
	double budget = p->plan.budget / p->plan.scale * (double)p->observed;
	size_t paid = (double)p->older < budget ? p->older : plan_whole(budget);
	p->older -= paid;
	return paid;
}

static int
choose(struct engine *e, struct store_batch *batch, struct err *err)
{
	int status = OK;
	for (size_t i = 0; i < e->plans->len; i++) {
		struct engine_plan *p = e->plans->list[i];
		if (p->plan.choice.row->kind != STRATEGY_CYCLE)
			continue;
		size_t paid = pay_for_older(p);
		size_t chosen = plan_cycle(
			&p->plan, p->observed, p->forced + paid, p->marks, p->marks_len);
		for (size_t k = 0; k < chosen && status == OK; k++)
			status = make_due(e, batch, p->marks[k].index, err);
	}
	return status;
}

/* What cannot be written now is left for the next cycle. */
static void
choose_and_write(struct engine *e)
{
	struct store_batch *batch;
	struct err err;
	bool mine = false;
	if (store_batch_begin(e->store, &batch, &err) != OK)
		return;
	int status = store_feed_cycle_begin(
		batch, e->cycle->start, e->cycle->now, &mine, &err);
	if (status == OK && mine)
		status = choose(e, batch, &err);
	if (status != OK || !mine)
		store_batch_abort(batch);
	else if (store_batch_commit(batch, &err) == OK)
		engine_check_due(e);
}

/* What can't be written is learned again. */
static void
remember(struct engine *e)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK)
		status = store_batch_end(
			batch, engine_plan_remember(e, batch, &err), &err);
	if (status != OK)
		log_put(LOG_INFO, "%s", err.text);
}

static void
finish(struct engine *e)
{
	bool cycles = false;
	for (size_t i = 0; i < e->plans->len; i++)
		cycles |= e->plans->list[i]->plan.choice.row->kind == STRATEGY_CYCLE;
	if (cycles)
		choose_and_write(e);
	engine_plan_survey_done(e, e->cycle->now);
	remember(e);
	free(e->cycle->ids);
	e->cycle->ids = NULL;
}

/* ---- the beginning */

static void
begin(struct engine *e)
{
	struct engine_cycle_state *c = e->cycle;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed *feeds;
	size_t len = 0;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	engine_plan_interest_reload(e, &view);
	if (store_feed_all(&view, &arena, false, &feeds, &len) == OK && len > 0) {
		c->ids = mem_alloc(len * sizeof *c->ids);
		c->len = len;
		c->next = 0;
		for (size_t i = 0; i < len; i++)
			c->ids[i] = feeds[i].id;
		engine_plan_begin(e, len, c->now);
	}
	store_view_end(&view);
	arena_done(&arena);
}

void
engine_plan_cycle_restart(struct engine *e)
{
	free(e->cycle->ids);
	e->cycle->ids = NULL;
	e->cycle->start = 0;
	engine_plan_restart(e);
}

bool
engine_plan_cycle_step(struct engine *e)
{
	struct engine_cycle_state *c = e->cycle;
	int64_t now = engine_now(e), cycle = e->options->cycle / 1000;
	if (!c->ids) {
		int64_t start = now - now % cycle;
		if (start == c->start || store_read_only(e->store))
			return false;
		c->start = start;
		c->now = now;
		if (engine_plan_need_survey(e))
			begin(e);
		return c->ids != NULL;
	}
	survey(e);
	if (c->next < c->len)
		return true;
	finish(e);
	return false;
}

void
engine_plan_cycle_run(struct engine *e)
{
	while (engine_plan_cycle_step(e))
		;
}
