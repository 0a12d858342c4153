#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/attr.h"
#include "model/schedule.h"
#include "schedule/histogram.h"

static void
bins_follow_the_calendar(void **unused)
{
	(void)unused;
	/* Week days by `date -u -d @N +%a`. */
	static const struct {
		int64_t time;
		size_t hour, minute;
	} cases[] = {
		{0, 4 * 24, 0},                        /* Thu 1 Jan 1970 00:00 */
		{3 * TIME_DAY, 0, 0},                  /* Sun 4 Jan 1970 */
		{3 * TIME_DAY - 1, 6 * 24 + 23, 1439}, /* Sat 23:59:59 */
		{-1, 3 * 24 + 23, 1439},               /* Wed 31 Dec 1969 23:59:59 */
		{1000000000, 1, 1 * 60 + 46},          /* Sun 9 Sep 2001 01:46:40 */
		{951782400, 2 * 24, 0},                /* Tue 29 Feb 2000 00:00 */
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(histogram_week_hour(cases[i].time), cases[i].hour);
		assert_int_equal(histogram_day_minute(cases[i].time), cases[i].minute);
	}
}

static uint64_t
sum(const uint16_t *bins, size_t n)
{
	uint64_t total = 0;
	for (size_t i = 0; i < n; i++)
		total += bins[i];
	return total;
}

static void
posts_widen_the_span(void **unused)
{
	(void)unused;
	struct histogram hist;
	histogram_init(&hist, TIME_NONE);
	histogram_add(&hist, 5000);
	histogram_add(&hist, 2000);
	histogram_observe(&hist, 9000);
	histogram_observe(&hist, 8000);
	assert_int_equal(hist.hours.since, 2000);
	assert_int_equal(hist.hours.until, 9000);
	assert_int_equal(sum(hist.hours.posts, SCHEDULE_WEEK_HOURS), 2);
	assert_int_equal(hist.hours.posts[4 * 24], 1);     /* 00:33 on a Thursday */
	assert_int_equal(hist.hours.posts[4 * 24 + 1], 1); /* 01:23 */
	assert_int_equal(hist.minutes.posts[33], 1);
	assert_int_equal(hist.minutes.posts[83], 1);
}

/* A minute holds 63 posts, an hour of the week 65,535; another halves all of its kind
 * before it counts, and their span. */
static void
full_bins_halve(void **unused)
{
	(void)unused;
	struct histogram hist;
	histogram_init(&hist, 0);
	histogram_observe(&hist, 1000);
	for (int i = 0; i < 63; i++)
		histogram_add(&hist, 60);
	assert_int_equal(hist.minutes.posts[1], 63);
	assert_int_equal(hist.minutes.since, 0);
	histogram_add(&hist, 60);
	assert_int_equal(hist.minutes.posts[1], 31 + 1);
	assert_int_equal(hist.minutes.since, 500);
	assert_int_equal(hist.hours.posts[4 * 24], 64);
	assert_int_equal(hist.hours.since, 0);
	for (int i = 64; i < 65535; i++)
		histogram_add(&hist, 60);
	assert_int_equal(hist.hours.posts[4 * 24], 65535);
	histogram_add(&hist, 60);
	assert_int_equal(hist.hours.posts[4 * 24], 32767 + 1);
	assert_int_equal(hist.hours.since, 500);
	assert_int_equal(hist.hours.until, 1000);
}

/* Two weeks by day and hour: a day later than the last takes the oldest one's place. */
static void
fortnight_slides(void **unused)
{
	(void)unused;
	struct histogram hist;
	double hours[SCHEDULE_DAY_HOURS];
	histogram_init(&hist, TIME_NONE);
	histogram_add(&hist, 0);             /* day 0, hour 0 */
	histogram_add(&hist, 5 * TIME_HOUR); /* day 0, hour 5 */
	histogram_add(&hist, 13 * TIME_DAY + 5 * TIME_HOUR);
	assert_true(
		fabs(histogram_days_hours(&hist.days, hours) - (13 + 5.0 / 24)) < 1e-9);
	assert_true(hours[0] == 1 && hours[5] == 2);
	/* Day 14 begins: of day 0 nothing is left, 13 days and 12 hours remain. */
	histogram_observe(&hist, 14 * TIME_DAY + 12 * TIME_HOUR);
	assert_true(histogram_days_hours(&hist.days, hours) == 13.5);
	assert_true(hours[0] == 0 && hours[5] == 1);
	/* Long after nothing is left; what is older is not counted. */
	histogram_observe(&hist, 100 * TIME_DAY);
	histogram_add(&hist, 20 * TIME_DAY);
	histogram_days_hours(&hist.days, hours);
	assert_true(hours[0] == 0 && hours[5] == 0);
	histogram_hours_of_day(&hist.hours, hours);
	assert_true(hours[0] == 2 && hours[5] == 2);
}

/* One post in each of ten minutes: a half of them is five, not none. */
static void
halving_keeps_rare_posts(void **unused)
{
	(void)unused;
	size_t minutes = 0;
	struct histogram hist;
	histogram_init(&hist, 0);
	for (int i = 0; i < 10; i++)
		histogram_add(&hist, i * TIME_MINUTE);
	histogram_observe(&hist, HISTOGRAM_SPAN_MAX + 2);
	for (size_t i = 0; i < SCHEDULE_DAY_MINUTES; i++)
		minutes += hist.minutes.posts[i];
	assert_int_equal(minutes, 5);
	assert_int_equal(sum(hist.hours.posts, SCHEDULE_WEEK_HOURS), 5);
	assert_int_equal(hist.hours.until, HISTOGRAM_SPAN_MAX + 2);
	assert_int_equal(hist.hours.since, HISTOGRAM_SPAN_MAX / 2 + 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_follow_the_calendar),
		cmocka_unit_test(posts_widen_the_span),
		cmocka_unit_test(full_bins_halve),
		cmocka_unit_test(fortnight_slides),
		cmocka_unit_test(halving_keeps_rare_posts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
