/*
 * What servers' promises would bring. A server that makes its feed again every hour, say,
 * and says until then that nothing changes (max-age, Expires, ttl), is modelled after
 * recorded posts: each appears when the next edition does. The strategy
 * then decides alone (silent), no poll comes before the next edition (obeyed, as courant
 * does), or each poll waits for the next edition as well, since one that comes just after
 * it finds the same sooner than one that comes just before the next (used).
 *
 *	time_promises TRACES [STRATEGY]
 *
 * The delay is that after the edition. Limits of 15 minutes and a day.
 */
#include "config.h"

#include <stdio.h>

#include "base/err.h"
#include "base/time.h"
#include "schedule/plan.h"
#include "schedule/strategies.h"
#include "simulate/days.h"
#include "simulate/feed.h"
#include "simulate/summary.h"
#include "simulate/trace.h"

enum mode {
	SILENT,
	OBEYED,
	USED,
};

static int64_t
edition_from(int64_t at, int64_t span)
{
	return (at + span - 1) / span * span;
}

static void
publish(struct simulate_traces *traces, int64_t span)
{
	for (size_t i = 0; i < traces->len; i++)
		for (size_t k = 0; k < traces->list[i].len; k++) {
			int64_t *at = &traces->list[i].times[k];
			*at = edition_from(*at, span);
		}
}

static int64_t
moved(int64_t next, int64_t last, int64_t span, enum mode mode)
{
	int64_t edition = edition_from(last + 1, span);
	if (mode != SILENT && next < edition)
		next = edition;
	return mode == USED ? edition_from(next, span) : next;
}

static void
replay(const struct simulate_traces *traces, const struct plan *plan, int64_t span,
	enum mode mode)
{
	static const char *const names[] = {"silent", "obeyed", "used"};
	const struct simulate_rules rules = {.min_interval = 15 * TIME_MINUTE,
		.max_interval = TIME_DAY,
		.overflow = true};
	struct simulate_days none = {0};
	double polls = 0, delay = 0, items = 0, days = 0, missed = 0;
	for (size_t i = 0; i < traces->len; i++) {
		const struct simulate_trace *trace = &traces->list[i];
		struct simulate_result result;
		struct simulate_feed feed;
		if (simulate_trace_left_out(trace))
			continue;
		struct schedule_poll poll = simulate_feed_start(
			&feed, plan->choice.row, &rules, trace, &result, &none);
		for (;;) {
			int64_t next = simulate_feed_next(&feed, plan, &poll);
			next = moved(next, poll.now, span, mode);
			if (next > trace->end)
				break;
			poll = simulate_feed_poll(&feed, next);
		}
		simulate_feed_finish(&feed);
		simulate_feed_done(&feed);
		polls += (double)result.polls;
		delay += result.delay;
		items += (double)result.items;
		missed += (double)result.missed;
		days += result.observed / (double)TIME_DAY;
	}
	printf("%4lld min  %-7s %9.0f polls  %6.3f a feed and day  %6.1f min  %.2f %%\n",
		(long long)(span / TIME_MINUTE), names[mode], polls, polls / days,
		delay / items / TIME_MINUTE, 100 * missed / items);
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	static const int64_t spans[] = {15 * TIME_MINUTE, TIME_HOUR, 6 * TIME_HOUR};
	struct strategy_choice choice;
	struct err err = {0};
	if (argc < 2 || argc > 3 ||
		strategies_choose(&choice, argc > 2 ? argv[2] : "least-delay", &err) !=
			OK) {
		fprintf(stderr, "usage: time_promises TRACES [STRATEGY] %s\n", err.text);
		return 2;
	}
	for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
		struct simulate_traces traces = {0};
		struct plan plan;
		if (simulate_traces_load(&traces, argv[1], &err) != OK) {
			fprintf(stderr, "%s\n", err.text);
			return 1;
		}
		publish(&traces, spans[i]);
		plan_init(&plan, &choice, 0, 0);
		for (enum mode mode = SILENT; mode <= USED; mode++)
			replay(&traces, &plan, spans[i], mode);
		plan_done(&plan);
		simulate_traces_done(&traces);
	}
	return 0;
}
