/*
 * least-delay: polls where a request saves the most waiting. All feeds share one price c
 * of a request, in seconds of one item's delay. The plan of polls τ_1, τ_2 … of a feed
 * minimises
 *	Σ_j ( c + ∫ N_j dt ),  N_j(t) = ∫ λ from τ_j to t: the items expected to wait,
 * with λ(t) = level × shape (schedule/habit.h). A price is the Lagrange multiplier of a
 * budget (Sia, Cho and Cho 2007, section 3; schedule/allocation.h): for constant λ it
 * gives the interval √(2c/λ), that is, polls in proportion to √λ, which is their m_i.
 * Where N passes c at the margin, it is the threshold of Horincar, Amann and Artières
 * (2010), U(t) ≥ τ (schedule/effort.h). Within the week it satisfies theorem 3 of Sia et
 * al. at every poll: what putting the poll off for a moment costs the items that wait
 * equals what it saves the items of that moment, which would wait for the next poll.
 *
 * The plan is found by dynamic programming backwards over DELAY_STEPS instants. The
 * first are a sixteenth of an interval apart, later ones further, and they are moved to
 * the ends of minutes in which the feed tends to post. Only the first poll of the plan
 * is made; after it, everything is planned again. After the last instant, the state (N
 * items waiting at rate λ) is worth N·u - N²/(2λ), u = √(2c/λ), at most c: the exact
 * value for constant λ. Cost: under 20 µs.
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
/* The price of a request when no budget says otherwise, in item-seconds. On recorded
 * traces it leads to as many polls as Moving Average makes. */
#define DELAY_PRICE 3400.0

/* Seconds from now to the best next poll, not clamped, > 0. price > 0; weight > 0: how
 * much an item's delay counts, 1 being usual. */
double delay_best(const struct habit_model *model, const struct habit *habit, int64_t now,
	double price, double weight);

/* The function of the row. */
double delay_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);

/* Appends the feed's habits in words: "posts at :00, :30, mostly from 08 to 17 h UTC,
 * 3.1 items a day". Leaves out what it has no habit of. */
void delay_reason(const struct habit *habit, struct buf *out);

#endif
