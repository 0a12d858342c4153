/*
 * least-delay: polls where a request saves the most waiting. All feeds share one price c
 * of a request, in seconds of one item's delay; the plan of polls τ_1, τ_2 … of a feed
 * minimises
 *	Σ_j ( c + ∫ N_j dt ),  N_j(t) = ∫ λ from τ_j to t: items expected to wait,
 * with λ(t) = level × shape (schedule/habit.h). A price is the Lagrange multiplier of a
 * budget (paper 5, section 3: Sia, Cho et al., allocation): for constant λ it gives the
 * interval √(2c/λ), that is polls in proportion to √λ, paper 5's m_i; where N passes
 * c at the margin it is paper 3's threshold (Horincar et al., U(t) ≥ τ). Within the week
 * it holds paper 5's theorem 3 at every poll: what waits, times a moment of putting the
 * poll off, is what the moment brings, times the time until the next poll.
 *
 * The plan is found by dynamic programming backwards over DELAY_STEPS instants, the first
 * a sixteenth of an interval apart, later ones further, moved to the ends of minutes in
 * which the feed likes to post; its first poll is made, then all is planned anew. After
 * the last instant, the state (N waiting at rate λ) is worth N·u - N²/(2λ), u = √(2c/λ),
 * at most c: the exact value at constant λ. Cost: under 20 µs.
 */
#ifndef SCHEDULE_DELAY_H
#define SCHEDULE_DELAY_H

#include <stddef.h>
#include <stdint.h>

struct buf;
struct habit;
struct habit_model;
struct plan;
struct schedule_poll;
struct strategy_feed;

#define DELAY_STEPS 32
/* What a request costs when no budget says otherwise, item-seconds: on recorded traces
 * this makes as many polls as Moving Average. */
#define DELAY_PRICE 3400.0

/* Seconds from now to the best next poll, not clamped, > 0. price > 0; weight: how much
 * an item's delay counts (1 as for others), > 0. */
double delay_best(const struct habit_model *model, const struct habit *habit, int64_t now,
	double price, double weight);

/* Of the row. */
double delay_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);

/* The price at which feeds of such rates (items a second, > 0) are polled per_day times
 * in total, each between min and max seconds apart: Σ 1/√(2c/λ_i), clamped, in equal
 * parts. Found by bisection between 1e-3 and 1e12. */
double
delay_price(const double *rates, size_t len, double per_day, double min, double max);

/* Appends what the feed's times are, for people: "posts at :00 and :30, mostly 08–17
 * UTC, 3.1 items a day"; times the feed has no habit of are left out. */
void delay_reason(const struct habit *habit, struct buf *out);

#endif
