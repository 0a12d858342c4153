/*
 * best-effort: Horincar, Amann and Artières, "Best-Effort Refresh Strategies for
 * Content-Based RSS Feed Aggregation", 2010 ("paper 3"), section 3.
 *
 * Divergence. Div(t) is the number of relevant new items that wait at the source. The
 * source shows at most W, so Div(t) = σ·min(λ(t - t_k), W), with t_k the last refresh
 * and σ the share of the items that is wanted (the feed's weight). In the paper λ and
 * Div are known; a reader estimates λ (schedule/rate.h) and expects Div from it.
 *
 * Saturation: new items fill the whole window, which is known where the number of waiting
 * items is, and else expected W/λ after t_k; every further item pushes out one that was
 * not fetched.
 *
 * Utility (equation 1): U(t) = (t - t_k)·Div(t) - ∫ Div dx over [t_k, t]. With items
 * that come evenly it is Div·(t - t_k)/2 until saturation at t_k + W/λ, and stays at
 * Div·(W/λ)/2 from then on.
 *
 * Two steps (algorithm 1), with b refreshes per cycle: up to b saturated sources, those
 * with the largest Div first; then those with U ≥ τ·b/(b - b_sat) (equation 2).
 * plan_cycle does both and adapts τ (× 1.05 above b, × 0.95 below 90 % of b). All
 * saturated sources have the same Div where everything is wanted, and the paper does not
 * say which one goes first. Here it is the slower one: each refresh saves W items in any
 * case, which is a larger share of what a slow source posts, and this reproduces the
 * paper's completeness.
 */
#ifndef SCHEDULE_EFFORT_H
#define SCHEDULE_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

struct plan;
struct strategy_feed;

/* U in item-seconds of a source that posts lambda items per second, was refreshed age
 * seconds ago, shows window > 0 items, and has waiting items, all of them wanted,
 * including those beyond the window. */
double effort_utility(double lambda, double age, double waiting, double window);

/* The urgency functions of the rows. */
double effort_two_steps(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
double effort_only_saturated(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
/* U alone, for :only-threshold and :top-utility. */
double effort_only_utility(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
/* The time since the last poll, so that all feeds are polled equally often. */
double effort_uniform(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);

#endif
