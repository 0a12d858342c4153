#include "config.h"

#include "engine/plan/plans.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/plan/interest.h"
#include "model/schedule.h"
#include "schedule/interest.h"
#include "schedule/overflow.h"
#include "schedule/predict.h"
#include "schedule/strategies.h"
#include "store/db/view.h"
#include "store/feed/plan.h"

#define INTERVAL_MAX 2e9 /* seconds: far above every limit */

static struct engine_plan *
add(struct engine *e, const struct strategy_choice *choice, const char *name)
{
	struct engine_plans *plans = e->plans;
	struct engine_plan *p = mem_zalloc(sizeof *p);
	plan_init(&p->plan, choice, 0, e->options->cycle / 1000);
	p->prepared = TIME_NONE;
	p->name = mem_strdup(name);
	*VEC_PUSH(plans->list, plans->len, plans->cap) = p;
	return p;
}

/* Budgets of options, in requests a day; 0: none. */
static double
budget_of(const struct options *o)
{
	double cycles = (double)TIME_DAY / ((double)o->cycle / 1000);
	double by_cycle = (double)o->requests_per_cycle * cycles;
	double by_day = (double)o->requests_per_day;
	return by_cycle <= 0 || (by_day > 0 && by_day < by_cycle) ? by_day : by_cycle;
}

/* Reads what an earlier process learned. If the plan begins while the store is being
 * written, that is left for the next survey. */
static void
recall(struct engine *e, struct engine_plan *p)
{
	struct store_view view;
	struct plan_memory memory;
	if (p->recalled || store_view_begin(e->store, &view, NULL) != OK)
		return;
	p->recalled = true;
	if (store_feed_plan(&view, p->name, &memory) == OK)
		p->requests_before = plan_recall(&p->plan, &memory);
	if (budget_of(e->options) <= 0)
		budget_clear(&p->plan); /* there was a budget then */
	store_view_end(&view);
}

int
engine_plan_remember(struct engine *e, struct store_batch *batch, struct err *err)
{
	int status = OK;
	for (size_t i = 0; i < e->plans->len && status == OK; i++) {
		const struct engine_plan *p = e->plans->list[i];
		const struct plan_memory memory =
			plan_remember(&p->plan, p->requests_before);
		status = store_feed_put_plan(batch, p->name, &memory, err);
	}
	return status;
}

/* With the strategy of all feeds. */
static void
start(struct engine *e, const struct strategy_choice *choice)
{
	e->plans = mem_zalloc(sizeof *e->plans);
	recall(e, add(e, choice, e->options->strategy));
}

int
engine_plan_init(struct engine *e, struct err *err)
{
	struct strategy_choice choice;
	int status = strategies_choose(&choice, e->options->strategy, err);
	if (status != OK)
		return status;
	start(e, &choice);
	return OK;
}

/* Frees what a survey gathered. */
static void
forget(struct engine_plan *p)
{
	p->observed = p->forced = p->marks_len = p->gaps_len = 0;
	p->requests = 0;
	p->surveying = false;
}

void
engine_plan_done(struct engine *e)
{
	for (size_t i = 0; i < e->plans->len; i++) {
		struct engine_plan *p = e->plans->list[i];
		forget(p);
		free(p->marks);
		free(p->gaps);
		plan_done(&p->plan);
		free(p->name);
		free(p);
	}
	free(e->plans->list);
	free(e->plans);
}

void
engine_plan_restart(struct engine *e)
{
	struct strategy_choice choice;
	if (strategies_choose(&choice, e->options->strategy, NULL) != OK)
		return; /* options are checked when they are read */
	engine_plan_done(e);
	start(e, &choice);
}

/* An unknown name (which option checks exclude) counts as the strategy of all feeds. */
struct engine_plan *
engine_plan_of(struct engine *e, uint32_t feed)
{
	struct engine_plans *plans = e->plans;
	struct strategy_choice choice;
	if (strategies_choose(&choice, engine_settings_strategy(e, feed), NULL) != OK)
		return plans->list[0];
	for (size_t i = 0; i < plans->len; i++) {
		const struct strategy_choice *have = &plans->list[i]->plan.choice;
		if (have->row == choice.row && have->span == choice.span)
			return plans->list[i];
	}
	return add(e, &choice, engine_settings_strategy(e, feed));
}

struct strategy_feed
engine_plan_view(struct engine *e, uint32_t feed, const struct schedule_record *record,
	const struct histogram *hist)
{
	return (struct strategy_feed){.schedule = &record->schedule,
		.habit = &record->habit,
		.hours = &hist->hours,
		.minutes = &hist->minutes,
		.days = &hist->days,
		.slid = predict_slid(&record->window),
		.window = overflow_window(&record->schedule),
		.weight = interest_priority(
				  engine_settings_weight(e, feed), record->ruled) *
			  engine_plan_interest_weight(e, record),
		.rate = -1,
		.waiting = -1};
}

struct due_limits
engine_plan_limits(struct engine *e, uint32_t feed, const struct schedule_record *record,
	const struct schedule_poll *poll)
{
	const struct schedule *schedule = &record->schedule;
	struct due_limits limits = engine_settings_limits(e, feed);
	limits.overflow = overflow_limit(schedule, overflow_window(schedule), poll);
	return limits;
}

int64_t
engine_plan_interval(struct engine *e, uint32_t feed, struct schedule_record *record,
	const struct histogram *hist, const struct schedule_poll *poll)
{
	const struct strategy_feed view = engine_plan_view(e, feed, record, hist);
	struct engine_plan *p = engine_plan_of(e, feed);
	const struct strategy *row = p->plan.choice.row;
	if (row->kind == STRATEGY_CYCLE)
		return -1;
	if (row->survey && p->prepared == TIME_NONE && p->plan.multiplier <= 0)
		return SCHEDULE_UNKNOWN; /* the survey of all feeds is still under way */
	double u = plan_interval(&p->plan, &view, poll);
	if (!(u > 0))
		u = 0;
	if (u > INTERVAL_MAX)
		u = INTERVAL_MAX;
	record->schedule.unscaled =
		(int32_t)fmin(budget_unscaled(&p->plan, u), INTERVAL_MAX);
	return (int64_t)u;
}

/* ---- a survey of all feeds */

bool
engine_plan_need_survey(struct engine *e)
{
	bool needed = budget_of(e->options) > 0;
	size_t at = 0;
	for (uint32_t feed; (feed = engine_settings_next(e, &at)) != 0;)
		engine_plan_of(e, feed);
	for (size_t i = 0; i < e->plans->len; i++) {
		const struct strategy *row = e->plans->list[i]->plan.choice.row;
		needed |= row->kind == STRATEGY_CYCLE || row->survey;
	}
	return needed;
}

void
engine_plan_begin(struct engine *e, size_t feeds, int64_t now)
{
	double a_day = budget_of(e->options);
	for (size_t i = 0; i < e->plans->len; i++) {
		struct engine_plan *p = e->plans->list[i];
		forget(p);
		recall(e, p);
		if (a_day > 0)
			budget_set(&p->plan, a_day / (double)feeds);
		p->surveying = p->plan.choice.row->survey &&
			       (p->prepared == TIME_NONE ||
				       now - p->prepared >= PLAN_SURVEY_EVERY);
		if (p->surveying)
			plan_survey_begin(&p->plan, feeds, now);
	}
}

void
engine_plan_survey_done(struct engine *e, int64_t now)
{
	for (size_t i = 0; i < e->plans->len; i++) {
		struct engine_plan *p = e->plans->list[i];
		uint64_t polls = p->requests > p->requests_before && p->requests_before
					 ? p->requests - p->requests_before
					 : 0;
		if (p->plan.target > 0) {
			budget_fit(&p->plan, p->gaps, p->gaps_len, now, polls);
			p->requests_before = p->requests;
		}
		if (p->surveying) {
			plan_survey_end(&p->plan);
			p->prepared = now;
		}
		forget(p);
	}
}
