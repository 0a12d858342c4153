/*
 * best-effort: paper 3 (Horincar, Amann, Artières: "Best-Effort Refresh Strategies for
 * Content-Based RSS Feed Aggregation"), section 3.
 *
 * Divergence. Div(t): relevant new items that wait at the source. The source shows at
 * most W, so Div(t) = σ·min(λ(t - t_k), W), with t_k the last refresh, σ the share of the
 * items that is wanted (the feed's weight). In the paper λ and Div are known; a reader
 * estimates λ (schedule/rate.h) and expects Div from it.
 *
 * Saturation: the window is full of unread items, about W/λ after t_k; what comes then
 * pushes out something unread.
 *
 * Utility (equation 1): U(t) = (t - t_k)·Div(t) - ∫ Div dx over [t_k, t]. With items that
 * come evenly it is Div·(t - t_k)/2 until saturation at t_k + W/λ and stays there at
 * Div·(W/λ)/2.
 *
 * Two steps (algorithm 1), with b refreshes a cycle: up to b saturated sources, the
 * largest Div first; then those with U ≥ τ·b/(b - b_sat) (equation 2). plan_cycle does
 * both and adapts τ (× 1.05 above b, × 0.95 below 90 % of b). All saturated sources have
 * the same Div where everything is wanted; the paper does not say which goes first. The
 * slower does here: each refresh saves W items in any case, of a slow source a larger
 * share of what it posts, and with that the paper's completeness comes out.
 */
#ifndef SCHEDULE_EFFORT_H
#define SCHEDULE_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

struct plan;
struct strategy_feed;

/* U in item-seconds of a source with λ a second that was refreshed age seconds ago,
 * window > 0, where items wait (those beyond the window included), all of them wanted. */
double effort_utility(double lambda, double age, double waiting, double window);

/* The urgency functions of the rows. */
double effort_two_steps(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
double effort_only_saturated(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
/* U alone, for :only-threshold and :top-utility. */
double effort_only_utility(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
/* Whoever waits longest: each feed as often as every other. */
double effort_uniform(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);

#endif
