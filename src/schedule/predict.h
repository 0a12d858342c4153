/*
 * When to poll a feed next: the strategies. Pure functions of a feed's history and the
 * time; no clock of their own, so that recorded posting times can be replayed.
 * Paper 1 is Urbansky, Reichert, Muthmann, Schuster, Schill: "An Analysis of Strategies
 * for Polling Web Feeds"; notation as there: x_1 … x_w posting times in the window, p the
 * poll's time, u the update interval.
 */
#ifndef SCHEDULE_PREDICT_H
#define SCHEDULE_PREDICT_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

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

/* A strategy: a row in the table. next() returns the update interval u in seconds from
 * poll->now, before any clamping; it may read and write state, which is updated by
 * schedule_learn before. */
struct strategy {
	const char *name;
	const char *brief; /* one line for lists and manual */
	int64_t (*next)(const struct schedule *state, const struct histogram *hist,
		const struct schedule_poll *poll);
};

/* The table; ends with a row without name. */
extern const struct strategy schedule_strategies[];
/* The row, or NULL. */
const struct strategy *schedule_strategy(const char *name);

void schedule_init(struct schedule *state);

/* Takes a poll into the state: with new items, the window becomes the newest
 * SCHEDULE_WINDOW_MAX of the times shown; without, it stays as it is. */
void schedule_learn(struct schedule *state, const struct schedule_poll *poll);

/* The interval for a feed of which nothing can be told (fewer than two posting times):
 * one hour, paper 1's default. */
#define SCHEDULE_UNKNOWN ((int64_t)3600)

/* Moving Average (paper 1, section "Moving Average", equations 1 and 2): with new items
 * u = (x_w - x_1)/(w - 1); without, a virtual item at p takes the oldest's place:
 * u = (p - x_2)/(w - 1), always from the same real window. */
int64_t schedule_moving_average(const struct schedule *state,
	const struct histogram *hist, const struct schedule_poll *poll);

#endif
