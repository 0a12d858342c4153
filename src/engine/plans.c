#include "config.h"

#include "engine/plans.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/settings.h"
#include "engine/state.h"
#include "model/schedule.h"
#include "schedule/predict.h"

#define INTERVAL_MAX 1e12 /* seconds: far above every limit, and exact */

static struct engine_plan *
add(struct engine *e, const struct strategy_choice *choice)
{
	struct engine_plans *plans = &e->plans;
	struct engine_plan *p = mem_zalloc(sizeof *p);
	plan_init(&p->plan, choice, 0, e->options->cycle / 1000);
	p->prepared = TIME_NONE;
	*VEC_PUSH(plans->list, plans->len, plans->cap) = p;
	return p;
}

int
engine_plans_init(struct engine *e, struct err *err)
{
	struct strategy_choice choice;
	int status = strategy_choose(&choice, e->options->strategy, err);
	if (status == OK)
		add(e, &choice);
	return status;
}

/* What a look gathered. */
static void
forget(struct engine_plan *p)
{
	for (size_t i = 0; i < p->records_len; i++)
		free(p->records[i]);
	p->observed = p->forced = p->marks_len = p->gaps_len = 0;
	p->views_len = p->records_len = 0;
	p->requests = 0;
}

void
engine_plans_done(struct engine *e)
{
	for (size_t i = 0; i < e->plans.len; i++) {
		struct engine_plan *p = e->plans.list[i];
		forget(p);
		free(p->marks);
		free(p->gaps);
		free(p->views);
		free(p->records);
		plan_done(&p->plan);
		free(p);
	}
	free(e->plans.list);
	e->plans = (struct engine_plans){0};
}

/* A name that is none (the option's choices were checked) counts as that of all feeds. */
struct engine_plan *
engine_plans_of(struct engine *e, uint32_t feed)
{
	struct engine_plans *plans = &e->plans;
	struct strategy_choice choice;
	if (strategy_choose(&choice, engine_settings_strategy(e, feed), NULL) != OK)
		return plans->list[0];
	for (size_t i = 0; i < plans->len; i++) {
		const struct strategy_choice *have = &plans->list[i]->plan.choice;
		if (have->row == choice.row && have->span == choice.span)
			return plans->list[i];
	}
	return add(e, &choice);
}

struct strategy_feed
engine_plans_view(struct engine *e, uint32_t feed, const struct schedule *schedule,
	const struct histogram *hist)
{
	return (struct strategy_feed){.schedule = schedule,
		.hist = hist,
		.window = schedule->complete ? STRATEGY_ENDLESS : schedule->window_len,
		.weight = engine_settings_weight(e, feed),
		.rate = -1,
		.waiting = -1};
}

int64_t
engine_plans_interval(struct engine *e, uint32_t feed, struct schedule *schedule,
	const struct histogram *hist, const struct schedule_poll *poll)
{
	const struct strategy_feed view = engine_plans_view(e, feed, schedule, hist);
	struct engine_plan *p = engine_plans_of(e, feed);
	const struct strategy *row = p->plan.choice.row;
	if (row->kind == STRATEGY_CYCLE)
		return -1;
	if (row->prepare && p->prepared == TIME_NONE)
		return SCHEDULE_UNKNOWN; /* the look at all feeds is still under way */
	double u = plan_interval(&p->plan, &view, poll);
	if (!(u > 0))
		u = 0;
	if (u > INTERVAL_MAX)
		u = INTERVAL_MAX;
	schedule->unscaled = (int64_t)budget_unscaled(&p->plan, u);
	return (int64_t)u;
}

/* ---- a look at all feeds */

/* Budgets of options, in requests a day; 0: none. */
static double
budget_of(const struct options *o)
{
	double cycles = (double)TIME_DAY / ((double)o->cycle / 1000);
	double by_cycle = (double)o->requests_per_cycle * cycles;
	double by_day = (double)o->requests_per_day;
	return by_cycle <= 0 || (by_day > 0 && by_day < by_cycle) ? by_day : by_cycle;
}

bool
engine_plans_look(struct engine *e)
{
	struct map *own = &e->settings.own;
	bool look = budget_of(e->options) > 0;
	for (size_t i = 0; i < own->count; i++) {
		uint32_t feed;
		memcpy(&feed, own->entries[i].key, sizeof feed);
		engine_plans_of(e, feed);
	}
	for (size_t i = 0; i < e->plans.len; i++) {
		const struct strategy *row = e->plans.list[i]->plan.choice.row;
		look |= row->kind == STRATEGY_CYCLE || row->prepare;
	}
	return look;
}

void
engine_plans_begin(struct engine *e, size_t feeds)
{
	double a_day = budget_of(e->options);
	for (size_t i = 0; i < e->plans.len; i++) {
		forget(e->plans.list[i]);
		if (a_day > 0)
			budget_set(&e->plans.list[i]->plan, a_day / (double)feeds);
	}
}

bool
engine_plans_to_prepare(const struct engine_plan *p, int64_t now)
{
	return p->plan.choice.row->prepare &&
	       (p->prepared == TIME_NONE || now - p->prepared >= STRATEGY_PREPARE);
}

void
engine_plans_keep(struct engine_plan *p, const struct strategy_feed *view)
{
	struct engine_plan_record *record = mem_alloc(sizeof *record);
	record->schedule = *view->schedule;
	record->hist = *view->hist;
	*VEC_PUSH(p->records, p->records_len, p->records_cap) = record;
	struct strategy_feed *kept = VEC_PUSH(p->views, p->views_len, p->views_cap);
	*kept = *view;
	kept->schedule = &record->schedule;
	kept->hist = &record->hist;
}

void
engine_plans_looked(struct engine *e, int64_t now)
{
	for (size_t i = 0; i < e->plans.len; i++) {
		struct engine_plan *p = e->plans.list[i];
		uint64_t polls = p->requests > p->requests_before && p->requests_before
					 ? p->requests - p->requests_before
					 : 0;
		if (p->plan.pace > 0) {
			budget_fit(&p->plan, p->gaps, p->gaps_len, now, polls);
			p->requests_before = p->requests;
		}
		if (engine_plans_to_prepare(p, now)) {
			plan_prepare(&p->plan, p->views, p->views_len, now);
			p->prepared = now;
		}
		forget(p);
	}
}
