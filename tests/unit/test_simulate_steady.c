/*
 * Feeds that post steadily: no strategy loses items, and least-delay polls as often as it
 * should.
 */
#include "config.h"

#include "unit.h"

#include <math.h>

#include "base/time.h"
#include "schedule/delay.h"
#include "schedule/plan.h"
#include "schedule/strategies.h"
#include "simulate/days.h"
#include "simulate/feed.h"
#include "simulate/replay.h"
#include "simulate/trace.h"

#define START ((int64_t)1793620800)

#define STEADY_DAYS 60

/* xorshift64* (Vigna 2016), in (0, 1). */
static double
random_unit(uint64_t *state)
{
	uint64_t x = *state;
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return ((double)(x * 2685821657736338717ULL >> 11) + 0.5) * 0x1p-53;
}

static void
post(struct simulate_trace *feed, double per_day, size_t window)
{
	static char kind[] = "steady";
	uint64_t random = 0x73746561647900 + window;
	size_t room = (size_t)(per_day * STEADY_DAYS * 2);
	*feed = (struct simulate_trace){.kind = kind,
		.window = window,
		.start = START,
		.end = START + STEADY_DAYS * TIME_DAY};
	feed->times = malloc(room * sizeof *feed->times);
	assert_non_null(feed->times);
	for (double at = (double)START;; feed->len++) {
		at -= log(random_unit(&random)) * (double)TIME_DAY / per_day;
		if (at >= (double)feed->end)
			return;
		assert_true(feed->len < room);
		feed->times[feed->len] = (int64_t)at;
	}
}

static void
post_evenly(struct simulate_trace *feed, int64_t gap)
{
	static char kind[] = "even";
	*feed = (struct simulate_trace){.kind = kind,
		.window = 20,
		.start = START,
		.end = START + STEADY_DAYS * TIME_DAY};
	feed->len = (size_t)(STEADY_DAYS * TIME_DAY / gap);
	feed->times = malloc(feed->len * sizeof *feed->times);
	assert_non_null(feed->times);
	for (size_t i = 0; i < feed->len; i++)
		feed->times[i] = START + (int64_t)i * gap;
}

static struct simulate_result
replay(const char *name, const struct simulate_trace *feed,
	const struct simulate_rules *rules)
{
	struct simulate_result result;
	struct simulate_days days;
	struct strategy_choice choice;
	struct plan plan;
	assert_int_equal(strategies_choose(&choice, name, NULL), 0);
	plan_init(&plan, &choice, 0, 0);
	simulate_days_init(&days, feed, 1);
	simulate_replay(&plan, rules, feed, 1, &result, &days);
	simulate_days_done(&days);
	plan_done(&plan);
	return result;
}

static void
loses_nothing(const char *name, const struct simulate_trace *feed,
	const struct simulate_rules *rules)
{
	const struct simulate_result result = replay(name, feed, rules);
	if ((double)result.missed > 0.005 * (double)result.items)
		fail_msg("%s: %g a day, weight %g: %u of %u missed", name,
			(double)result.items / STEADY_DAYS, rules->weight,
			(unsigned)result.missed, (unsigned)result.items);
}

/* Whatever the strategy, and however little the feed is wanted. */
static void
no_strategy_loses_items(void **unused)
{
	(void)unused;
	static const struct {
		double per_day;
		int64_t least, most; /* limits that allow it */
	} cases[] = {{50, 15 * TIME_MINUTE, TIME_DAY}, {100, 15 * TIME_MINUTE, TIME_DAY},
		{300, 15 * TIME_MINUTE, TIME_DAY},
		{1440, 2 * TIME_MINUTE, 31 * TIME_DAY}};
	for (size_t i = 0; i < COUNT_OF(cases) - (SANITIZED ? 2 : 0); i++)
		for (size_t window = 10; window <= 20; window += 10) {
			struct simulate_trace feed;
			struct simulate_rules rules = {cases[i].least, cases[i].most,
				.overflow = true, .weight = 1};
			post(&feed, cases[i].per_day, window);
			loses_nothing("fixed:1d", &feed, &rules);
			for (const struct strategy *row = strategies; row->name; row++) {
				rules.weight = 1;
				loses_nothing(row->name, &feed, &rules);
				rules.weight = 1.0 / 8;
				loses_nothing(row->name, &feed, &rules);
			}
			free(feed.times);
		}
}

/* At a rate λ the best interval is √(2c/λ), and items wait for half of it: within a
 * tenth, whether the gap is longer than that within bursts or not. */
static void
even_feeds_get_their_polls(void **unused)
{
	(void)unused;
	static const int64_t gaps[] = {300, 480, 500, 600, 700, 720, 900};
	const struct simulate_rules rules = {2 * TIME_MINUTE, 31 * TIME_DAY};
	for (size_t i = 0; i < COUNT_OF(gaps); i++) {
		struct simulate_trace feed;
		post_evenly(&feed, gaps[i]);
		const struct simulate_result r = replay("least-delay", &feed, &rules);
		double ideal = sqrt(2 * DELAY_PRICE * (double)gaps[i]);
		double polls = (double)r.polls * ideal / r.observed;
		double delay = r.delay / (double)r.items / (ideal / 2);
		if (polls < 0.9 || polls > 1.1 || delay > 1.1)
			fail_msg("every %d s: %.3f of the polls, %.3f of the delay",
				(int)gaps[i], polls, delay);
		free(feed.times);
	}
}

int
main(void)
{
	unit_skip_sanitized();
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_strategy_loses_items),
		cmocka_unit_test(even_feeds_get_their_polls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
