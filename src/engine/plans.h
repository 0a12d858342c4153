/*
 * The strategies in use: one plan for each value that the option strategy has for some
 * feed, made when the first such feed is met. The worker's.
 */
#ifndef ENGINE_PLANS_H
#define ENGINE_PLANS_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct engine;
struct err;
struct histogram;
struct plan;
struct schedule;
struct schedule_poll;

struct engine_plans {
	struct plan **list; /* the first is that of all feeds without one of their own */
	size_t len, cap;
};

/* ERR_INVALID when the option names no strategy. */
int engine_plans_init(struct engine *e, struct err *err) MUST_USE;
void engine_plans_done(struct engine *e);

/* The strategy's u for a feed that has learned a poll, in seconds, not clamped. */
int64_t
engine_plans_interval(struct engine *e, uint32_t feed, const struct schedule *schedule,
	const struct histogram *hist, const struct schedule_poll *poll);

#endif
