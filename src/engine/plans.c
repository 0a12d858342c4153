#include "config.h"

#include "engine/plans.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/settings.h"
#include "engine/state.h"
#include "model/schedule.h"
#include "schedule/predict.h"
#include "schedule/strategy.h"

#define INTERVAL_MAX 1e12 /* seconds: far above every limit, and exact */

static struct plan *
add(struct engine_plans *plans, const struct strategy_choice *choice)
{
	struct plan *plan = mem_alloc(sizeof *plan);
	plan_init(plan, choice, 0, 0);
	*VEC_PUSH(plans->list, plans->len, plans->cap) = plan;
	return plan;
}

int
engine_plans_init(struct engine *e, struct err *err)
{
	struct strategy_choice choice;
	int status = strategy_choose(&choice, e->options->strategy, err);
	if (status == OK)
		add(&e->plans, &choice);
	return status;
}

void
engine_plans_done(struct engine *e)
{
	for (size_t i = 0; i < e->plans.len; i++) {
		plan_done(e->plans.list[i]);
		free(e->plans.list[i]);
	}
	free(e->plans.list);
	e->plans = (struct engine_plans){0};
}

/* A name that is none (the option's choices were checked) counts as that of all feeds. */
static struct plan *
plan_of(struct engine *e, uint32_t feed)
{
	struct engine_plans *plans = &e->plans;
	struct strategy_choice choice;
	if (strategy_choose(&choice, engine_settings_strategy(e, feed), NULL) != OK)
		return plans->list[0];
	for (size_t i = 0; i < plans->len; i++) {
		const struct strategy_choice *have = &plans->list[i]->choice;
		if (have->row == choice.row && have->span == choice.span)
			return plans->list[i];
	}
	return add(plans, &choice);
}

int64_t
engine_plans_interval(struct engine *e, uint32_t feed, const struct schedule *schedule,
	const struct histogram *hist, const struct schedule_poll *poll)
{
	const struct strategy_feed view = {.schedule = schedule,
		.hist = hist,
		.window = schedule->window_len,
		.weight = engine_settings_weight(e, feed),
		.rate = -1,
		.waiting = -1};
	double u = plan_interval(plan_of(e, feed), &view, poll);
	return !(u > 0) ? 0 : u < INTERVAL_MAX ? (int64_t)u : (int64_t)INTERVAL_MAX;
}
