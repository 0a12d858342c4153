/*
 * What scheduling costs: for every strategy, the time of a decision and the memory of a
 * feed, over many feeds whose rates follow paper 5's power law (y = 376 x^-0.78 posts in
 * three months of the x-th percent of the feeds), and the requests a second that so many
 * feeds would cost. Usage: time_schedule [FEEDS]; a million without it.
 *
 * Feeds learn from their posting times without a network; those of the same rate share a
 * pattern. Memory is counted as the store keeps it: what a strategy reads.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/predict.h"
#include "schedule/strategy.h"

#define PATTERNS 200
#define WINDOW 15
#define MONTHS_3 (91 * (double)TIME_DAY)
#define NOW ((int64_t)1700000000)
#define ANSWER 15000.0  /* bytes of a full answer, compressed */
#define UNCHANGED 400.0 /* of a 304 with its headers */

struct pattern {
	struct schedule schedule;
	struct histogram hist;
	struct schedule_poll poll;
	int64_t times[WINDOW];
	double rate; /* posts a second */
};

static double
cpu_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The x-th of n feeds, from 0. */
static double
rate_of(size_t x, size_t n)
{
	double percent = 100 * ((double)x + 1) / (double)n;
	return 376 * pow(percent, -0.78) / MONTHS_3;
}

static void
make_pattern(struct pattern *p, size_t i)
{
	p->rate = rate_of(i, PATTERNS);
	double gap = 1 / p->rate;
	schedule_init(&p->schedule);
	histogram_init(&p->hist, TIME_NONE);
	for (size_t poll = 0; poll < 20; poll++) {
		int64_t now = NOW - (int64_t)((double)(19 - poll) * gap);
		for (size_t k = 0; k < WINDOW; k++)
			p->times[k] =
				now - 1000 - (int64_t)((double)(WINDOW - 1 - k) * gap);
		size_t fresh = poll == 0 ? WINDOW : 1;
		p->poll = (struct schedule_poll){now, p->times, WINDOW, fresh};
		for (size_t k = WINDOW - fresh; k < WINDOW; k++)
			histogram_add(&p->hist, p->times[k]);
		histogram_observe(&p->hist, now);
		schedule_learn(&p->schedule, &p->poll);
	}
}

/* Bytes of a feed that the strategy reads, sparse bins counted as the store packs them.
 */
static size_t
memory_of(const struct strategy *row, const struct pattern *p)
{
	size_t bytes = 48 + 2 * sizeof(int64_t); /* counts and ends of the window */
	if (row->flags & STRATEGY_WINDOW)
		bytes += WINDOW * sizeof(int64_t);
	if (row->flags & STRATEGY_HOURS)
		bytes += sizeof p->hist.hours;
	if (row->flags & STRATEGY_DAYS)
		bytes += sizeof p->hist.days;
	if (row->flags & STRATEGY_HABIT)
		bytes += sizeof p->schedule.habit;
	for (size_t i = 0; row->flags & STRATEGY_MINUTES && i < SCHEDULE_DAY_MINUTES; i++)
		bytes += p->hist.minutes[i] > 0 ? 3 : 0;
	return bytes;
}

static struct strategy_feed
view(const struct pattern *p)
{
	return (struct strategy_feed){.schedule = &p->schedule,
		.hist = &p->hist,
		.window = WINDOW,
		.weight = 1,
		.rate = -1,
		.waiting = -1};
}

static void
measure(const struct strategy *row, const struct pattern *patterns, size_t feeds)
{
	struct plan plan;
	const struct strategy_choice choice = {row, TIME_HOUR};
	struct strategy_feed *views = mem_alloc(feeds * sizeof *views);
	struct plan_mark *marks = mem_alloc(feeds * sizeof *marks);
	double a_second = 0, new_a_second = 0;
	size_t len = 0, bytes = 0;
	plan_init(&plan, &choice, 0, 0);
	for (size_t i = 0; i < feeds; i++)
		views[i] = view(&patterns[i % PATTERNS]);
	plan_prepare(&plan, views, feeds < 20000 ? feeds : 20000, NOW);
	double start = cpu_seconds();
	for (size_t i = 0; i < feeds; i++) {
		const struct pattern *p = &patterns[i % PATTERNS];
		if (row->kind == STRATEGY_CYCLE) {
			len += plan_mark(&plan, &views[i], NOW + TIME_HOUR, (uint32_t)i,
				&marks[len]);
			continue;
		}
		double u = plan_interval(&plan, &views[i], &p->poll);
		u = fmin(fmax(u, 15 * TIME_MINUTE), TIME_DAY);
		a_second += 1 / u;
		new_a_second += fmin(p->rate, 1 / u);
	}
	if (row->kind == STRATEGY_CYCLE) {
		size_t chosen = plan_cycle(&plan, feeds, 0, marks, len);
		a_second = (double)chosen / (double)TIME_HOUR;
		for (size_t i = 0; i < chosen; i++)
			new_a_second += patterns[marks[i].index % PATTERNS].rate;
		new_a_second = fmin(new_a_second, a_second);
	}
	double took = (cpu_seconds() - start) / (double)feeds;
	for (size_t i = 0; i < PATTERNS; i++)
		bytes += memory_of(row, &patterns[i]);
	double share = 180000 / (double)feeds;
	double bandwidth = new_a_second * ANSWER + (a_second - new_a_second) * UNCHANGED;
	printf("%-28s %8.3f us %7zu B %10.1f /s %10.1f KB/s\n", row->name, took * 1e6,
		bytes / PATTERNS, a_second * share, bandwidth * share / 1000);
	plan_done(&plan);
	free(views);
	free(marks);
}

int
main(int argc, char **argv)
{
	size_t feeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	struct pattern *patterns = mem_zalloc(PATTERNS * sizeof *patterns);
	if (feeds < PATTERNS || feeds > 100000000) {
		fputs("usage: time_schedule [FEEDS], 200 at least\n", stderr);
		return 2;
	}
	for (size_t i = 0; i < PATTERNS; i++)
		make_pattern(&patterns[i], i);
	printf("%zu feeds; limits 15 min and 1 d; of 180,000 feeds:\n", feeds);
	printf("%-28s %11s %9s %13s %15s\n", "strategy", "a decision", "a feed",
		"requests", "bandwidth");
	for (const struct strategy *row = schedule_strategies; row->name; row++)
		if (!(row->flags & STRATEGY_STUDY))
			measure(row, patterns, feeds);
	free(patterns);
	return 0;
}
