/*
 * Worked examples, by hand from paper 1 (section 3.3, equations 1 and 2, figure 1).
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/predict.h"

static int64_t
poll_feed(struct schedule_record *state, int64_t now, const int64_t *times, size_t len,
	size_t new_items)
{
	const struct schedule_poll poll = {now, times, len, new_items};
	predict_learn(state, &poll);
	return predict_moving_average(&state->schedule, &poll);
}

/* Figure 1: a window of five; period 1 posts every 10 minutes, period 2 is silent, period
 * 3 posts every 2 minutes. Times in seconds. */
static void
moving_average_walks_figure_1(void **unused)
{
	(void)unused;
	static const int64_t first[] = {0, 600, 1200, 1800, 2400};
	static const int64_t second[] = {600, 1200, 1800, 2400, 3000};
	static const int64_t third[] = {6000, 6120, 6240, 6360, 6480};
	struct schedule_record state;
	predict_record_init(&state);
	/* p_0 = 2700, equation 1: ((600-0) + (1200-600) + … + (2400-1800)) / 4 = 600 */
	assert_int_equal(poll_feed(&state, 2700, first, 5, 5), 600);
	/* p_1 = p_0 + u_0 = 3300, one new item: (3000 - 600) / 4 = 600 */
	assert_int_equal(poll_feed(&state, 3300, second, 5, 1), 600);
	/* p_2 = 3900, silence. Equation 2: u = 600 - (1200 - 600)/4 + (3900 - 3000)/4
	 * = 600 - 150 + 225 = 675; the same as (p - x_2)/(w - 1) = (3900 - 1200)/4 */
	assert_int_equal(poll_feed(&state, 3900, second, 5, 0), 675);
	/* p_3 = 4575: the virtual item of p_2 is no real one, so the window is that of
	 * p_1: (4575 - 1200)/4 = 843.75, in whole seconds 843 */
	assert_int_equal(poll_feed(&state, 4575, NULL, 0, 0), 843);
	/* p_4 = 5418: (5418 - 1200)/4 = 1054.5 */
	assert_int_equal(poll_feed(&state, 5418, second, 5, 0), 1054);
	/* Period 3: five new items at the next poll: (6480 - 6000)/4 = 120 */
	assert_int_equal(poll_feed(&state, 6490, third, 5, 5), 120);
	assert_int_equal(state.schedule.polls, 6);
	assert_int_equal(state.schedule.items, 5 + 1 + 5);
	assert_int_equal(state.schedule.first_poll, 2700);
	assert_int_equal(state.schedule.last_poll, 6490);
}

/* Where rules hide all that a feed shows, silence says how rare posts are. */
static void
what_is_hidden_is_not_waited_for_hourly(void **unused)
{
	(void)unused;
	struct schedule_record state;
	const int64_t one = 90000;
	struct schedule_poll poll = {3600, NULL, 0, 0, .shown = 20, .unwanted = 20};
	static const int64_t polls[][2] = {{3600, 3600}, {7200, 3600}, {10800, 7200},
		{18000, 14400}, {90000, 86400}};
	predict_record_init(&state);
	for (size_t i = 0; i < COUNT_OF(polls); i++) {
		poll.now = polls[i][0];
		predict_learn(&state, &poll);
		assert_int_equal(
			predict_moving_average(&state.schedule, &poll), polls[i][1]);
	}
	/* A post: again from an hour on. */
	poll = (struct schedule_poll){90060, &one, 1, 1, .shown = 20};
	predict_learn(&state, &poll);
	assert_int_equal(predict_moving_average(&state.schedule, &poll), 3600);
	poll = (struct schedule_poll){100000, &one, 1, 0, .shown = 20};
	predict_learn(&state, &poll);
	assert_int_equal(predict_moving_average(&state.schedule, &poll), 10000);
	/* A feed with a single item is one that begins. */
	predict_record_init(&state);
	poll = (struct schedule_poll){100000, &one, 1, 1, .shown = 1};
	predict_learn(&state, &poll);
	assert_int_equal(predict_moving_average(&state.schedule, &poll), 3600);
}

/* u is never clamped here; due_ladder does that. */
static void
moving_average_by_hand(void **unused)
{
	(void)unused;
	static const struct {
		const char *what;
		int64_t now, times[4];
		size_t len, new_items;
		int64_t u;
	} cases[] = {
		{"no item: paper 1's one hour", 1000, {0}, 0, 0, 3600},
		{"one item: no gap to learn from", 1000, {500}, 1, 1, 3600},
		{"two items: (900-300)/1", 1000, {300, 900}, 2, 2, 600},
		{"any order", 1000, {900, 300, 600}, 3, 3, 300},
		/* Case 119. */
		{"a silent year: (31536000+400-400)/1 after x_2 = 400", 31536400,
			{0, 400}, 2, 0, 31536000},
		{"all at one time: no wait at all", 1000, {700, 700, 700}, 3, 3, 0},
		{"a post from the future counts as now: (1000-400)/1", 1000, {400, 5000},
			2, 2, 600},
		{"no date counts as now: (1000-400)/1", 1000, {TIME_NONE, 400}, 2, 2,
			600},
		{"before 1970: (200+1000)/2", 1000, {-1000, 0, 200}, 3, 3, 600},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct schedule_record state;
		predict_record_init(&state);
		if (cases[i].new_items == 0) /* it saw them at an earlier poll */
			poll_feed(&state, cases[i].times[1], cases[i].times, cases[i].len,
				cases[i].len);
		int64_t u = poll_feed(&state, cases[i].now, cases[i].times, cases[i].len,
			cases[i].new_items);
		if (u != cases[i].u)
			print_message("# %s\n", cases[i].what);
		assert_int_equal(u, cases[i].u);
	}
}

/* A document of more items than the window holds: its newest count. 1,000 posts, one a
 * minute, then the window's last 256 have the same gap of 60. */
static void
window_keeps_the_newest(void **unused)
{
	(void)unused;
	int64_t times[1000];
	for (int i = 0; i < 1000; i++)
		times[i] = (int64_t)(1000 - i) * 60; /* newest first, as feeds have it */
	times[999] = -1000000;                       /* one very old post */
	struct schedule_record state;
	predict_record_init(&state);
	assert_int_equal(poll_feed(&state, 60000, times, 1000, 1000), 60);
	assert_int_equal(state.window.len, SCHEDULE_WINDOW_MAX);
	assert_int_equal(state.window.times[0], (1000 - 255) * 60);
	assert_int_equal(state.window.times[SCHEDULE_WINDOW_MAX - 1], 60000);
}

/* Equation 3: newItems(t_goal) = Σ postRate(t) from now on. Ten days of posts at 08:00,
 * 12:00 and 18:00 are a rate of one a day in each of these minutes, so one item is
 * expected by the next of them: from 09:00 on by the end of the minute 12:00. */
static void
post_rate_by_hand(void **unused)
{
	(void)unused;
	static const int64_t hours[] = {8, 12, 18};
	struct histogram hist;
	histogram_init(&hist, 0);
	for (int64_t day = 0; day < 10; day++)
		for (size_t i = 0; i < COUNT_OF(hours); i++)
			histogram_add(&hist, day * TIME_DAY + hours[i] * TIME_HOUR);
	histogram_observe(&hist, 10 * TIME_DAY);
	int64_t nine = 10 * TIME_DAY + 9 * TIME_HOUR;
	assert_int_equal(
		predict_post_rate(&hist.minutes, nine), 3 * TIME_HOUR + TIME_MINUTE);
	/* from 18:01 on by the end of the minute 08:00 */
	int64_t evening = 10 * TIME_DAY + 18 * TIME_HOUR + TIME_MINUTE;
	assert_int_equal(predict_post_rate(&hist.minutes, evening), 14 * TIME_HOUR);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moving_average_walks_figure_1),
		cmocka_unit_test(what_is_hidden_is_not_waited_for_hourly),
		cmocka_unit_test(moving_average_by_hand),
		cmocka_unit_test(window_keeps_the_newest),
		cmocka_unit_test(post_rate_by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
