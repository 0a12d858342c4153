/*
 * The simulator's parts: replays under a budget, and the oracle.
 */
#include "config.h"

#include "unit.h"

#include <math.h>

#include "base/err.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/habit.h"
#include "schedule/plan.h"
#include "schedule/strategies.h"
#include "simulate/days.h"
#include "simulate/feed.h"
#include "simulate/oracle.h"
#include "simulate/replay.h"
#include "simulate/trace.h"
#include "simulate/variant.h"

#define FEEDS 12
#define TRACE_DAYS 60

/* Feeds that post every 1, 2, … 12 hours, from as many days on. */
static void
make_traces(struct simulate_trace *feeds)
{
	for (size_t i = 0; i < FEEDS; i++) {
		int64_t gap = (int64_t)(i + 1) * TIME_HOUR, start = (int64_t)i * TIME_DAY;
		size_t len = (size_t)(TRACE_DAYS * TIME_DAY / gap);
		static char kind[] = "news";
		feeds[i] =
			(struct simulate_trace){.kind = kind, .window = 10, .len = len};
		feeds[i].times = malloc(len * sizeof *feeds[i].times);
		assert_non_null(feeds[i].times);
		for (size_t k = 0; k < len; k++)
			feeds[i].times[k] = start + (int64_t)k * gap + 77 * (int64_t)i;
		feeds[i].start = start;
		feeds[i].end = start + TRACE_DAYS * TIME_DAY;
	}
}

static void
replays_keep_their_budget(void **unused)
{
	(void)unused;
	static const double budgets[] = {2, 12};
	struct simulate_trace feeds[FEEDS];
	make_traces(feeds);
	for (size_t b = 0; b < (SANITIZED ? 1 : COUNT_OF(budgets)); b++)
		for (const struct strategy *row = strategies; row->name; row++) {
			const struct simulate_rules rules = {
				120, 31 * TIME_DAY, budgets[b]};
			struct simulate_result results[FEEDS];
			struct simulate_days days;
			struct strategy_choice choice;
			struct plan plan;
			double polls = 0, wanted = 0;
			assert_int_equal(strategies_choose(&choice, row->name, NULL), 0);
			plan_init(&plan, &choice, 0, 0);
			simulate_days_init(&days, feeds, FEEDS);
			simulate_replay(&plan, &rules, feeds, FEEDS, results, &days);
			for (size_t i = 0; i < FEEDS; i++) {
				polls += (double)results[i].polls;
				wanted += results[i].observed / (double)TIME_DAY *
					  budgets[b];
			}
			/* Some ask for less than they may: who waits for what is not
			 * there. */
			if (row->kind == STRATEGY_TIME && row->budget <= 0 &&
				polls < 0.93 * wanted)
				fail_msg("%s: %g of %g", row->name, polls, wanted);
			/* At most, but for the first hours, which a debt pays for. */
			if (polls > 1.01 * wanted)
				fail_msg("%s: %g of %g", row->name, polls, wanted);
			plan_done(&plan);
			simulate_days_done(&days);
		}
	for (size_t i = 0; i < FEEDS; i++)
		free(feeds[i].times);
}

/* A burst a day at noon for 2000 days. At day 1000's midnight the sum over both sides is
 * 2 Σ e^(-(k + 1/2)/x) = 2 e^(-1/2x)/(1 - e^(-1/x)), x the scale in days: 85 hours are
 * 3.539 days, so 7.055; the exposure is 2 T. */
static void
oracle_by_hand(void **unused)
{
	(void)unused;
	enum {
		DAYS = 2000
	};
	int64_t times[DAYS];
	struct habit h;
	for (int64_t day = 0; day < DAYS; day++)
		times[day] = day * TIME_DAY + TIME_DAY / 2;
	const struct simulate_trace trace = {
		.times = times, .len = DAYS, .end = DAYS * TIME_DAY};
	for (size_t told = 0; told <= SIMULATE_ORACLE_SCALE;
		told += SIMULATE_ORACLE_SCALE) {
		struct simulate_oracle *oracle = simulate_oracle_new(&trace, told);
		habit_init(&h);
		simulate_oracle_tell(oracle, 10 * TIME_DAY, &h);
		simulate_oracle_tell(oracle, 1000 * TIME_DAY, &h);
		for (size_t k = 0; k < 3; k++) {
			double t = 14400 * pow(4.608, (double)k), x = t / 86400;
			double n = 2 * exp(-0.5 / x) / (1 - exp(-1 / x));
			bool known = fabs((double)h.bursts[k] - n) < 1e-4 * n &&
				     fabs((double)h.exposure[k] - 2 * t) < 1e-4 * t;
			assert_int_equal(known, k >= told);
		}
		/* and all of the posts are at one minute of the hour */
		assert_true(h.minute[0] > 1999 && h.minute[1] < 1);
		simulate_oracle_free(oracle);
	}
}

/* The simulator knows its variants and whatever the option may name; the option's table
 * knows no variant. */
static void
variants_are_the_simulators_own(void **unused)
{
	(void)unused;
	struct strategy_choice choice;
	struct err err;
	size_t told = 0;
	for (const struct strategy *v = simulate_variants; v->name; v++) {
		assert_int_equal(simulate_variant_choose(&choice, v->name, &err), OK);
		assert_ptr_equal(choice.row, v);
		assert_int_equal(strategies_choose(&choice, v->name, &err), ERR_INVALID);
		told += simulate_variant_oracle(v) < HABIT_SCALES;
	}
	assert_int_equal(told, 2);
	assert_int_equal(simulate_variant_choose(&choice, "fixed:2h", &err), OK);
	assert_string_equal(choice.row->name, "fixed");
	assert_int_equal(choice.span, 7200);
	assert_int_equal(simulate_variant_oracle(choice.row), HABIT_SCALES);
	assert_int_equal(simulate_variant_choose(&choice, "fixe", &err), ERR_INVALID);
	assert_non_null(strstr(err.text, "moving-average"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replays_keep_their_budget),
		cmocka_unit_test(oracle_by_hand),
		cmocka_unit_test(variants_are_the_simulators_own),
	};
	return UNIT_RUN(tests);
}
