/*
 * Work is done in rounds. In each round every job that is not done is replayed once at
 * its next scale. A strategy that looks at each feed by itself is cut into tasks of a few
 * feeds; any other is a single task. Threads take tasks from a shared counter. Results
 * are summed in the order of the feeds, whichever thread computed them.
 *
 * The search: polls fall as the scale grows, mostly like 1/scale. So the next scale is
 * that of the secant in logarithms, within the bracket known so far, or the middle of the
 * bracket when the secant creeps.
 */
#include "config.h"

#include "simulate/compare.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/thread.h"
#include "base/vec.h"
#include "schedule/plan.h"
#include "simulate/replay.h"
#include "simulate/trace.h"

#define PART_FEEDS 16
#define THREADS_MAX 64
#define ROUNDS_MAX 60
#define CLOSE 0.0015  /* of the polls wanted; the promise is 0.2 % */
#define SCALE_FAR 8.0 /* largest change of the scale in a round without a bracket */

struct task {
	struct simulate_job *job;
	size_t first, len;
	struct simulate_days days;
};

struct round {
	const struct simulate_setup *setup;
	struct task *tasks;
	size_t len, cap;
	atomic_size_t next, done;
};

static void
run_task(const struct simulate_setup *setup, struct task *task)
{
	struct simulate_job *job = task->job;
	const struct simulate_traces *traces = setup->traces;
	struct plan plan;
	plan_init(&plan, &job->choice, job->budget, setup->cycle);
	plan.scale = job->scale;
	simulate_days_init(&task->days, traces->list, traces->len);
	simulate_replay(&plan, &setup->rules, traces->list + task->first, task->len,
		job->results + task->first, &task->days);
	plan_done(&plan);
}

static void
show_progress(const struct round *round, size_t number)
{
	fputc('\r', stderr);
	fprintf(stderr, _("round %zu: %zu of %zu parts "), number,
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
		run_task(round->setup, &round->tasks[i]);
		atomic_fetch_add(&round->done, 1);
		if (number && round->setup->progress)
			show_progress(round, number);
	}
}

static void
work_aside(void *data)
{
	work(data, 0);
}

static void
add_tasks(struct round *round, struct simulate_job *job)
{
	size_t feeds = round->setup->traces->len, part = PART_FEEDS;
	if (!simulate_replay_separate(job->choice.row, &round->setup->rules))
		part = feeds;
	for (size_t at = 0; at < feeds; at += part)
		*VEC_PUSH(round->tasks, round->len, round->cap) = (struct task){
			job, at, feeds - at < part ? feeds - at : part, {0}};
}

/* The long tasks first: the jobs that are not cut. */
static void
fill_round(struct round *round, struct simulate_job *jobs, size_t len)
{
	for (int pieces = 0; pieces < 2; pieces++)
		for (size_t i = 0; i < len; i++)
			if (!jobs[i].done &&
				simulate_replay_separate(jobs[i].choice.row,
					&round->setup->rules) == (pieces == 1))
				add_tasks(round, &jobs[i]);
}

static void
run_round(struct round *round, size_t number)
{
	struct thread *threads[THREADS_MAX];
	struct err err;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t all = cores > 1 ? (size_t)cores : 1, started = 0;
	size_t wanted = (round->setup->threads > 0 ? round->setup->threads : all) - 1;
	if (wanted > THREADS_MAX)
		wanted = THREADS_MAX;
	/* With fewer threads than wanted, the work only takes longer. */
	while (started < wanted && started + 1 < round->len &&
		thread_start(&threads[started], "simulate", work_aside, round, &err) ==
			OK)
		started++;
	work(round, number);
	for (size_t i = 0; i < started; i++)
		thread_join(threads[i], -1);
}

/* Sums the parts of each job. */
static void
gather(struct round *round, struct simulate_job *jobs, size_t len)
{
	const struct simulate_traces *traces = round->setup->traces;
	for (size_t i = 0; i < len; i++) {
		if (jobs[i].done)
			continue;
		simulate_days_done(&jobs[i].days);
		simulate_days_init(&jobs[i].days, traces->list, traces->len);
		jobs[i].polls = 0;
		for (size_t k = 0; k < traces->len; k++)
			jobs[i].polls += jobs[i].results[k].polls;
	}
	for (size_t i = 0; i < round->len; i++) {
		simulate_days_merge(&round->tasks[i].job->days, &round->tasks[i].days);
		simulate_days_done(&round->tasks[i].days);
	}
}

/* ---- the search */

/* Where the line through the ends of the bracket, in logarithms, meets the target. */
static double
secant(const struct simulate_job *job)
{
	double span = log(job->high_polls / job->low_polls);
	double part = span == 0 ? 0.5 : log(job->target / job->low_polls) / span;
	/* Where the limits keep one end far off, the secant would creep. */
	if (!(part > 0.02 && part < 0.98))
		part = part < 0.5 ? 0.05 : 0.95;
	return job->low * pow(job->high / job->low, part);
}

static void
search_step(struct simulate_job *job, size_t number)
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
	/* A little further than needed, so that the target ends up in the bracket. */
	job->scale *= factor > 1 ? factor * 1.05 : factor / 1.05;
}

void
simulate_run(const struct simulate_setup *setup, struct simulate_job *jobs, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		jobs[i].scale = jobs[i].first_scale > 0 ? jobs[i].first_scale : 1;
		jobs[i].results =
			mem_zalloc((setup->traces->len + 1) * sizeof *jobs[i].results);
	}
	for (size_t number = 1;; number++) {
		struct round round = {.setup = setup};
		fill_round(&round, jobs, len);
		if (round.len == 0)
			break;
		run_round(&round, number);
		gather(&round, jobs, len);
		for (size_t i = 0; i < len; i++)
			if (!jobs[i].done)
				search_step(&jobs[i], number);
		free(round.tasks);
	}
	if (setup->progress)
		fputs("\r\033[K", stderr);
}

void
simulate_jobs_done(struct simulate_job *jobs, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		free(jobs[i].results);
		simulate_days_done(&jobs[i].days);
	}
}
