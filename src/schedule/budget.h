/*
 * Budgets: a number of polls per feed and day, whatever the strategy. A budget is a
 * share: it applies to the feeds that are under observation at an instant, so that more
 * feeds get more polls.
 *
 * Strategies of cycles take it as it is. So do those with a budget of their own, but
 * since they round it to whole polls, a debt (below) corrects what they make of it. For
 * any other the scale is fitted. With u_i the interval at scale 1 between the last poll
 * of feed i and its next one,
 *	Σ_i day / clamp(u_i scale, min_i, max_i) = budget × feeds.
 * The sum over the gaps under way is the rate of polling at that instant. Its mean over
 * time is the number of polls, since each gap contributes its length / its length = 1.
 * Gaps differ by hour and weekday. So that a quiet night does not count as savings to be
 * spent, the fit takes BUDGET_MEMORY hours to follow. Polls beyond the budget, or short
 * of it, are a debt D in days of the budget (at most BUDGET_DEBT), which multiplies the
 * scale by e^D until it is paid.
 */
#ifndef SCHEDULE_BUDGET_H
#define SCHEDULE_BUDGET_H

#include <stddef.h>
#include <stdint.h>

struct plan;

#define BUDGET_FIT ((int64_t)3600) /* seconds between two fits */
#define BUDGET_MEMORY 24
#define BUDGET_DEBT 3.0

/* Gives plan a budget in polls per feed and day, > 0. */
void budget_set(struct plan *plan, double per_day);

/* Takes the budget back: the strategy polls as it likes. */
void budget_clear(struct plan *plan);

/* A gap under way between two polls of a feed. */
struct budget_gap {
	double unscaled;    /* seconds, at scale 1, not clamped */
	double least, most; /* limits of the interval, seconds */
};

/* Converts an interval made at the plan's scale to scale 1. */
double budget_unscaled(const struct plan *plan, double interval);

/* Fits the plan's scale to the gaps of all feeds under observation. To be called every
 * BUDGET_FIT seconds or less often; polls is the number of polls since the last call.
 * Does nothing where the plan needs no fit (plan->target is 0) or there is no feed. */
void budget_fit(struct plan *plan, const struct budget_gap *gaps, size_t len, int64_t now,
	uint64_t polls);

#endif
