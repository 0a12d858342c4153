#include "config.h"

#include "unit.h"

#include "base/time.h"
#include "schedule/budget.h"
#include "schedule/plan.h"
#include "schedule/strategies.h"

static void
make_plan(struct plan *plan, const char *name, double per_day)
{
	struct strategy_choice choice;
	assert_int_equal(strategies_choose(&choice, name, NULL), 0);
	plan_init(plan, &choice, 0, 0);
	budget_set(plan, per_day);
}

/* Gaps of one and two hours are 24 + 12 polls a day. */
static void
the_scale_is_what_the_gaps_need(void **unused)
{
	(void)unused;
	static const struct {
		double per_day, scale;
	} cases[] = {
		{18, 1},   /* of two feeds: 36 a day */
		{9, 2},    /* half as many, twice as long */
		{36, 0.5}, /* twice as many */
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct plan plan;
		const struct budget_gap gaps[] = {{3600, 120, 1e9}, {7200, 120, 1e9}};
		make_plan(&plan, "moving-average", cases[i].per_day);
		budget_fit(&plan, gaps, 2, 0, 0);
		assert_true(plan.scale > 0.97 * cases[i].scale);
		assert_true(plan.scale < 1.03 * cases[i].scale);
		plan_done(&plan);
	}
}

/* A limit of 2 h holds the slow feed at 12 polls a day whatever the scale: of 8 × 2
 * wanted 4 are left for the other, which posts hourly: every 6 h. */
static void
limits_are_kept(void **unused)
{
	(void)unused;
	struct plan plan;
	const struct budget_gap gaps[] = {{3600, 120, 1e9}, {7200, 120, 7200}};
	make_plan(&plan, "moving-average", 8);
	budget_fit(&plan, gaps, 2, 0, 0);
	assert_true(plan.scale > 5.5 && plan.scale < 6.6);
	plan_done(&plan);
}

/* A day later, a day's budget too many was polled: the scale grows by e. */
static void
what_was_polled_too_much_is_saved(void **unused)
{
	(void)unused;
	struct plan plan;
	const struct budget_gap gap = {3600, 120, 1e9};
	make_plan(&plan, "moving-average", 24);
	budget_fit(&plan, &gap, 1, 0, 0);
	budget_fit(&plan, &gap, 1, TIME_DAY, 48);
	assert_true(plan.scale > 2.718 * 0.97 && plan.scale < 2.718 * 1.03);
	plan_done(&plan);
}

/* A cycle's share, a budget a day, the price of least-delay: each in its own unit. */
static void
a_budget_reaches_every_kind(void **unused)
{
	(void)unused;
	for (const struct strategy *row = strategies; row->name; row++) {
		struct plan plan;
		make_plan(&plan, row->name, 12);
		if (row->kind == STRATEGY_CYCLE)
			assert_true(plan.budget > 0.499 && plan.budget < 0.501);
		else if (row->budget > 0)
			assert_true(plan.budget > 11.99 && plan.budget < 12.01);
		else
			assert_true(plan.target > 11.99 && plan.target < 12.01);
		plan_done(&plan);
	}
}

/* Forty feeds whose utilities leap by powers of ten from cycle to cycle, so that no
 * threshold fits: over 5,000 cycles the budget is spent within 0.2 % all the same, be it
 * many polls a cycle or less than one. */
static void
a_threshold_spends_its_budget(void **unused)
{
	(void)unused;
	enum {
		MANY = 40,
		CYCLES = 5000
	};
	static const double a_day[] = {0.3, 6, 12};
	for (size_t i = 0; i < COUNT_OF(a_day); i++) {
		struct plan plan;
		size_t polls = 0;
		make_plan(&plan, "best-effort", a_day[i]);
		for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
			struct plan_mark marks[MANY];
			for (uint32_t k = 0; k < MANY; k++) {
				unsigned mix = (cycle * 31 + k * 17) * 2654435761U >> 16;
				marks[k] = (struct plan_mark){.index = k,
					.saturated = mix % 97 == 0,
					.urgency = (double)(1 + mix % 1000) *
						   (cycle / 50 % 2 ? 1000 : 1)};
			}
			polls += plan_cycle(&plan, MANY, 0, marks, MANY);
		}
		double wanted = a_day[i] / 24 * MANY * CYCLES;
		double off = (double)polls / wanted - 1;
		if (off > 0.002 || off < -0.002)
			fail_msg("%g a day: %zu of %g", a_day[i], polls, wanted);
		plan_done(&plan);
	}
}

/* Two requests an hour as a share of however many feeds are two, in each hour. */
static void
shares_make_whole_polls(void **unused)
{
	(void)unused;
	enum {
		MANY = 400
	};
	for (size_t feeds = 2; feeds <= MANY; feeds++) {
		struct plan plan;
		struct plan_mark marks[MANY] = {{0}};
		make_plan(&plan, "best-effort:uniform", 48 / (double)feeds);
		for (int hour = 0; hour < 24; hour++)
			assert_int_equal(plan_cycle(&plan, feeds, 0, marks, feeds), 2);
		plan_done(&plan);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_scale_is_what_the_gaps_need),
		cmocka_unit_test(limits_are_kept),
		cmocka_unit_test(what_was_polled_too_much_is_saved),
		cmocka_unit_test(a_budget_reaches_every_kind),
		cmocka_unit_test(a_threshold_spends_its_budget),
		cmocka_unit_test(shares_make_whole_polls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
