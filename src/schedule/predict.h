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

struct habit;
struct habit_model;
struct post_minutes;
struct schedule;
struct schedule_record;
struct schedule_window;

/* What a poll brought. times: posting times of all items that the feed shows, any order
 * (TIME_NONE and those after now are taken as now); new_items: how many of these items
 * were not known before. */
struct schedule_poll {
	int64_t now;
	const int64_t *times;
	size_t times_len;
	size_t new_items;
};

void predict_init(struct schedule *state);
void predict_record_init(struct schedule_record *record);

/* Takes a poll into the record: with new items, the window becomes the newest
 * SCHEDULE_WINDOW_MAX of the times shown; without, it stays as it is and the poll is
 * remembered as a virtual item. */
void predict_learn(struct schedule_record *record, const struct schedule_poll *poll);

/* The same for one who keeps the schedule and no more of the window than its ends; habit
 * (NULL: none) learns by model. window, an array of at least SCHEDULE_WINDOW_MAX, is
 * filled with the poll's newest times, oldest first, if it had new items; returns how
 * many. */
size_t predict_learn_poll(struct schedule *state, struct habit *habit,
	const struct habit_model *model, const struct schedule_poll *poll,
	int64_t *window);

/* The interval for a feed of which nothing can be told (fewer than two posting times):
 * one hour, paper 1's default. */
#define SCHEDULE_UNKNOWN ((int64_t)3600)

/* All give u in seconds from poll->now, not clamped; state has learned the poll. */

/* Fix Learned (paper 1, section 3.2, equation 1): the mean gap of the first window,
 * (x_w - x_1)/(w - 1), for ever; one hour where it can't be computed, be it that all were
 * posted at once. */
int64_t predict_fixed_learned(const struct schedule *state);

/* Moving Average (paper 1, section 3.3, equations 1 and 2): with new items
 * u = (x_w - x_1)/(w - 1); without, a virtual item at p takes the oldest's place:
 * u = (p - x_2)/(w - 1), always from the same real window. */
int64_t
predict_moving_average(const struct schedule *state, const struct schedule_poll *poll);

/* The same with virtual items that stay: after k silent polls p_1 … p_k the window is
 * x_(k+1) … x_w, p_1 … p_k and slides on over them (equation 2 applied to its own
 * result). slid is the oldest of it. */
int64_t predict_sliding_average(
	const struct schedule *state, int64_t slid, const struct schedule_poll *poll);
/* That of a record: x_(k+1), or p_1 when no real time is left. */
int64_t predict_slid(const struct schedule_window *window);

/* Post Rate (paper 1, section 3.4, equation 3): the shortest span after now in which the
 * rates of the minutes of the day sum to one expected item; at most 31 days. */
int64_t predict_post_rate(const struct post_minutes *minutes, int64_t now);

#endif
