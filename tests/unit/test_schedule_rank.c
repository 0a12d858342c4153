/*
 * Paper 4 by hand: equation 1 over the hours of the day, equation 2, the k highest, the
 * politeness gap.
 */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/rank.h"
#include "schedule/strategies.h"

#define DAY ((int64_t)100 * 86400) /* a midnight */
#define AT(h, m) (DAY + (h)*TIME_HOUR + (m)*TIME_MINUTE)

/* 6 items an hour from 9 to 10, 2 from 10 to 11, else none. */
static void
articles_by_hand(void **unused)
{
	(void)unused;
	static const struct {
		int64_t from, to;
		double items, delay; /* hours */
	} cases[] = {
		{AT(8, 0), AT(8, 0), 0, 0},
		{AT(7, 0), AT(9, 0), 0, 0},
		/* 6·½, waiting a quarter of an hour on average */
		{AT(9, 30), AT(10, 0), 3, 0.75},
		/* 6·¼ + 2·½; 1.5·(½ + ⅛) + 1·¼ */
		{AT(9, 45), AT(10, 30), 2.5, 1.1875},
		/* across midnight: 6 + 2; 6·(14 + ½) + 2·(13 + ½) */
		{AT(8, 0), AT(24, 0), 8, 114},
		/* from 9:30 on three days: 3 + 2 and two more days of 8;
		 * to midnight of the third: 3·62.25 + 2·61.5, 8 a day: 114 + 24·8, 114 */
		{AT(9, 30), AT(72, 0), 21, 3 * 62.25 + 2 * 61.5 + 114 + 192 + 114},
	};
	double rates[SCHEDULE_DAY_HOURS] = {[9] = 6, [10] = 2};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double delay;
		double items = rank_articles(rates, cases[i].from, cases[i].to, &delay);
		if (fabs(items - cases[i].items) > 1e-9 ||
			fabs(delay / 3600 - cases[i].delay) > 1e-9)
			print_message("# case %zu: %g, %g\n", i, items, delay / 3600);
		assert_true(fabs(items - cases[i].items) < 1e-9);
		assert_true(fabs(delay / 3600 - cases[i].delay) < 1e-9);
	}
}

/* Nine days, a post at 9 o'clock on each: (9 + 1/24)/(9 + 1) at 9, 1/24/10 else, never
 * below one in ninety days. */
static void
rates_by_hand(void **unused)
{
	(void)unused;
	struct histogram hist;
	double rates[SCHEDULE_DAY_HOURS];
	histogram_init(&hist, TIME_NONE);
	rank_rates(&hist.hours, rates); /* nothing known: all alike, one a day */
	assert_true(fabs(rates[0] - 1.0 / 24) < 1e-12);
	assert_true(fabs(rates[23] - 1.0 / 24) < 1e-12);
	histogram_init(&hist, DAY);
	for (int64_t day = 0; day < 9; day++)
		histogram_add(&hist, AT(24 * day + 9, 30));
	histogram_observe(&hist, DAY + 9 * TIME_DAY);
	rank_rates(&hist.hours, rates);
	assert_true(fabs(rates[9] - (9 + 1.0 / 24) / 10) < 1e-9);
	assert_true(fabs(rates[8] - 1.0 / 240) < 1e-9);
	histogram_init(&hist, DAY);
	histogram_observe(&hist, DAY + 120 * TIME_DAY);
	rank_rates(&hist.hours, rates);
	assert_true(fabs(rates[8] - 1.0 / 2160) < 1e-9);
}

static void
rank_by_hand(void **unused)
{
	(void)unused;
	struct strategy_choice choice;
	struct schedule s;
	struct histogram hist;
	struct plan plan;
	struct err err;
	bool saturated;
	assert_int_equal(strategies_choose(&choice, "posting-rank", &err), 0);
	plan_init(&plan, &choice, 0, 0);
	predict_init(&s);
	histogram_init(&hist, TIME_NONE);
	s.last_poll = AT(3, 0);
	struct strategy_feed feed = {.schedule = &s,
		.hours = &hist.hours,
		.window = 20,
		.weight = 1,
		.rate = -1,
		.waiting = -1};
	/* 12 h of 1/24 an hour: half an item; (1 + c·subscribers) = 2, with 7: 8 */
	plan.subscribers = 1;
	assert_true(fabs(rank_urgency(&plan, &feed, AT(15, 0), &saturated) - 1) < 1e-9);
	feed.weight = 7;
	assert_true(fabs(rank_urgency(&plan, &feed, AT(15, 0), &saturated) - 4) < 1e-9);
	plan.subscribers = 0; /* subscribers unknown */
	assert_true(fabs(rank_urgency(&plan, &feed, AT(15, 0), &saturated) - 0.5) < 1e-9);
	assert_false(saturated);
	/* no two retrievals within ten minutes */
	assert_true(rank_urgency(&plan, &feed, AT(3, 10) - 1, &saturated) == 0);
	assert_true(rank_urgency(&plan, &feed, AT(3, 10), &saturated) > 0);
	assert_true(rank_round_robin(&plan, &feed, AT(3, 10) - 1, &saturated) == 0);
	assert_true(rank_round_robin(&plan, &feed, AT(4, 0), &saturated) == 3600);
	plan_done(&plan);
}

/* 15 % of twenty feeds: the three highest, and never more. */
static void
takes_the_highest(void **unused)
{
	(void)unused;
	struct strategy_choice choice;
	struct plan plan;
	struct err err;
	struct plan_mark at[] = {{0, false, 3}, {1, false, 9}, {2, false, 1},
		{3, false, 4}, {4, false, 5}};
	assert_int_equal(strategies_choose(&choice, "posting-rank", &err), 0);
	plan_init(&plan, &choice, 0, 0);
	assert_int_equal(plan_cycle(&plan, 20, 0, at, COUNT_OF(at)), 3);
	assert_int_equal(at[0].index, 1);
	assert_int_equal(at[1].index, 4);
	assert_int_equal(at[2].index, 3);
	plan_done(&plan);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(articles_by_hand),
		cmocka_unit_test(rates_by_hand),
		cmocka_unit_test(rank_by_hand),
		cmocka_unit_test(takes_the_highest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
