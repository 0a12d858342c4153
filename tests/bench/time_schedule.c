/*
 * What scheduling costs, for every strategy, over many feeds on one core (crowd.h): the
 * time of a decision, including learning from the previous poll and finding the next
 * feed; the memory of a feed; and the requests and the bandwidth that 180,000 such feeds
 * would cost. Usage: time_schedule [FEEDS]; the default is a million.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/time.h"
#include "schedule/strategies.h"
#include "tests/bench/crowd.h"

#define ANSWER 15000.0  /* bytes of a full answer, compressed */
#define UNCHANGED 400.0 /* of a 304 with its headers */

static double
cpu_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The first two days are for learning. A strategy of cycles judges each feed in each
 * cycle. */
static void
measure(const struct strategy *row, size_t feeds)
{
	struct crowd *crowd = crowd_new(row, feeds);
	for (int day = 0; day < 2; day++)
		crowd_run(crowd, TIME_DAY);
	double start = cpu_seconds();
	struct crowd_count day = crowd_run(crowd, TIME_DAY);
	double decisions = (double)day.polls;
	if (row->kind == STRATEGY_CYCLE)
		decisions = 24 * (double)feeds;
	double took = (cpu_seconds() - start) / decisions;
	double a_second = (double)day.polls / (double)TIME_DAY;
	double full = (double)day.found / (double)TIME_DAY;
	double share = 180000 / (double)feeds;
	double bandwidth = full * ANSWER + (a_second - full) * UNCHANGED;
	printf("%-28s %8.2f us %7zu B %10.1f /s %10.1f KB/s\n", row->name, took * 1e6,
		crowd_bytes(crowd) / feeds, a_second * share, bandwidth * share / 1000);
	fflush(stdout);
	crowd_free(crowd);
}

int
main(int argc, char **argv)
{
	size_t feeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	if (feeds < 100 || feeds > 100000000) {
		fputs("usage: time_schedule [FEEDS], 100 at least\n", stderr);
		return 2;
	}
	printf("%zu feeds; limits 15 min and 1 d; of 180,000 feeds:\n", feeds);
	printf("%-28s %11s %9s %13s %15s\n", "strategy", "a decision", "a feed",
		"requests", "bandwidth");
	for (const struct strategy *row = strategies; row->name; row++)
		measure(row, feeds);
	return 0;
}
