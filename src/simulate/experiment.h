/*
 * One run of the simulator as a command line describes it: which strategies are replayed
 * over which feeds, and how many polls they may make. The steps, in this order:
 *
 *	simulate_experiment_init(&ex);
 *	ex.setup.… = …
 *	simulate_experiment_add(&ex, "fixed:1h,least-delay", &err);
 *	simulate_traces_load(&ex.traces, path, &err); (or simulate_experiment_roses)
 *	simulate_run(&ex.setup, ex.jobs, ex.len);
 *	curves = simulate_experiment_curves(&ex);
 *	simulate_experiment_done(&ex);
 *
 * Before simulate_run, at most one of these limits the polls: simulate_experiment_budget,
 * simulate_experiment_polls_as, simulate_experiment_polls_per_day. simulate/report.h
 * prints the figures, simulate/plot.h draws the curves.
 */
#ifndef SIMULATE_EXPERIMENT_H
#define SIMULATE_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "simulate/compare.h"
#include "simulate/trace.h"

struct err;
struct simulate_curve;

struct simulate_experiment {
	struct simulate_setup setup;
	struct simulate_traces traces;
	struct simulate_job *jobs; /* one for each strategy, or strategy and budget */
	size_t len, cap;
	bool roses; /* the set-up of Horincar et al. (simulate/synthetic.h), not traces */
	char *names; /* the list of strategies, cut into words that jobs borrow */
};

/* Sets the limits of the papers, 2 minutes and 31 days. *ex must not move afterwards. */
void simulate_experiment_init(struct simulate_experiment *ex);
void simulate_experiment_done(struct simulate_experiment *ex);

/* Adds the strategies of a list separated by commas. NULL: all that the option strategy
 * can name, or with roses set, the paper's. ERR_INVALID: no such strategy. */
int simulate_experiment_add(
	struct simulate_experiment *ex, const char *list, struct err *err) MUST_USE;

/* Puts the named strategy first, adding it if it is not among them. */
int simulate_experiment_lead(
	struct simulate_experiment *ex, const char *name, struct err *err) MUST_USE;

/* Makes up the feeds of the paper's set-up. */
void simulate_experiment_roses(struct simulate_experiment *ex);

/* Gives every strategy a budget of requests per day for all feeds together; 0: none. With
 * roses, the strategies without a budget get those of the paper's table 2, one job each.
 */
void simulate_experiment_budget(struct simulate_experiment *ex, double per_day);

/* Gives all strategies as many polls as the named one makes by itself. */
int simulate_experiment_polls_as(
	struct simulate_experiment *ex, const char *name, struct err *err) MUST_USE;
/* … or as many per feed and day, on average. */
void simulate_experiment_polls_per_day(struct simulate_experiment *ex, double polls);

/* Replays each strategy at several scales. The curves, one per job, borrow their names;
 * free them with simulate_experiment_free_curves. */
struct simulate_curve *simulate_experiment_curves(const struct simulate_experiment *ex);
void simulate_experiment_free_curves(struct simulate_curve *curves, size_t len);

#endif
