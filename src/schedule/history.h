/*
 * A feed's history as one strategy needs it: the schedule, and of window, habit and
 * histogram only the parts that the strategy's row says it reads. All in one block, whose
 * size the row and the window tell:
 *
 *	fixed, fixed-learned, moving-average         the schedule alone: 96 bytes
 *	moving-average:sliding                       and 4 bytes a time of the window
 *	best-effort, allocation, crawl-…             and the days: 692 bytes
 *	posting-rank                                 and the hours: 352 bytes
 *	least-delay                                  and the habit: 1 KB
 *	post-rate                                    and the minutes: 1.4 KB
 *
 * For whoever schedules many feeds by one strategy, such as the simulator; the worker
 * reads a feed's records from the store when it is polled and keeps none.
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

/* Bytes of a history for a feed that shows up to window items; what comes right after it
 * is aligned as well. */
size_t history_size(const struct strategy *row, size_t window);

/* Begins a history in a block of that size. */
void history_init(struct history *history, const struct strategy *row, size_t window);
struct history *history_new(const struct strategy *row, size_t window);

/* Takes a poll in. The new items of it are the newest of its times. */
void history_learn(struct history *history, const struct strategy *row,
	const struct schedule_poll *poll);

/* Sets the parts of *feed that a history gives; NULL what it has not. */
void history_view(const struct history *history, const struct strategy *row,
	struct strategy_feed *feed);
/* NULL: the row reads none. */
struct habit *history_habit(struct history *history, const struct strategy *row);

#endif
