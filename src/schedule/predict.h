/*
 * What a poll teaches, and the strategies of Urbansky, Reichert, Muthmann, Schuster and
 * Schill, "An Optimized Web Feed Aggregation Approach for Generic Feed Types",
 * 2011 ("paper 1"). Pure functions of a feed's history and the time, without a clock of
 * their own, so that recorded posting times can be replayed. The notation is the paper's:
 * i_1 … i_w (here x_1 … x_w) are the posting times in the window, p is the time of the
 * poll, u the update interval.
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

/* What a poll brought. */
struct schedule_poll {
	int64_t now;
	/* The posting times of all items that the feed shows, in any order; TIME_NONE
	 * and times after now count as now. */
	const int64_t *times;
	size_t times_len;
	size_t new_items; /* how many of these items were not known before */
	size_t shown;     /* items in the document, with a time or not; 0: not known */
	size_t unwanted;  /* how many more there were that the user will never see */
	/* Of all that the document shows, those included: how many have a time, and the
	 * first and last of these. dated 0: that of times. */
	size_t dated;
	int64_t first, last;
};

void predict_init(struct schedule *state);
void predict_record_init(struct schedule_record *record);

/* Learns a poll. With new items, the window becomes the newest SCHEDULE_WINDOW_MAX of
 * the times shown; without, it stays as it is and the poll is remembered as a virtual
 * item. */
void predict_learn(struct schedule_record *record, const struct schedule_poll *poll);

/* The same for callers that keep only the schedule, with the ends of the window. habit,
 * which may be NULL, learns by model. If the poll had new items, window, an array of at
 * least SCHEDULE_WINDOW_MAX, is filled with its newest times, oldest first. Returns
 * their number. */
size_t predict_learn_poll(struct schedule *state, struct habit *habit,
	const struct habit_model *model, const struct schedule_poll *poll,
	int64_t *window);

/* The interval for a feed of which nothing is known yet (fewer than two posting times):
 * one hour, the paper's default. */
#define SCHEDULE_UNKNOWN ((int64_t)3600)

/* All functions below return u in seconds from poll->now, not clamped. state must have
 * learned the poll. */

/* Fix Learned (section 3.2, equation 1): for ever the mean gap of the first window,
 * u = (x_w - x_1)/(w - 1); one hour where it can't be computed, as when all items were
 * posted at once. */
int64_t predict_fixed_learned(const struct schedule *state);

/* Moving Average (section 3.3, equations 1 and 2). With new items,
 * u = (x_w - x_1)/(w - 1). Without, a virtual item at p takes the place of the oldest,
 * u = (p - x_2)/(w - 1), always based on the same real window. Where rules hide all that
 * a feed shows, or all but one item: how long it has been silent, at least
 * SCHEDULE_UNKNOWN. */
int64_t
predict_moving_average(const struct schedule *state, const struct schedule_poll *poll);

/* The same with virtual items that stay: after k silent polls p_1 … p_k the window is
 * x_(k+1) … x_w, p_1 … p_k, and slides on over them (equation 2 applied to its own
 * result). slid is the oldest time in it. */
int64_t predict_sliding_average(
	const struct schedule *state, int64_t slid, const struct schedule_poll *poll);
/* The slid of a record: x_(k+1), or p_1 when no real time is left. */
int64_t predict_slid(const struct schedule_window *window);

/* Post Rate (section 3.4, equation 3): the shortest span after now in which the rates of
 * the minutes of the day add up to one expected item; at most 31 days. */
int64_t predict_post_rate(const struct post_minutes *minutes, int64_t now);

#endif
