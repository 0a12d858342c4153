/*
 * Paper 3 by hand: equation 1, saturation, both steps of algorithm 1 and the walk of τ.
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
#include "model/schedule.h"
#include "schedule/effort.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/strategies.h"

#define NOW ((int64_t)1000000)

static void
utility_by_hand(void **unused)
{
	(void)unused;
	static const struct {
		const char *what;
		double lambda, age, waiting, window, utility;
	} cases[] = {
		{"just refreshed", 2, 0, 0, 10, 0},
		/* 3·6 - ∫ 2x dx over [0, 3] = 18 - 9 */
		{"unsaturated", 2, 3, 6, 10, 9},
		/* t - t_k = 5: 5·10 - 25 */
		{"as it saturates", 2, 5, 10, 10, 25},
		/* 8·10 - (∫ 2x dx over [0, 5] + 10·3) = 80 - 55 */
		{"saturated for 3", 2, 8, 16, 10, 25},
		/* none came, whatever was expected: 4·0 - 0 */
		{"known to be silent", 2, 4, 0, 10, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double u = effort_utility(
			cases[i].lambda, cases[i].age, cases[i].waiting, cases[i].window);
		if (fabs(u - cases[i].utility) > 1e-9)
			print_message("# %s: %g\n", cases[i].what, u);
		assert_true(fabs(u - cases[i].utility) <= 1e-9);
	}
}

/* A window of ten, an item a minute: saturated ten minutes after the refresh, not one
 * second sooner. Half of the items wanted: half the divergence and half the utility. */
static void
saturates_when_the_window_is_full(void **unused)
{
	(void)unused;
	struct schedule s;
	bool saturated;
	predict_init(&s);
	s.last_poll = NOW;
	struct strategy_feed feed = {.schedule = &s,
		.window = 10,
		.weight = 1,
		.rate = 1.0 / 60,
		.waiting = -1};
	/* λ·age²/2 = 599²/120 */
	double u = effort_two_steps(NULL, &feed, NOW + 599, &saturated);
	assert_false(saturated);
	assert_true(fabs(u - 599.0 * 599 / 120) < 1e-6);
	u = effort_two_steps(NULL, &feed, NOW + 600, &saturated);
	assert_true(saturated);
	assert_true(u >= 10 && u < 10.02);
	feed.weight = 0.5;
	u = effort_two_steps(NULL, &feed, NOW + 600, &saturated);
	assert_true(u >= 5 && u < 5.01);
	assert_true(effort_only_saturated(NULL, &feed, NOW + 599, &saturated) == 0);
	u = effort_only_utility(NULL, &feed, NOW + 599, &saturated);
	assert_true(fabs(u - 599.0 * 599 / 240) < 1e-6);
	/* What is known counts, not what was to be expected. */
	feed.waiting = 9;
	effort_two_steps(NULL, &feed, NOW + 600, &saturated);
	assert_false(saturated);
	feed.waiting = 10;
	effort_two_steps(NULL, &feed, NOW + 60, &saturated);
	assert_true(saturated);
	/* Known to have nothing new: not worth a refresh. */
	feed.waiting = 0;
	assert_true(effort_two_steps(NULL, &feed, NOW + 600, &saturated) == 0);
	assert_false(saturated);
}

static void
plan_of(struct plan *plan, const char *name, double budget)
{
	struct strategy_choice choice;
	struct err err;
	assert_int_equal(strategies_choose(&choice, name, &err), 0);
	plan_init(plan, &choice, budget, 0);
}

/* Ten sources, b = 4, one saturated: the rest must pass 6·4/(4 - 1) = 8. */
static void
two_steps_and_the_threshold(void **unused)
{
	(void)unused;
	static const struct plan_mark marks[] = {{0, false, 7.9}, {1, false, 8},
		{2, true, 3}, {3, false, 20}, {4, false, 1}};
	struct plan_mark at[COUNT_OF(marks)];
	struct plan plan;
	plan_of(&plan, "best-effort", 0.4);
	plan.tau = 6;
	memcpy(at, marks, sizeof at);
	assert_int_equal(plan_cycle(&plan, 10, 0, at, COUNT_OF(at)), 3);
	assert_int_equal(at[0].index, 2);
	assert_int_equal(at[1].index, 3);
	assert_int_equal(at[2].index, 1);
	/* 3 < 0.9·4: τ falls by α = 0.95 to 5.7; 5.7·4/3 = 7.6 lets 7.9 pass */
	assert_true(fabs(plan.tau - 5.7) < 1e-9);
	memcpy(at, marks, sizeof at);
	assert_int_equal(plan_cycle(&plan, 10, 0, at, COUNT_OF(at)), 4);
	/* 4 of 4: as it is */
	assert_true(fabs(plan.tau - 5.7) < 1e-9);
	/* b = 3: 5.7·3/2 = 8.55, so 2 of 3, which is too few: 5.415 */
	plan.budget = 0.3;
	memcpy(at, marks, sizeof at);
	assert_int_equal(plan_cycle(&plan, 10, 0, at, COUNT_OF(at)), 2);
	assert_true(fabs(plan.tau - 5.415) < 1e-9);
	/* 1·3/2: the three above it and the saturated one, more than 3: β = 1.05 */
	plan.tau = 1;
	memcpy(at, marks, sizeof at);
	assert_int_equal(plan_cycle(&plan, 10, 0, at, COUNT_OF(at)), 4);
	assert_true(fabs(plan.tau - 1.05) < 1e-9);
	plan_done(&plan);
}

/* b saturated sources leave nothing for the second step. */
static void
saturated_sources_fill_the_budget(void **unused)
{
	(void)unused;
	struct plan_mark at[] = {
		{0, true, 5}, {1, false, 1e9}, {2, true, 9}, {3, true, 7}};
	struct plan plan;
	plan_of(&plan, "best-effort", 0.5);
	plan.tau = 1;
	assert_int_equal(plan_cycle(&plan, 4, 0, at, COUNT_OF(at)), 2);
	assert_int_equal(at[0].index, 2);
	assert_int_equal(at[1].index, 3);
	plan_done(&plan);
}

/* A cycle with nobody to ask sets no threshold, or the next cycles would ask everybody.
 */
static void
a_threshold_is_set_by_something(void **unused)
{
	(void)unused;
	struct plan_mark at[] = {{0, false, 700}, {1, false, 900}};
	struct plan plan;
	plan_of(&plan, "best-effort", 0.5);
	assert_int_equal(plan_cycle(&plan, 4, 0, NULL, 0), 0);
	assert_true(plan.tau < 0);
	assert_int_equal(plan_cycle(&plan, 4, 0, at, COUNT_OF(at)), 1);
	assert_true(fabs(plan.tau - 900 * 0.95) < 1e-9);
	const struct plan_memory memory = plan_remember(&plan, 7);
	struct plan later;
	plan_of(&later, "best-effort", 0.5);
	assert_int_equal(plan_recall(&later, &memory), 7);
	assert_true(later.tau == plan.tau && later.carry == plan.carry);
	plan_done(&later);
	plan_done(&plan);
}

/* Ten feeds alike, three an hour for sixty days: about 432 polls each, not more for those
 * that come first. */
static void
equals_are_asked_equally_often(void **unused)
{
	(void)unused;
	static const char *const names[] = {
		"best-effort:uniform", "posting-rank:round-robin"};
	enum {
		FEEDS = 10,
		CYCLES = 60 * 24
	};
	for (size_t k = 0; k < COUNT_OF(names); k++) {
		struct schedule s[FEEDS];
		int polls[FEEDS] = {0};
		struct plan plan;
		plan_of(&plan, names[k], 0.3);
		for (size_t i = 0; i < FEEDS; i++) {
			predict_init(&s[i]);
			s[i].last_poll = NOW;
		}
		for (int64_t now = NOW + 3600; now <= NOW + CYCLES * 3600; now += 3600) {
			struct plan_mark marks[FEEDS];
			for (uint32_t i = 0; i < FEEDS; i++) {
				const struct strategy_feed feed = {.schedule = &s[i]};
				assert_true(plan_mark(&plan, &feed, now, i, &marks[i]));
			}
			size_t n = plan_cycle(&plan, FEEDS, 0, marks, FEEDS);
			for (size_t i = 0; i < n; i++) {
				struct schedule *chosen = &s[marks[i].index];
				chosen->gap = (int32_t)(now - chosen->last_poll);
				chosen->last_poll = now;
				polls[marks[i].index]++;
			}
		}
		for (size_t i = 0; i < FEEDS; i++)
			if (polls[i] < 427 || polls[i] > 437)
				fail_msg("%s: %d polls of feed %zu", names[k], polls[i],
					i);
		plan_done(&plan);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utility_by_hand),
		cmocka_unit_test(saturates_when_the_window_is_full),
		cmocka_unit_test(two_steps_and_the_threshold),
		cmocka_unit_test(a_threshold_is_set_by_something),
		cmocka_unit_test(equals_are_asked_equally_often),
		cmocka_unit_test(saturated_sources_fill_the_budget),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
