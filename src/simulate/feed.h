/*
 * One feed of a replay: what each poll of it sees, how that is counted, and what it
 * teaches the strategy. The driver (simulate/replay.c) says when:
 *
 *	poll = simulate_feed_start(&feed, row, rules, trace, &result, days);
 *	while ((next = simulate_feed_next(&feed, plan, &poll)) <= trace->end)
 *		poll = simulate_feed_poll(&feed, next);
 *	simulate_feed_finish(&feed);
 *	simulate_feed_done(&feed);
 *
 * The rules of counting are in simulate/replay.h.
 */
#ifndef SIMULATE_FEED_H
#define SIMULATE_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "schedule/due.h"
#include "schedule/predict.h"
#include "schedule/strategy.h"

struct history;
struct plan;
struct simulate_days;
struct simulate_oracle;
struct simulate_trace;

struct simulate_rules {
	int64_t min_interval, max_interval; /* seconds */
	double per_day;     /* a budget in polls per feed and day; 0: none */
	int64_t count_from; /* nothing before this time counts: synthetic feeds; else 0 */
	bool overflow;      /* no poll later than schedule/overflow.h says */
	double weight;      /* of all feeds; 0: 1 */
};

/* What became of one feed. All zero for one that is left out. */
struct simulate_result {
	uint64_t polls, found; /* all, and those that found something */
	uint64_t items, missed;
	uint64_t obtained;     /* by polls; with count_from, including what waited then */
	uint64_t cycles;       /* over which cycles_lacking was measured; 0: not at all */
	double cycles_lacking; /* sum of the share of the window that was lacking after a
				  cycle's polls */
	double delay, delay_max; /* seconds: sum over items, longest */
	double found_delay;      /* sum over found of the mean delay of their items */
	double lost;     /* ∫ of the share of the source's window that is lacking */
	double observed; /* seconds from the first poll to the end */
	uint64_t waiting_max; /* most items that waited at once */
};

struct simulate_feed {
	const struct simulate_rules *rules;
	const struct simulate_trace *trace;
	struct simulate_result *result;
	struct simulate_days *days;
	size_t seen;                    /* items published up to the last poll */
	int64_t last;                   /* that poll */
	const struct strategy *row;     /* says which parts of the history are kept */
	struct simulate_oracle *oracle; /* NULL: the strategy is not told the truth */
	double unscaled;                /* its last interval, at scale 1 */
	int64_t overflow;               /* as of struct due_limits */
	struct history *history;        /* NULL: not started */
};

/* When a feed is polled first. */
int64_t simulate_feed_first_poll(const struct simulate_trace *trace);

/* Makes the first poll. rules, trace, result and days are borrowed until
 * simulate_feed_done. */
struct schedule_poll
simulate_feed_start(struct simulate_feed *feed, const struct strategy *row,
	const struct simulate_rules *rules, const struct simulate_trace *trace,
	struct simulate_result *result, struct simulate_days *days);
struct schedule_poll simulate_feed_poll(struct simulate_feed *feed, int64_t now);
/* Counts what still waits at the end of the trace. */
void simulate_feed_finish(struct simulate_feed *feed);
void simulate_feed_done(struct simulate_feed *feed);

/* The feed as strategies see it. */
struct strategy_feed simulate_feed_view(const struct simulate_feed *feed, int64_t now);
/* The items that wait at now; negative where the rate is not known. */
double simulate_feed_waiting(const struct simulate_feed *feed, int64_t now);
/* The limits of its next interval. */
struct due_limits simulate_feed_limits(const struct simulate_feed *feed);
/* When the strategy wants the next poll, within the rules' limits. */
int64_t simulate_feed_next(struct simulate_feed *feed, const struct plan *plan,
	const struct schedule_poll *poll);

#endif
