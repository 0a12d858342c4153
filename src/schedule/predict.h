/*
 * What a poll teaches, and the strategies of paper 1. Pure functions of a feed's history
 * and the time; no clock of their own, so that recorded posting times can be replayed.
 * Paper 1 is Urbansky, Reichert, Muthmann, Schuster, Schill: "An Optimized Web Feed
 * Aggregation Approach for Generic Feed Types"; notation as there: i_1 … i_w (here x_1 …
 * x_w) posting times in the window, p the poll's time, u the update interval.
 */
#ifndef SCHEDULE_PREDICT_H
#define SCHEDULE_PREDICT_H

#include <stddef.h>
#include <stdint.h>

struct habit_model;
struct schedule;
struct histogram;

/* What a poll brought. times: posting times of all items that the feed shows, any order
 * (TIME_NONE and those after now are taken as now); new_items: how many of these items
 * were not known before. */
struct schedule_poll {
	int64_t now;
	const int64_t *times;
	size_t times_len;
	size_t new_items;
};

void schedule_init(struct schedule *state);

/* Takes a poll into the state: with new items, the window becomes the newest
 * SCHEDULE_WINDOW_MAX of the times shown; without, it stays as it is and the poll is
 * remembered as a virtual item. */
void schedule_learn(struct schedule *state, const struct schedule_poll *poll);
/* The same without the habit, which takes more time than all the rest: for a replay of
 * strategies that don't read it. */
void schedule_learn_window(struct schedule *state, const struct schedule_poll *poll);
/* The habit alone, after the window, by a model (schedule/habit.h). */
void schedule_learn_habit(const struct habit_model *model, struct schedule *state,
	const struct schedule_poll *poll);

/* The interval for a feed of which nothing can be told (fewer than two posting times):
 * one hour, paper 1's default. */
#define SCHEDULE_UNKNOWN ((int64_t)3600)

/* All give u in seconds from poll->now, not clamped; state has learned the poll. */

/* Fix Learned (paper 1, section 3.2, equation 1): the mean gap of the first window,
 * (x_w - x_1)/(w - 1), for ever; one hour where it can't be computed, be it that all were
 * posted at once. */
int64_t schedule_fixed_learned(const struct schedule *state);

/* Moving Average (paper 1, section 3.3, equations 1 and 2): with new items
 * u = (x_w - x_1)/(w - 1); without, a virtual item at p takes the oldest's place:
 * u = (p - x_2)/(w - 1), always from the same real window. */
int64_t schedule_moving_average(const struct schedule *state,
	const struct histogram *hist, const struct schedule_poll *poll);

/* The same with virtual items that stay: after k silent polls p_1 … p_k the window is
 * x_(k+1) … x_w, p_1 … p_k and slides on over them (equation 2 applied to its own
 * result). */
int64_t
schedule_sliding_average(const struct schedule *state, const struct schedule_poll *poll);

/* Post Rate (paper 1, section 3.4, equation 3): the shortest span after now in which the
 * rates of the minutes of the day sum to one expected item; at most 31 days. */
int64_t schedule_post_rate(const struct histogram *hist, int64_t now);

#endif
