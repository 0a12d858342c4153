/*
 * Rounds: in each, every job that is not done yet is replayed once at its next scale. A
 * strategy that looks at each feed alone is cut into tasks of some feeds, any other is
 * one task; threads take tasks from a common counter. Results are summed by the feeds'
 * order, whichever thread did what.
 *
 * The search: polls fall as the scale grows, mostly like 1/scale. So the next scale is
 * the secant's in logarithms, within the bracket known so far, or the bracket's middle
 * when the secant creeps.
 */
#include "config.h"

#include "cli/simrun.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/thread.h"
#include "base/vec.h"
#include "schedule/trace.h"

#define PART_FEEDS 16
#define THREADS_MAX 64
#define ROUNDS_MAX 60
#define CLOSE 0.0015  /* of the polls wanted; 0.2 % is promised */
#define SCALE_FAR 8.0 /* how far the bracket grows in a round */

struct task {
	struct cli_sim_job *job;
	size_t first, len;
	struct replay_days days;
};

struct round {
	const struct cli_sim *sim;
	struct task *tasks;
	size_t len, cap;
	atomic_size_t next, done;
};

static void
run_task(const struct cli_sim *sim, struct task *task)
{
	struct cli_sim_job *job = task->job;
	const struct traces *traces = sim->traces;
	struct plan plan;
	plan_init(&plan, &job->choice, job->budget, sim->cycle);
	plan.scale = job->scale;
	replay_days_init(&task->days, traces->list, traces->len);
	replay_run(&plan, &sim->rules, traces->list + task->first, task->len,
		job->results + task->first, &task->days);
	plan_done(&plan);
}

static void
show_progress(const struct round *round, size_t number)
{
	fprintf(stderr, _("\rround %zu: %zu of %zu parts "), number,
		atomic_load(&round->done), round->len);
	fflush(stderr);
}

static void
work(struct round *round, size_t number)
{
	for (;;) {
		size_t i = atomic_fetch_add(&round->next, 1);
		if (i >= round->len)
			return;
		run_task(round->sim, &round->tasks[i]);
		atomic_fetch_add(&round->done, 1);
		if (number && round->sim->progress)
			show_progress(round, number);
	}
}

static void
work_aside(void *data)
{
	work(data, 0);
}

static void
add_tasks(struct round *round, struct cli_sim_job *job)
{
	size_t feeds = round->sim->traces->len, part = PART_FEEDS;
	if (!replay_separate(job->choice.row, &round->sim->rules))
		part = feeds;
	for (size_t at = 0; at < feeds; at += part)
		*VEC_PUSH(round->tasks, round->len, round->cap) = (struct task){
			job, at, feeds - at < part ? feeds - at : part, {0}};
}

/* Long ones first: those in one piece. */
static void
fill_round(struct round *round, struct cli_sim_job *jobs, size_t len)
{
	for (int pieces = 0; pieces < 2; pieces++)
		for (size_t i = 0; i < len; i++)
			if (!jobs[i].done && replay_separate(jobs[i].choice.row,
						     &round->sim->rules) == (pieces == 1))
				add_tasks(round, &jobs[i]);
}

static int
run_round(struct round *round, size_t number, struct err *err)
{
	struct thread *threads[THREADS_MAX];
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t all = cores > 1 ? (size_t)cores : 1, started = 0;
	size_t wanted = (round->sim->threads > 0 ? round->sim->threads : all) - 1;
	int status = OK;
	if (wanted > THREADS_MAX)
		wanted = THREADS_MAX;
	while (status == OK && started < wanted && started + 1 < round->len) {
		status = thread_start(
			&threads[started], "simulate", work_aside, round, err);
		started += status == OK;
	}
	/* Fewer threads than cores do as well, only slower. */
	work(round, number);
	for (size_t i = 0; i < started; i++)
		thread_join(threads[i], -1);
	return started == 0 && status != OK && wanted > 0 && round->len == 0 ? status
									     : OK;
}

/* The jobs' sums from their parts. */
static void
gather(struct round *round, struct cli_sim_job *jobs, size_t len)
{
	const struct traces *traces = round->sim->traces;
	for (size_t i = 0; i < len; i++) {
		if (jobs[i].done)
			continue;
		replay_days_done(&jobs[i].days);
		replay_days_init(&jobs[i].days, traces->list, traces->len);
		jobs[i].polls = 0;
		for (size_t k = 0; k < traces->len; k++)
			jobs[i].polls += jobs[i].results[k].polls;
	}
	for (size_t i = 0; i < round->len; i++) {
		replay_days_merge(&round->tasks[i].job->days, &round->tasks[i].days);
		replay_days_done(&round->tasks[i].days);
	}
}

/* ---- the search */

/* Where the line through the bracket's ends, in logarithms, meets the target. */
static double
secant(const struct cli_sim_job *job)
{
	double span = log(job->high_polls / job->low_polls);
	double part = span == 0 ? 0.5 : log(job->target / job->low_polls) / span;
	/* An end that the limits hold far off would make it creep. */
	if (!(part > 0.02 && part < 0.98))
		part = part < 0.5 ? 0.05 : 0.95;
	return job->low * pow(job->high / job->low, part);
}

static void
search_step(struct cli_sim_job *job, size_t number)
{
	double polls = job->polls > 0 ? (double)job->polls : 0.5;
	job->close = fabs(polls - job->target) <= CLOSE * job->target;
	if (job->target <= 0 || job->close || number >= ROUNDS_MAX) {
		job->done = true;
		return;
	}
	if (polls > job->target) {
		job->low = job->scale;
		job->low_polls = polls;
	} else {
		job->high = job->scale;
		job->high_polls = polls;
	}
	if (job->low > 0 && job->high > 0) {
		job->scale = number % 4 == 3 ? sqrt(job->low * job->high) : secant(job);
		return;
	}
	double factor = polls / job->target;
	factor = fmin(fmax(factor, 1 / SCALE_FAR), SCALE_FAR);
	/* A little further than needed, so that the target gets between. */
	job->scale *= factor > 1 ? factor * 1.05 : factor / 1.05;
}

int
cli_sim_run(
	const struct cli_sim *sim, struct cli_sim_job *jobs, size_t len, struct err *err)
{
	int status = OK;
	for (size_t i = 0; i < len; i++) {
		jobs[i].scale = jobs[i].first_scale > 0 ? jobs[i].first_scale : 1;
		jobs[i].results =
			mem_zalloc((sim->traces->len + 1) * sizeof *jobs[i].results);
	}
	for (size_t number = 1; status == OK; number++) {
		struct round round = {.sim = sim};
		fill_round(&round, jobs, len);
		if (round.len == 0)
			break;
		status = run_round(&round, number, err);
		gather(&round, jobs, len);
		for (size_t i = 0; i < len; i++)
			if (!jobs[i].done)
				search_step(&jobs[i], number);
		free(round.tasks);
	}
	if (sim->progress)
		fputs("\r\033[K", stderr);
	return status;
}

void
cli_sim_done(struct cli_sim_job *jobs, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		free(jobs[i].results);
		replay_days_done(&jobs[i].days);
	}
}
