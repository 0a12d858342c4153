/*
 * Replays of several strategies over the same feeds on all cores, and the search for the
 * scale at which each of them makes a wanted number of polls.
 */
#ifndef SIMULATE_COMPARE_H
#define SIMULATE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "schedule/strategy.h"
#include "simulate/days.h"
#include "simulate/feed.h"

struct simulate_traces;

/* One strategy to be replayed. */
struct simulate_job {
	const char *name; /* as given; borrowed */
	struct strategy_choice choice;
	double target;      /* polls wanted; 0: as many as it makes */
	double budget;      /* polls per feed and cycle; 0: the strategy's own */
	double first_scale; /* 0: 1 */

	/* Results: */
	double scale;
	uint64_t polls;
	bool close;                      /* to the target, within 0.2 % */
	struct simulate_result *results; /* one for each feed */
	struct simulate_days days;

	/* The search: */
	double low, high, low_polls, high_polls;
	bool done;
};

struct simulate_setup {
	const struct simulate_traces *traces;
	struct simulate_rules rules;
	int64_t cycle;  /* seconds; 0: PLAN_CYCLE */
	bool progress;  /* is shown on stderr */
	size_t threads; /* 0: one for each core */
};

/* Replays all jobs, whose fields from name to first_scale are set, and fills in their
 * results. The bytes of the results do not depend on the number of threads. */
void
simulate_run(const struct simulate_setup *setup, struct simulate_job *jobs, size_t len);
void simulate_jobs_done(struct simulate_job *jobs, size_t len);

#endif
