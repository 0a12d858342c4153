/*
 * Replays of several strategies over the same feeds, on all cores, and the search for the
 * scale at which each makes as many polls as is wanted.
 */
#ifndef CLI_SIMRUN_H
#define CLI_SIMRUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "schedule/replay.h"
#include "schedule/replay_sum.h"
#include "schedule/strategy.h"

struct err;
struct traces;

struct cli_sim_job {
	const char *name; /* as given; borrowed */
	struct strategy_choice choice;
	double target;      /* polls wanted; 0: as they come */
	double budget;      /* polls a feed and cycle; 0: the strategy's own */
	double first_scale; /* 0: 1 */

	/* Found out: */
	double scale;
	uint64_t polls;
	bool close;                    /* as many polls as wanted, within 0.2 % */
	struct replay_result *results; /* a feed each */
	struct replay_days days;

	/* The search's. */
	double low, high, low_polls, high_polls;
	bool done;
};

struct cli_sim {
	const struct traces *traces;
	struct replay_rules rules;
	int64_t cycle;
	bool progress;  /* on stderr */
	size_t threads; /* 0: one a core */
};

/* Fills all jobs, name to target given. */
int cli_sim_run(const struct cli_sim *sim, struct cli_sim_job *jobs, size_t len,
	struct err *err) MUST_USE;
void cli_sim_done(struct cli_sim_job *jobs, size_t len);

#endif
