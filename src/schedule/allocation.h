/*
 * The strategies of Sia, Cho and Cho, "Efficient Monitoring Algorithm for Fast News
 * Alerts", 2007 ("paper 5"), sections 3 and 4.3. Postings are a periodic inhomogeneous
 * Poisson process with a period of one day.
 *
 * Allocation (theorem 1, equation 1): m_i = k √(w_i λ_i) polls per day, Σ m_i = M. λ_i
 * is the rate of the last 14 days (schedule/rate.h). A feed with m = 2.4 is polled two
 * or three times a day, ⌊m + φ⌋ with φ uniform in [0, 1) by feed and day; a feed with at
 * most one poll per day, once in ⌊1/m + φ⌋ days.
 *
 * Scheduling (theorem 3, equation 2): the polls τ_1 … τ_m of a day satisfy
 *	λ(τ_j)(τ_(j+1) - τ_j) = ∫ λ over [τ_(j-1), τ_j];
 * for a single poll, λ(τ) is the day's mean and falling (theorem 2). The condition is
 * necessary but not sufficient, so the plan with the least expected delay is chosen
 * among those found (lemma 1: Σ ∫ λ(t)(τ_j - t) dt). Both methods of section 3.2.2
 * propose plans on a grid of 30 minutes. The search tries all pairs of first two polls,
 * from which equation 2 gives the others. The refinement starts with evenly spaced polls
 * and moves each one in steps of 30 minutes: earlier where the right side of equation 2
 * exceeds the left, later where it is less. With more than ALLOCATION_PLANNED polls per
 * day, which are closer together than the grid can resolve, equation 2 becomes that of a
 * density: the distances of polls are proportional to 1/√λ(t).
 *
 * Patterns: the share of a feed's posts in each hour of the day, over 14 days. k-means
 * puts the feeds into 12 clusters, and a feed is planned by the mean pattern of its
 * cluster.
 */
#ifndef SCHEDULE_ALLOCATION_H
#define SCHEDULE_ALLOCATION_H

#include <stddef.h>
#include <stdint.h>

struct plan;
struct schedule_poll;
struct strategy_feed;

#define ALLOCATION_GRID 48    /* steps in a period: 30 minutes of a day */
#define ALLOCATION_PLANNED 24 /* most polls of a plan on the grid */
#define ALLOCATION_CLUSTERS 12

/* λ over one period, linear between the points of the grid. */
struct allocation_pattern {
	double rate[ALLOCATION_GRID];       /* at each point, items per period, >= 0 */
	double before[ALLOCATION_GRID + 1]; /* ∫ λ dt up to each point */
	double moment[ALLOCATION_GRID + 1]; /* ∫ λ t dt */
};

/* Fills the integrals. */
void allocation_integrate(struct allocation_pattern *pattern);

/* Lemma 1: the total delay of the items of a period, in periods, with n >= 1 polls at
 * the ascending grid points at[]. */
double
allocation_delay(const struct allocation_pattern *pattern, const int *at, size_t n);

/* The two methods: fill at[] with n polls at ascending grid points, n in 1 …
 * ALLOCATION_PLANNED, and return their delay. The search returns HUGE_VAL when no pair
 * of first polls leads to a plan within the period. */
double allocation_search(const struct allocation_pattern *pattern, int *at, size_t n);
double allocation_refine(const struct allocation_pattern *pattern, int *at, size_t n);

/* The functions of the rows: both parts, neither, scheduling alone, allocation alone. */
double allocation_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);
double allocation_uniform(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);
double allocation_only_scheduling(const struct plan *plan,
	const struct strategy_feed *feed, const struct schedule_poll *poll);
double allocation_only_allocation(const struct plan *plan,
	const struct strategy_feed *feed, const struct schedule_poll *poll);
/* Determine k every time, and the clusters with their plans once a fortnight. */
void allocation_survey(struct plan *plan, const struct strategy_feed *feed);
void allocation_surveyed(struct plan *plan, int64_t now);

#endif
