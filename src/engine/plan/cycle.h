/*
 * Once a cycle (option cycle) the worker surveys all feeds, a few each turn. Strategies
 * that set no times have their most wanted feeds made due, as many as the cycle's budget
 * allows; strategies that optimise over all feeds do so once a day; and where a budget is
 * set (requests-per-cycle, requests-per-day) the others are fitted to it. Server hints of
 * a feed's last poll, min-interval and pauses hold a feed back here as well; max-interval
 * makes it due by itself. The worker's.
 */
#ifndef ENGINE_PLAN_CYCLE_H
#define ENGINE_PLAN_CYCLE_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

int engine_plan_cycle_init(struct engine *engine, struct err *err) MUST_USE;
void engine_plan_cycle_done(struct engine *engine);
/* The strategy, the length of the cycle or a budget has changed: starts a new survey of
 * all feeds. */
void engine_plan_cycle_restart(struct engine *engine);
/* Continues the survey, or starts one when a cycle has begun. True: there is more to do
 * at once. */
bool engine_plan_cycle_step(struct engine *engine);
/* The whole survey, if one is due: for a refresh of the due feeds. */
void engine_plan_cycle_run(struct engine *engine);

#endif
