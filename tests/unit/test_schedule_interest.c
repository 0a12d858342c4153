/*
 * The weight of a feed by how promptly it is read: by hand from the formula in the
 * header.
 */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/time.h"
#include "schedule/interest.h"

static void
weights_by_hand(void **unused)
{
	(void)unused;
	static const struct {
		const char *what;
		struct interest feed, all;
		double weight;
	} cases[] = {
		{"nothing was ever read", {0, 500}, {0, 9000}, 1},
		{"nothing ever came", {0, 0}, {0, 0}, 1},
		{"a new feed", {0, 0}, {300, 1000}, 1},
		{"read as all others: (30 + 4)/(0.3·100 + 4)", {30, 100}, {300, 1000}, 1},
		{"(90 + 4)/(0.3·100 + 4)", {90, 100}, {300, 1000}, 94.0 / 34},
		{"never read: 4/34", {0, 100}, {300, 1000}, 1 / 8.0},
		{"few came: 4/(0.3·10 + 4)", {0, 10}, {300, 1000}, 4.0 / 7},
		{"one read of the first ten: (1 + 4)/(0.01·10 + 4)", {1, 10}, {1, 100},
			5 / 4.1},
		{"at most eight times: (200 + 4)/(0.01·200 + 4) = 34", {200, 200},
			{1000, 100000}, 8},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double w = interest_weight(&cases[i].feed, &cases[i].all);
		if (fabs(w - cases[i].weight) > 1e-6)
			print_message("# %s: %g\n", cases[i].what, w);
		assert_true(fabs(w - cases[i].weight) <= 1e-6);
	}
}

/* (sum of raises - sum of cuts)/(items + 4). */
static void
priorities_by_hand(void **unused)
{
	(void)unused;
	float ruled[3] = {30, 6, 8}, cut[3] = {0, 50, 1}, none[3] = {0};
	assert_true(interest_priority(3, none) == 3);
	assert_true(fabs(interest_priority(3, ruled) - 5) < 1e-6);
	assert_true(interest_priority(1, cut) == 1 / INTEREST_MOST);
	interest_fade_ruled(ruled, -TIME_DAY);
	assert_true(ruled[0] == 30);
	interest_fade_ruled(ruled, 60 * TIME_DAY);
	assert_true(fabs((double)ruled[2] - 8 * 0.367879) < 1e-4);
}

/* Read at once 1, after a day 1/e, after a week hardly anything; sums fade to 1/e in 60
 * days, and a clock that is set back leaves them. */
static void
promptness_and_fading(void **unused)
{
	(void)unused;
	struct interest sums = {10, 100};
	assert_true(interest_promptness(0) == 1);
	assert_true(interest_promptness(-5) == 1);
	assert_true(fabs(interest_promptness(TIME_DAY) - 0.367879) < 1e-6);
	assert_true(interest_promptness(7 * TIME_DAY) < 0.001);
	interest_fade(&sums, -TIME_DAY);
	assert_true(sums.read == 10);
	interest_fade(&sums, 60 * TIME_DAY);
	assert_true(fabs((double)sums.read - 3.67879) < 1e-4);
	assert_true(fabs((double)sums.came - 36.7879) < 1e-3);
}

static void
it_is_said_in_words(void **unused)
{
	(void)unused;
	static const struct {
		struct interest feed;
		const char *words;
	} cases[] = {{{90, 100}, "sooner than most: counts 2.8 times"},
		{{30, 100}, "as soon as most"},
		{{0, 30}, "later than most, or never: counts 0.31 times as"}};
	const struct interest all = {300, 1000}, little = {3, 1000};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		assert_true(interest_reason(&cases[i].feed, &all, &out));
		assert_non_null(strstr(buf_str(&out), cases[i].words));
		buf_clear(&out);
		assert_false(interest_reason(&cases[i].feed, &little, &out));
		assert_int_equal(out.len, 0);
		buf_done(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weights_by_hand),
		cmocka_unit_test(priorities_by_hand),
		cmocka_unit_test(promptness_and_fading),
		cmocka_unit_test(it_is_said_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
