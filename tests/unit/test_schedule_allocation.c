/*
 * Paper 5 by hand: theorem 1, examples 1 and 2.
 */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/allocation.h"
#include "schedule/histogram.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/strategies.h"

#define GRID ALLOCATION_GRID
#define DAY ((int64_t)100 * 86400) /* a midnight */

/* Example 1: one item in [0, 1], none in [1, 2]; the grid halves the period of 2. */
static void
one_poll_of_example_1(void **unused)
{
	(void)unused;
	struct allocation_pattern p = {{0}};
	int at[1];
	for (int i = 0; i <= GRID / 2; i++)
		p.rate[i] = i == 0 || i == GRID / 2 ? 1 : 2; /* items a period */
	allocation_integrate(&p);
	assert_true(fabs(p.before[GRID] - 1) < 1e-9);
	/* at t = 1 the delay is 1/2, at t = 0 it is 3/2, in periods of 2: 1/4 and 3/4;
	 * the ramps at both ends of the square are a step wide, and half a step of
	 * what comes after the poll waits for a period: 2/96 */
	at[0] = GRID / 2;
	assert_true(fabs(2 * allocation_delay(&p, at, 1) - 0.5) < 0.03);
	at[0] = 0;
	assert_true(fabs(2 * allocation_delay(&p, at, 1) - 1.5) < 0.03);
	/* theorem 2: where λ falls through its mean, which both methods find */
	assert_true(fabs(2 * allocation_search(&p, at, 1) - 0.5) < 0.03);
	assert_true(at[0] == GRID / 2 || at[0] == GRID / 2 + 1);
	assert_true(fabs(2 * allocation_refine(&p, at, 1) - 0.5) < 0.03);
	assert_true(at[0] == GRID / 2 || at[0] == GRID / 2 + 1);
}

/* Example 2: λ(t) = 2 + 2 sin 2πt with six polls. Both sides of equation 2 from the
 * integral 2(b - a) - (cos 2πb - cos 2πa)/π. */
static void
check_balance(const int *at, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		double a = (double)(j > 0 ? at[j - 1] : at[n - 1] - GRID) / GRID;
		double b = (double)at[j] / GRID;
		double c = (double)(j + 1 < n ? at[j + 1] : at[0] + GRID) / GRID;
		double dark =
			2 * (b - a) - (cos(2 * M_PI * b) - cos(2 * M_PI * a)) / M_PI;
		double light = (2 + 2 * sin(2 * M_PI * b)) * (c - b);
		/* half a step either way changes light by λ/2 steps, dark as well */
		assert_true(fabs(dark - light) < 4.0 / GRID);
	}
}

static void
six_polls_of_example_2(void **unused)
{
	(void)unused;
	struct allocation_pattern p;
	int even[] = {0, 8, 16, 24, 32, 40}, search[6], refine[6];
	for (int i = 0; i < GRID; i++)
		p.rate[i] = 2 + 2 * sin(2 * M_PI * i / GRID);
	allocation_integrate(&p);
	assert_true(fabs(p.before[GRID] - 2) < 1e-9); /* two items a period */
	/* Evenly, six polls: each interval [a, a + 1/6] has
	 * ∫ λ(t)(a + 1/6 - t) dt = 1/36 + a sine that sums to none over the six */
	assert_true(fabs(allocation_delay(&p, even, 6) - 6.0 / 36) < 1e-3);
	double s = allocation_search(&p, search, 6);
	double r = allocation_refine(&p, refine, 6);
	/* The limit of many polls is (∫ √λ)²/2n = (4/π·√... )²: √(2 + 2 sin) = 2|cos|,
	 * whose mean is 4/π: 1.6211/12 = 0.135 */
	assert_true(s < 1.0 / 6 * 0.9 && s > 0.135 * 0.9);
	assert_true(fabs(r - s) < 0.03 * s);
	check_balance(search, 6);
	check_balance(refine, 6);
	/* most polls while λ is above its mean, in the first half */
	size_t first = 0;
	for (size_t j = 0; j < 6; j++)
		first += search[j] % GRID > 0 && search[j] % GRID <= GRID / 2;
	assert_true(first >= 4);
}

static void
look_at(struct plan *plan, const struct strategy_feed *feeds, size_t len)
{
	plan_survey_begin(plan, len, DAY);
	for (size_t i = 0; i < len; i++)
		plan_survey_add(plan, &feeds[i]);
	plan_survey_end(plan);
}

/* Theorem 1: four times the rate, or the weight, twice the polls: of 6 polls a day for
 * two feeds 2 and 4. */
static void
allocation_by_hand(void **unused)
{
	(void)unused;
	const double day = (double)TIME_DAY;
	struct strategy_choice choice;
	struct plan plan;
	struct err err;
	struct schedule_record s;
	struct histogram hist;
	const struct schedule_poll poll = {DAY, NULL, 0, 0};
	predict_record_init(&s);
	predict_learn(&s, &poll);
	histogram_init(&hist, DAY);
	assert_int_equal(
		strategies_choose(&choice, "allocation:allocation-only", &err), 0);
	struct strategy_feed feeds[] = {{.schedule = &s.schedule,
						.days = &hist.days,
						.weight = 1,
						.rate = 1 / day},
		{.schedule = &s.schedule,
			.days = &hist.days,
			.weight = 1,
			.rate = 4 / day}};
	plan_init(&plan, &choice, 3, 0);
	look_at(&plan, feeds, 2);
	assert_true(fabs(plan_interval(&plan, &feeds[0], &poll) - day / 2) < 1);
	assert_true(fabs(plan_interval(&plan, &feeds[1], &poll) - day / 4) < 1);
	feeds[1].rate = 1 / day;
	feeds[1].weight = 4;
	look_at(&plan, feeds, 2);
	assert_true(fabs(plan_interval(&plan, &feeds[1], &poll) - day / 4) < 1);
	plan_done(&plan);
}

/* A feed that posts from 9 to 10 o'clock only, one poll a day: at 10, so 22 hours after
 * noon. Half a poll a day: every other day. */
static void
schedules_by_hand(void **unused)
{
	(void)unused;
	struct strategy_choice choice;
	struct plan plan;
	struct err err;
	struct schedule_record s;
	struct histogram hist;
	predict_record_init(&s);
	histogram_init(&hist, DAY - 14 * TIME_DAY);
	for (int64_t d = -13; d <= 0; d++)
		for (int64_t k = 0; k < 4; k++)
			histogram_add(&hist, DAY + d * TIME_DAY - 15 * TIME_HOUR +
						     k * 15 * TIME_MINUTE);
	histogram_observe(&hist, DAY + 12 * TIME_HOUR);
	const struct schedule_poll poll = {DAY + 12 * TIME_HOUR, NULL, 0, 0};
	predict_learn(&s, &poll);
	assert_int_equal(strategies_choose(&choice, "allocation", &err), 0);
	const struct strategy_feed feed = {.schedule = &s.schedule,
		.days = &hist.days,
		.window = 20,
		.weight = 1,
		.rate = -1,
		.waiting = -1};
	plan_init(&plan, &choice, 1, 0);
	look_at(&plan, &feed, 1);
	double u = plan_interval(&plan, &feed, &poll);
	assert_true(fabs(u - 22 * 3600.0) <= 1800);
	plan_done(&plan);
	plan_init(&plan, &choice, 0.5, 0);
	look_at(&plan, &feed, 1);
	u = plan_interval(&plan, &feed, &poll);
	const struct schedule_poll later = {poll.now + (int64_t)u, NULL, 0, 0};
	assert_true(fabs(u - 46 * 3600.0) <= 1800);
	assert_true(plan_interval(&plan, &feed, &later) == 2 * 86400.0);
	plan_done(&plan);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_poll_of_example_1),
		cmocka_unit_test(six_polls_of_example_2),
		cmocka_unit_test(allocation_by_hand),
		cmocka_unit_test(schedules_by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
