/*
 * allocation: paper 5 (Sia, Cho, Cho: "Efficient Monitoring Algorithm for Fast News
 * Alerts"), sections 3 and 4.3. Postings are a periodic inhomogeneous Poisson process of
 * one day.
 *
 * Allocation (theorem 1, equation 1): m_i = k √(w_i λ_i) polls a day, Σ m_i = M. λ_i is
 * the rate of the last 14 days (schedule/rate.h). A feed with m = 2.4 is polled two or
 * three times a day, ⌊m + φ⌋ with φ even in [0, 1) by feed and day; one with m <= 1 once
 * in ⌊1/m + φ⌋ days.
 *
 * Scheduling (theorem 3, equation 2): the polls τ_1 … τ_m of a day satisfy
 *	λ(τ_j)(τ_(j+1) - τ_j) = ∫ λ over [τ_(j-1), τ_j];
 * of one poll, λ(τ) is the day's mean and falling (theorem 2). The condition is
 * necessary, not sufficient, so among the plans found the one of least expected delay
 * (lemma 1: Σ ∫ λ(t)(τ_j - t) dt) is taken. Both methods of section 3.2.2 propose plans
 * on a grid of 30 minutes: search over the first two polls, from which equation 2 gives
 * all others; and refinement, which starts evenly and moves each poll, by steps of 30
 * minutes, earlier where ∫ λ is more than λ(τ_j)(τ_(j+1) - τ_j) and later where it is
 * less. With more than ALLOCATION_PLANNED polls a day, closer together than the grid
 * can tell, equation 2 becomes that of a density: polls at distances in proportion to
 * 1/√λ(t).
 *
 * Patterns: the share of a feed's posts in each hour of the day, over 14 days; the feeds
 * are put into 12 clusters by k-means, and a feed is planned by its cluster's mean.
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

/* λ over one period, linear between the grid's points. */
struct allocation_pattern {
	double rate[ALLOCATION_GRID];       /* at each point, items a period, >= 0 */
	double before[ALLOCATION_GRID + 1]; /* ∫ λ dt up to each point */
	double moment[ALLOCATION_GRID + 1]; /* ∫ λ t dt */
};

/* Fills the integrals. */
void allocation_integrate(struct allocation_pattern *pattern);

/* Lemma 1: the delay that the items of a period have in all, in periods, with n polls at
 * the ascending grid points at[]. n >= 1. */
double
allocation_delay(const struct allocation_pattern *pattern, const int *at, size_t n);

/* The two methods: n polls at ascending grid points, n in 1 … ALLOCATION_PLANNED; return
 * their delay. Search may find none that holds to the end: HUGE_VAL. */
double allocation_search(const struct allocation_pattern *pattern, int *at, size_t n);
double allocation_refine(const struct allocation_pattern *pattern, int *at, size_t n);

/* Of the rows: both, uniform in number and time, scheduling alone, allocation alone. */
double allocation_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);
double allocation_uniform(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);
double allocation_only_scheduling(const struct plan *plan,
	const struct strategy_feed *feed, const struct schedule_poll *poll);
double allocation_only_allocation(const struct plan *plan,
	const struct strategy_feed *feed, const struct schedule_poll *poll);
/* Find k; and the clusters with their plans, once in a fortnight. */
void allocation_survey(struct plan *plan, const struct strategy_feed *feed);
void allocation_surveyed(struct plan *plan, int64_t now);

#endif
