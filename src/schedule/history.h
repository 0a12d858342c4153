/*
 * A feed's history, reduced to what one strategy needs: the schedule, and only those
 * parts of window, habit and histogram that the strategy's row says it reads. All of it
 * is one block, whose size depends on the row and the window:
 *
 *	fixed, fixed-learned, moving-average         the schedule alone: 96 bytes
 *	moving-average:sliding                       and 4 bytes per time of the window
 *	best-effort, allocation, crawl-…             and the days: 692 bytes
 *	posting-rank                                 and the hours: 352 bytes
 *	least-delay                                  and the habit: 1 KB
 *	post-rate                                    and the minutes: 1.4 KB
 *
 * For code that schedules many feeds by one strategy, such as the simulator. The worker
 * instead reads a feed's records from the store when it is polled, and keeps none.
 */
#ifndef SCHEDULE_HISTORY_H
#define SCHEDULE_HISTORY_H

#include <stddef.h>

#include "model/schedule.h"

struct schedule_poll;
struct strategy;
struct strategy_feed;

struct history {
	struct schedule schedule;
	/* The parts follow. */
};

/* The size of a history, in bytes, for a feed that shows up to window items. A multiple
 * of 8, so that histories can follow one another. */
size_t history_size(const struct strategy *row, size_t window);

/* Starts a history in a block of that size. */
void history_init(struct history *history, const struct strategy *row, size_t window);
/* … or in a block of its own, to be freed with free. */
struct history *history_new(const struct strategy *row, size_t window);

/* Learns a poll, whose new items must be the last ones of its times. */
void history_learn(struct history *history, const struct strategy *row,
	const struct schedule_poll *poll);

/* Sets the parts of *feed that come from a history, to NULL where it lacks them. Borrows
 * from it. */
void history_view(const struct history *history, const struct strategy *row,
	struct strategy_feed *feed);
/* The habit, to be changed; NULL where the row reads none. */
struct habit *history_habit(struct history *history, const struct strategy *row);

#endif
