/*
 * The strategies in use: one plan for each value that the option strategy has for some
 * feed, made when the first such feed is met; and what a look at all feeds (cycle.h)
 * gathers for it. The worker's.
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
	char *name;               /* of its strategy, as the option has it */
	bool recalled;            /* what an earlier process learned, if anything */
	int64_t prepared;         /* when it looked at all feeds last; TIME_NONE never */
	bool looking;             /* it does so now */
	uint64_t requests_before; /* of all its feeds, at the last fit; 0: none yet */
	size_t older; /* requests for older items, which its next cycles pay for */
	/* Gathered: */
	size_t observed, forced;
	struct plan_mark *marks; /* their index is the feed */
	size_t marks_len, marks_cap;
	struct budget_gap *gaps;
	size_t gaps_len, gaps_cap;
	uint64_t requests;
};

struct engine_plans {
	struct engine_plan **list; /* the first is that of all feeds without their own */
	size_t len, cap;
};

/* ERR_INVALID when the option names no strategy. */
int engine_plans_init(struct engine *e, struct err *err) MUST_USE;
void engine_plans_done(struct engine *e);
/* The options have changed: forgets all plans, and begins with that of all feeds. */
void engine_plans_restart(struct engine *e);

/* Never NULL. */
struct engine_plan *engine_plans_of(struct engine *e, uint32_t feed);
/* A feed as strategies see it; borrows both. */
struct strategy_feed engine_plans_view(struct engine *e, uint32_t feed,
	const struct schedule_record *record, const struct histogram *hist);

/* The limits of the feed's next interval after a poll that record has learned. */
struct due_limits engine_plans_limits(struct engine *e, uint32_t feed,
	const struct schedule_record *record, const struct schedule_poll *poll);

/* The strategy's u for a feed that has learned a poll, in seconds, not clamped; negative:
 * it names no times, the feed waits for a cycle. What it would be without a budget is
 * kept in the record. */
int64_t
engine_plans_interval(struct engine *e, uint32_t feed, struct schedule_record *record,
	const struct histogram *hist, const struct schedule_poll *poll);

/* Whether any plan needs a look at all feeds. */
bool engine_plans_look(struct engine *e);
/* A look begins, at so many feeds: plans get their share of the budgets, and those whose
 * day has come look on. */
void engine_plans_begin(struct engine *e, size_t feeds, int64_t now);
/* Writes down what the plans have learned, for the next process. */
int engine_plans_remember(
	struct engine *e, struct store_batch *batch, struct err *err) MUST_USE;
/* The look is over: plans are fitted and prepared, what was gathered is freed. */
void engine_plans_looked(struct engine *e, int64_t now);

#endif
