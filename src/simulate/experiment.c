#include "config.h"

#include "simulate/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "schedule/plan.h"
#include "schedule/strategies.h"
#include "simulate/plot.h"
#include "simulate/summary.h"
#include "simulate/synthetic.h"
#include "simulate/variant.h"

void
simulate_experiment_init(struct simulate_experiment *ex)
{
	*ex = (struct simulate_experiment){
		.setup = {.traces = &ex->traces,
			.rules = {.min_interval = 2 * TIME_MINUTE,
				.max_interval = 31 * TIME_DAY}}};
}

void
simulate_experiment_done(struct simulate_experiment *ex)
{
	simulate_jobs_done(ex->jobs, ex->len);
	simulate_traces_done(&ex->traces);
	free(ex->jobs);
	free(ex->names);
}

/* ---- strategies */

static int
add_job(struct simulate_experiment *ex, const char *name, struct err *err)
{
	struct simulate_job job = {.name = name};
	int status = simulate_variant_choose(&job.choice, name, err);
	if (status == OK)
		*VEC_PUSH(ex->jobs, ex->len, ex->cap) = job;
	return status;
}

static int
add_all(struct simulate_experiment *ex, struct err *err)
{
	int status = OK;
	for (const struct strategy *row = strategies; row->name; row++)
		if (status == OK &&
			(!ex->roses || strncmp(row->name, "best-effort", 11) == 0))
			status = add_job(ex, row->name, err);
	return status;
}

int
simulate_experiment_add(struct simulate_experiment *ex, const char *list, struct err *err)
{
	int status = OK;
	if (!list)
		return add_all(ex, err);
	ex->names = mem_strdup(list);
	for (char *at = ex->names; at && status == OK;) {
		char *comma = strchr(at, ',');
		if (comma)
			*comma = '\0';
		status = add_job(ex, at, err);
		at = comma ? comma + 1 : NULL;
	}
	return status;
}

int
simulate_experiment_lead(
	struct simulate_experiment *ex, const char *name, struct err *err)
{
	size_t at = 0;
	while (at < ex->len && !str_eq(ex->jobs[at].name, name))
		at++;
	if (at == ex->len) {
		int status = add_job(ex, name, err);
		if (status != OK)
			return status;
	}
	struct simulate_job lead = ex->jobs[at];
	memmove(ex->jobs + 1, ex->jobs, at * sizeof *ex->jobs);
	ex->jobs[0] = lead;
	return OK;
}

/* ---- how many polls */

void
simulate_experiment_roses(struct simulate_experiment *ex)
{
	simulate_synthetic_roses(&ex->traces, &ex->setup.rules.count_from);
}

/* Each strategy at the budgets of table 2 of Horincar et al. (2010). */
static void
add_paper_budgets(struct simulate_experiment *ex)
{
	static const double budgets[] = {10, 30, 50};
	size_t len = ex->len;
	for (size_t k = 0; k < COUNT_OF(budgets); k++)
		for (size_t i = 0; i < len; i++) {
			struct simulate_job job = ex->jobs[i];
			job.budget = budgets[k] / SIMULATE_ROSES_FEEDS;
			if (k == 0)
				ex->jobs[i] = job;
			else
				*VEC_PUSH(ex->jobs, ex->len, ex->cap) = job;
		}
}

void
simulate_experiment_budget(struct simulate_experiment *ex, double per_day)
{
	size_t feeds = 0;
	for (size_t i = 0; i < ex->traces.len; i++)
		feeds += !simulate_trace_left_out(&ex->traces.list[i]);
	double share = per_day > 0 && feeds > 0 ? per_day / (double)feeds : 0;
	ex->setup.rules.per_day = share;
	if (!ex->roses)
		return;
	if (share <= 0)
		add_paper_budgets(ex);
	for (size_t i = 0; share > 0 && i < ex->len; i++)
		ex->jobs[i].budget = share * (double)PLAN_CYCLE / (double)TIME_DAY;
}

static void
set_targets(struct simulate_experiment *ex, double polls)
{
	for (size_t i = 0; i < ex->len; i++)
		ex->jobs[i].target = polls;
}

int
simulate_experiment_polls_as(
	struct simulate_experiment *ex, const char *name, struct err *err)
{
	struct simulate_job job = {.name = name};
	int status = simulate_variant_choose(&job.choice, name, err);
	if (status != OK)
		return status;
	simulate_run(&ex->setup, &job, 1);
	set_targets(ex, (double)job.polls);
	for (size_t i = 0; i < ex->len; i++)
		if (str_eq(ex->jobs[i].name, name))
			ex->jobs[i].target = 0; /* that one is left as it is */
	simulate_jobs_done(&job, 1);
	return OK;
}

/* The days that the feeds are observed after their first polls, in total. No strategy
 * changes them, so the cheapest will do. */
static double
observed_days(const struct simulate_experiment *ex)
{
	struct simulate_job job = {.name = "fixed:31d"};
	double days = 0;
	if (strategies_choose(&job.choice, job.name, NULL) != OK)
		return 0;
	simulate_run(&ex->setup, &job, 1);
	for (size_t i = 0; i < ex->traces.len; i++)
		days += job.results[i].observed / (double)TIME_DAY;
	simulate_jobs_done(&job, 1);
	return days;
}

void
simulate_experiment_polls_per_day(struct simulate_experiment *ex, double polls)
{
	set_targets(ex, observed_days(ex) * polls);
}

/* ---- curves */

/* The scales of a curve, from many polls to few. */
static const double scales[] = {0.5, 1, 2, 4};
#define POINTS COUNT_OF(scales)

static int
by_polls(const void *a, const void *b)
{
	const struct simulate_point *x = a, *y = b;
	return (x->polls > y->polls) - (x->polls < y->polls);
}

static void
make_curve(struct simulate_curve *curve, const struct simulate_experiment *ex,
	const struct simulate_job *jobs)
{
	curve->name = jobs[0].name;
	curve->points = mem_zalloc(POINTS * sizeof *curve->points);
	for (size_t k = 0; k < POINTS; k++) {
		struct simulate_summary sum;
		simulate_summarise(&sum, jobs[k].results, ex->traces.list, ex->traces.len,
			NULL, NULL);
		if (sum.polls > 0 && sum.mean_delay > 0)
			curve->points[curve->len++] = (struct simulate_point){
				sum.polls_per_item, sum.mean_delay / 60};
	}
	qsort(curve->points, curve->len, sizeof *curve->points, by_polls);
}

struct simulate_curve *
simulate_experiment_curves(const struct simulate_experiment *ex)
{
	size_t len = ex->len * POINTS;
	struct simulate_job *jobs = mem_zalloc(len * sizeof *jobs);
	struct simulate_curve *curves = mem_zalloc(ex->len * sizeof *curves);
	for (size_t i = 0; i < len; i++) {
		jobs[i].name = ex->jobs[i / POINTS].name;
		jobs[i].choice = ex->jobs[i / POINTS].choice;
		jobs[i].budget = ex->jobs[i / POINTS].budget;
		jobs[i].first_scale = scales[i % POINTS];
	}
	simulate_run(&ex->setup, jobs, len);
	for (size_t i = 0; i < ex->len; i++)
		make_curve(&curves[i], ex, jobs + i * POINTS);
	simulate_jobs_done(jobs, len);
	free(jobs);
	return curves;
}

void
simulate_experiment_free_curves(struct simulate_curve *curves, size_t len)
{
	for (size_t i = 0; i < len; i++)
		free(curves[i].points);
	free(curves);
}
