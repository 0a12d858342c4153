/*
 * Budgets: so many polls a feed and day, whatever the strategy. A budget is a share: it
 * holds for the feeds that are under observation at an instant, so that more feeds get
 * more polls.
 *
 * Strategies of cycles and those with a budget of their own take it as it is. For any
 * other the scale is fitted: with intervals u_i between the last poll of each feed and
 * its next, at scale 1,
 *	Σ_i day / clamp(u_i scale, min_i, max_i) = budget × feeds.
 * The sum over the gaps that are under way is the rate of polling at that instant: over
 * time its mean is the number of polls, since each gap adds its length / its length = 1.
 * Gaps differ by hour and weekday; so that a quiet night doesn't count as a saving to be
 * spent, the fit takes BUDGET_MEMORY hours to follow. What was polled beyond the budget,
 * or less than it, is a debt D in days of the budget (at most BUDGET_DEBT): it puts a
 * factor e^D on the scale until it is paid.
 */
#ifndef SCHEDULE_BUDGET_H
#define SCHEDULE_BUDGET_H

#include <stddef.h>
#include <stdint.h>

struct plan;

#define BUDGET_FIT ((int64_t)3600) /* seconds between two fits */
#define BUDGET_MEMORY 24
#define BUDGET_DEBT 3.0

/* Gives plan a budget in polls a feed and day, > 0. */
void budget_set(struct plan *plan, double per_day);

/* A gap that is under way. */
struct budget_gap {
	double unscaled;    /* seconds, at scale 1, not clamped */
	double least, most; /* limits of the interval, seconds */
};

/* The interval at scale 1 of one that was made at the plan's scale. */
double budget_unscaled(const struct plan *plan, double interval);

/* Fits the plan's scale to the gaps of all feeds under observation; to be called every
 * BUDGET_FIT seconds or seldomer. polls: how many were made since the last time. Nothing
 * where the plan needs no fit (plan->pace is 0) or there is no feed. */
void budget_fit(struct plan *plan, const struct budget_gap *gaps, size_t len, int64_t now,
	uint64_t polls);

#endif
