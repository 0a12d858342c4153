/*
 * The strategies in use: one plan for each value of the option strategy, made for the
 * first feed that has it. A plan also holds what a survey of all feeds (cycle.h) gathers
 * for it. The worker's.
 */
#ifndef ENGINE_PLAN_PLANS_H
#define ENGINE_PLAN_PLANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/schedule.h"
#include "schedule/budget.h"
#include "schedule/due.h"
#include "schedule/plan.h"

struct engine;
struct err;
struct schedule_poll;
struct store_batch;

struct engine_plan {
	struct plan plan;
	char *name;       /* of its strategy, as the option has it */
	bool recalled;    /* it has what an earlier process learned, if anything */
	int64_t prepared; /* of its last survey of all feeds; TIME_NONE: never */
	bool surveying;   /* it is under way */
	uint64_t requests_before; /* of all its feeds, at the last fit; 0: none yet */
	size_t older; /* requests for older items, taken off its next cycles' budget */
	/* Gathered: */
	size_t observed, forced;
	struct plan_mark *marks; /* their index is the feed */
	size_t marks_len, marks_cap;
	struct budget_gap *gaps;
	size_t gaps_len, gaps_cap;
	uint64_t requests;
};

struct engine_plans {
	/* The first is for feeds without a strategy of their own. */
	struct engine_plan **list;
	size_t len, cap;
};

/* ERR_INVALID when the option names no strategy. */
int engine_plan_init(struct engine *e, struct err *err) MUST_USE;
void engine_plan_done(struct engine *e);
/* The options have changed: drops all plans but makes the first again. */
void engine_plan_restart(struct engine *e);

/* Never NULL. */
struct engine_plan *engine_plan_of(struct engine *e, uint32_t feed);
/* A feed as strategies see it; borrows both. */
struct strategy_feed engine_plan_view(struct engine *e, uint32_t feed,
	const struct schedule_record *record, const struct histogram *hist);

/* The limits of the feed's next interval after a poll that record has learned. */
struct due_limits engine_plan_limits(struct engine *e, uint32_t feed,
	const struct schedule_record *record, const struct schedule_poll *poll);

/* The strategy's u after a poll was learned, in seconds, not clamped; negative: the
 * strategy sets no times, and the feed waits for a cycle. The interval without a budget
 * is kept in the record. */
int64_t
engine_plan_interval(struct engine *e, uint32_t feed, struct schedule_record *record,
	const struct histogram *hist, const struct schedule_poll *poll);

/* Whether any plan needs a survey of all feeds. */
bool engine_plan_need_survey(struct engine *e);
/* A survey of `feeds` feeds begins: plans get their share of the budgets, and those that
 * are due for a survey today take part. */
void engine_plan_begin(struct engine *e, size_t feeds, int64_t now);
/* Writes down what the plans have learned, for the next process. */
int engine_plan_remember(
	struct engine *e, struct store_batch *batch, struct err *err) MUST_USE;
/* The survey is over: fits and prepares the plans, and frees what was gathered. */
void engine_plan_survey_done(struct engine *e, int64_t now);

#endif
