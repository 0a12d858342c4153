/*
 * How soon feeds push items out, by hand.
 */
#include "config.h"

#include "unit.h"

#include <math.h>

#include "base/time.h"
#include "model/schedule.h"
#include "schedule/overflow.h"
#include "schedule/predict.h"
#include "schedule/strategy.h"

#define NOW ((int64_t)1793620800)

/* An item a minute: m is ((√(9 + 4w) - 3)/2)² within [w/3, w/2], and so is the limit in
 * minutes. */
static void
limits_by_hand(void **unused)
{
	(void)unused;
	static const struct {
		size_t window;
		double minutes;
	} cases[] = {
		{10, 4},      /* 4 + 3·2 = 10 */
		{28, 14},     /* 16 + 3·4 = 28, but half are 14 */
		{4, 4.0 / 3}, /* 1 + 3·1 = 4, but a third is more */
		{1, 1.0 / 3},
		{200, 100},
		{0, 0},
		{STRATEGY_ENDLESS, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct schedule s = {.inflow = {60, 3600}, .gap = 60};
		const struct schedule_poll poll = {.now = NOW};
		int64_t limit = overflow_limit(&s, cases[i].window, &poll);
		assert_int_equal(limit, (int64_t)(cases[i].minutes * 60));
	}
}

/* Items at 0, 60 … 540 s, polled at 600 s: 9 in 600 s. Then 5 in 300 s: the first sums
 * fade by e^(-5/16) and hardly by time. */
static void
rates_by_hand(void **unused)
{
	(void)unused;
	struct schedule s;
	int64_t times[10], window[SCHEDULE_WINDOW_MAX];
	predict_init(&s);
	for (int64_t i = 0; i < 10; i++)
		times[i] = NOW + 60 * i;
	struct schedule_poll poll = {NOW + 600, times, 10, 10};
	predict_learn_poll(&s, NULL, NULL, &poll, window);
	assert_true(s.inflow[0] == 9 && s.inflow[1] == 600);
	assert_int_equal(s.gap, 0);
	assert_int_equal(overflow_limit(&s, 10, &poll), 266); /* 4·600/9 */
	poll = (struct schedule_poll){NOW + 900, times, 10, 5};
	predict_learn_poll(&s, NULL, NULL, &poll, window);
	double q = exp(-5.0 / 16 - 300.0 / (14 * 86400));
	assert_true(fabs((double)s.inflow[0] - (9 * q + 5)) < 1e-4);
	assert_true(fabs((double)s.inflow[1] - (600 * q + 300)) < 1e-2);
	assert_int_equal(s.gap, 300);
}

/* Items that rules hide push others out as well; the rate that is wanted is without them.
 */
static void
what_is_hidden_pushes_out(void **unused)
{
	(void)unused;
	struct schedule all, some;
	int64_t times[10], window[SCHEDULE_WINDOW_MAX];
	for (int64_t i = 0; i < 10; i++)
		times[i] = NOW - 600 + 60 * i;
	const int64_t wanted[2] = {times[0], times[9]};
	struct schedule_poll poll = {NOW, times, 10, 9};
	struct schedule_poll part = {NOW, wanted, 2, 1, .unwanted = 8, .dated = 10,
		.first = times[0], .last = times[9]};
	predict_init(&all);
	predict_init(&some);
	for (int i = 0; i < 2; i++) {
		predict_learn_poll(&all, NULL, NULL, &poll, window);
		predict_learn_poll(&some, NULL, NULL, &part, window);
		poll.now = part.now += 300;
	}
	assert_true(all.inflow[0] == some.inflow[0] && all.inflow[1] == some.inflow[1]);
	assert_int_equal(some.items, 2);
	assert_int_equal(
		overflow_limit(&all, 10, &poll), overflow_limit(&some, 10, &part));
}

/* A feed of which all is hidden is known to be full from its first poll on: what it lost
 * could not be shown again. */
static void
what_is_all_hidden_is_lost_nonetheless(void **unused)
{
	(void)unused;
	struct schedule all, none;
	int64_t times[10], window[SCHEDULE_WINDOW_MAX];
	for (int64_t i = 0; i < 10; i++)
		times[i] = NOW - 600 + 60 * i;
	struct schedule_poll poll = {NOW, times, 10, 10};
	struct schedule_poll hidden = {NOW, times, 0, 0, .unwanted = 10, .dated = 10,
		.first = times[0], .last = times[9]};
	predict_init(&all);
	predict_init(&none);
	for (int i = 0; i < 2; i++) { /* the second finds a full window again */
		predict_learn_poll(&all, NULL, NULL, &poll, window);
		predict_learn_poll(&none, NULL, NULL, &hidden, window);
		assert_int_equal(none.items, 0);
		assert_true(overflow_limit(&all, 10, &poll) > 0);
		assert_int_equal(overflow_limit(&none, 10, &hidden),
			overflow_limit(&all, 10, &poll));
		poll.now = hidden.now += 3600;
	}
}

/* What a feed shows are all its items, with dates or not. */
static void
the_window_is_what_is_shown(void **unused)
{
	(void)unused;
	struct schedule s;
	int64_t times[2] = {NOW - 60, NOW}, window[SCHEDULE_WINDOW_MAX];
	predict_init(&s);
	struct schedule_poll poll = {NOW, times, 2, 2};
	predict_learn_poll(&s, NULL, NULL, &poll, window);
	assert_int_equal(overflow_window(&s), 2);
	poll.shown = 20;
	predict_learn_poll(&s, NULL, NULL, &poll, window);
	assert_int_equal(overflow_window(&s), 20);
	poll.shown = 0; /* unchanged: as it was */
	predict_learn_poll(&s, NULL, NULL, &poll, window);
	assert_int_equal(overflow_window(&s), 20);
	s.complete = true;
	assert_int_equal(overflow_window(&s), STRATEGY_ENDLESS);
}

/* A feed of a post a week suddenly has ten in half an hour: the next poll is no later
 * than the four that are safe need, 4·1800/9 s. One that finds none has no such haste. */
static void
a_full_window_hurries(void **unused)
{
	(void)unused;
	const struct schedule s = {.inflow = {2, 2 * 7 * 86400},
		.gap = TIME_DAY,
		.window_len = 10,
		.oldest = NOW - 2000,
		.newest = NOW - 200};
	struct schedule_poll poll = {.now = NOW, .times_len = 10, .new_items = 10};
	/* Doubles of more digits, as i386 has them, may cut off a second. */
	assert_in_range(overflow_limit(&s, 10, &poll), 799, 800);
	poll.new_items = 6; /* of a day: 4·86400/6 */
	assert_in_range(overflow_limit(&s, 10, &poll), 57599, 57600);
	poll.new_items = 0; /* of weeks: 4·7 days */
	assert_in_range(overflow_limit(&s, 10, &poll), 28 * TIME_DAY - 1, 28 * TIME_DAY);
}

/* A window of one, an item expected between two polls: e^-1 of them is lost, so 8.8 of 24
 * a day; three polls an item lose hardly any. */
static void
losses_by_hand(void **unused)
{
	(void)unused;
	const struct schedule s = {.inflow = {24, 86400}};
	struct overflow_loss loss = overflow_loss(&s, 1, TIME_HOUR);
	assert_true(fabs(loss.per_day - 24 * exp(-1)) < 1e-9);
	assert_in_range(loss.within, 1199, 1200);
	assert_true(overflow_loss(&s, 20, TIME_HOUR).per_day < 1e-9);
	assert_true(overflow_loss(&s, STRATEGY_ENDLESS, TIME_DAY).per_day == 0);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(limits_by_hand),
		cmocka_unit_test(rates_by_hand),
		cmocka_unit_test(what_is_hidden_pushes_out),
		cmocka_unit_test(what_is_all_hidden_is_lost_nonetheless),
		cmocka_unit_test(the_window_is_what_is_shown),
		cmocka_unit_test(a_full_window_hurries),
		cmocka_unit_test(losses_by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
