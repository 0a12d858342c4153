#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/time.h"
#include "model/http.h"
#include "model/schedule.h"
#include "schedule/outlook.h"
#include "schedule/predict.h"

/* Monday 4 January 2021, 00:00 UTC (date -u -d @1609718400). */
#define MONDAY ((int64_t)1609718400)

/* A feed that posts on work days at 09:10, polled every hour for twelve weeks. */
static void
learn_mornings(struct schedule_record *record)
{
	int64_t times[60];
	size_t len = 0;
	predict_record_init(record);
	for (int64_t hour = 0; hour < 12 * 168; hour++) {
		bool posts = hour % 24 == 9 && hour / 24 % 7 < 5;
		if (posts)
			times[len++] = MONDAY + hour * TIME_HOUR + 10 * TIME_MINUTE;
		const struct schedule_poll poll = {
			MONDAY + (hour + 1) * TIME_HOUR, times, len, posts ? 1 : 0};
		predict_learn(record, &poll);
	}
}

static void
the_map_shows_when_a_feed_posts(void **unused)
{
	(void)unused;
	struct schedule_record record;
	struct outlook outlook;
	const int64_t now = MONDAY + 12 * 7 * TIME_DAY; /* Monday again, 00:00 */
	learn_mornings(&record);
	for (int zone = 0; zone <= 3; zone++) {
		size_t day = 0, hour = 0;
		outlook_of(&outlook, &record.habit, now, zone * TIME_HOUR);
		assert_true(outlook.known);
		for (size_t i = 0; i < OUTLOOK_DAYS * OUTLOOK_HOURS; i++)
			if (outlook.rate[i / 24][i % 24] > outlook.rate[day][hour]) {
				day = i / 24;
				hour = i % 24;
			}
		assert_int_equal(hour, 9 + (size_t)zone);
		assert_true(day < 5);
		assert_int_equal(outlook_shade(&outlook, day, hour), OUTLOOK_SHADES - 1);
		assert_int_equal(outlook_shade(&outlook, 6, 3), 0);
		assert_true(outlook.rate[6][hour] < outlook.rate[0][hour] / 2);
	}
	/* Five posts a week. */
	assert_true(outlook.per_day > 0.5 && outlook.per_day < 1);
	/* It can't be in the night; before Tuesday noon it is most likely. */
	assert_true(outlook.next_post > now + 6 * TIME_HOUR);
	assert_true(outlook.next_post < now + 36 * TIME_HOUR);
}

static void
the_map_has_eight_lines_and_a_scale(void **unused)
{
	(void)unused;
	struct schedule_record record;
	struct outlook outlook;
	struct buf out = BUF_INIT(0);
	size_t lines = 0;
	learn_mornings(&record);
	outlook_of(&outlook, &record.habit, MONDAY + 12 * 7 * TIME_DAY, 0);
	outlook_heat(&outlook, &out);
	for (const char *p = buf_str(&out); *p; p++)
		lines += *p == '\n';
	assert_int_equal(lines, 9);
	/* "Mon", ten spaces to the map, nine white hours before the morning */
	const char *monday = strstr(buf_str(&out), "Mon");
	assert_non_null(monday);
	assert_memory_equal(monday + 13, "|            ", 13);
	buf_done(&out);
}

static void
nothing_is_said_of_an_unknown_feed(void **unused)
{
	(void)unused;
	struct schedule_record record;
	struct outlook outlook;
	struct http_state http = {.next_poll = TIME_NONE};
	struct buf out = BUF_INIT(0);
	predict_record_init(&record);
	outlook_of(&outlook, &record.habit, MONDAY, 0);
	assert_false(outlook.known);
	assert_true(outlook.next_post == TIME_NONE);
	outlook_line(&record.window, &http, MONDAY, 60, &out);
	assert_int_equal(out.len, 0);
	buf_done(&out);
}

/* From the first poll at 0 s to the next at 3999 s in 40 cells: 100 s a cell. */
static void
the_line_puts_posts_and_polls_in_their_cells(void **unused)
{
	(void)unused;
	static const struct http_poll polls[] = {
		{.at = MONDAY, .new_items = 2, .status = 200},
		{.at = MONDAY + 1050, .status = 304, .conditional = true},
		{.at = MONDAY + 2000, .trouble = TROUBLE_TIMEOUT},
	};
	struct schedule_window window = {.len = 3};
	struct http_state http = {0};
	struct buf out = BUF_INIT(0);
	window.times[0] = MONDAY - 5; /* before the line */
	window.times[1] = MONDAY + 110;
	window.times[2] = MONDAY + 199;
	for (size_t i = 0; i < COUNT_OF(polls); i++)
		http_poll_add(&http, &polls[i]);
	http.next_poll = MONDAY + 3999;
	outlook_line(&window, &http, MONDAY + 3600, 40, &out);
	static const char want[] =
		"Posts         .2......................................\n"
		"Polls         *         o         x               |  >\n";
	assert_memory_equal(buf_str(&out), want, sizeof want - 1);
	buf_done(&out);
}

static void
requests_are_counted_by_the_day(void **unused)
{
	(void)unused;
	struct outlook_sum sum = {0};
	struct http_state http = {0};
	struct schedule schedule;
	struct buf out = BUF_INIT(0);
	predict_init(&schedule);
	schedule.first_poll = MONDAY + 12 * TIME_HOUR;
	schedule.waited = 5400;
	schedule.waited_items = 3;
	/* every six hours from Monday noon; the first asks in full */
	for (int i = 0; i < 5; i++) {
		const struct http_poll poll = {
			.at = MONDAY + (12 + 6 * i) * TIME_HOUR, .conditional = i > 0};
		http_poll_add(&http, &poll);
	}
	outlook_add(&sum, &schedule, &http, MONDAY + 40 * TIME_HOUR);
	outlook_add(&sum, &schedule, &http, MONDAY + 50 * TIME_HOUR); /* Wednesday */
	assert_int_equal(sum.feeds, 2);
	assert_int_equal(sum.requests, 10);
	assert_int_equal(sum.conditional, 8);
	assert_int_equal(sum.today, 3); /* Tuesday 0, 6 and 12 h, of the first alone */
	assert_int_equal(sum.today_conditional, 3);
	assert_true(sum.hours > 65.99 && sum.hours < 66.01); /* 28 + 38 */
	assert_int_equal(sum.items, 6);
	outlook_sum_text(&sum, &out);
	assert_non_null(strstr(buf_str(&out), "3 requests today"));
	assert_non_null(strstr(buf_str(&out), "100 %"));
	assert_non_null(strstr(buf_str(&out), "10 requests so far; hourly polling would "
					      "have made 66"));
	assert_non_null(strstr(buf_str(&out), "found after 30 min;"));
	buf_clear(&out);
	sum.waited = 0; /* a span, however short, is not "now" */
	outlook_sum_text(&sum, &out);
	assert_non_null(strstr(buf_str(&out), "found after 0 s;"));
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_map_shows_when_a_feed_posts),
		cmocka_unit_test(the_map_has_eight_lines_and_a_scale),
		cmocka_unit_test(nothing_is_said_of_an_unknown_feed),
		cmocka_unit_test(the_line_puts_posts_and_polls_in_their_cells),
		cmocka_unit_test(requests_are_counted_by_the_day),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
