/*
 * Once a cycle (option cycle) the worker looks at all feeds, some in a turn: for
 * strategies that name no times it makes the most wanted feeds due, as many as the
 * cycle's budget allows; strategies that look at all feeds together do so once a day; and
 * where a budget is set (requests-per-cycle, requests-per-day) the others are fitted to
 * it. What servers said at a feed's last poll, min-interval and pauses hold a feed back
 * here, too; max-interval brings it forward by itself. The worker's.
 */
#ifndef ENGINE_PLAN_CYCLE_H
#define ENGINE_PLAN_CYCLE_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

int engine_plan_cycle_init(struct engine *engine, struct err *err) MUST_USE;
void engine_plan_cycle_done(struct engine *engine);
/* The strategy, the length of the cycle or a budget has changed: begins with a new look
 * at all feeds. */
void engine_plan_cycle_restart(struct engine *engine);
/* Goes on with the look, or begins one when a cycle has begun. True: there is more to do
 * at once. */
bool engine_plan_cycle_step(struct engine *engine);
/* The whole look, if one is due: for a refresh of what is due. */
void engine_plan_cycle_run(struct engine *engine);

#endif
