/*
 * What a feed takes in memory, and that the parts which a strategy keeps tell it the same
 * as the whole record does.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/history.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/strategies.h"
#include "tests/bench/crowd.h"

#define FEEDS 500
#define DAY ((int64_t)1609718400) /* a Monday, 00:00 UTC */

/* Under 200 bytes a feed for fixed to moving-average, under 2 KB for the others, with its
 * place in the heap of who is next. */
static void
feeds_take_little_memory(void **unused)
{
	(void)unused;
	for (const struct strategy *row = strategies; row->name; row++) {
		bool plain = strncmp(row->name, "fixed", 5) == 0 ||
			     strncmp(row->name, "moving-average", 14) == 0;
		struct crowd *crowd = crowd_new(row, FEEDS);
		struct crowd_count day = crowd_run(crowd, TIME_DAY / 4);
		size_t bytes = crowd_bytes(crowd) / FEEDS;
		print_message(
			"# %s: %zu bytes, %d polls\n", row->name, bytes, (int)day.polls);
		assert_true(bytes < (plain ? 200 : 2048));
		assert_true(day.polls > 0 || row->kind == STRATEGY_CYCLE);
		crowd_free(crowd);
	}
}

/* The longest window of all changes nothing of that. */
static void
long_windows_take_no_more(void **unused)
{
	(void)unused;
	for (const struct strategy *row = strategies; row->name; row++) {
		size_t small = history_size(row, 15);
		assert_true(history_size(row, 100000) < 2048);
		if (!(row->flags & STRATEGY_SLID))
			assert_int_equal(history_size(row, 100000), small);
	}
}

/* A feed of ten items a document that posts every few hours and rests at weekends. */
static size_t
posts(int64_t *times)
{
	size_t n = 0;
	for (int64_t hour = 0; hour < 21 * 24; hour++)
		if (hour / 24 % 7 < 5 && hour * 7919 % 11 < 3)
			times[n++] = DAY + hour * TIME_HOUR + hour * 104729 % 3600;
	return n;
}

struct both {
	const struct strategy *row;
	struct history *parts;
	struct schedule_record record;
	struct histogram hist;
};

static void
learn(struct both *b, const struct schedule_poll *poll)
{
	history_learn(b->parts, b->row, poll);
	predict_learn(&b->record, poll);
	for (size_t i = poll->times_len - poll->new_items; i < poll->times_len; i++)
		histogram_add(&b->hist, poll->times[i]);
	histogram_observe(&b->hist, poll->now);
}

/* Every strategy asks both; they answer alike. */
static void
compare(const struct both *b, const struct plan *plan, const struct schedule_poll *poll)
{
	struct strategy_feed parts = {
		.window = 10, .weight = 1, .rate = -1, .waiting = -1};
	struct strategy_feed whole = {.schedule = &b->record.schedule,
		.habit = &b->record.habit,
		.hours = &b->hist.hours,
		.minutes = &b->hist.minutes,
		.days = &b->hist.days,
		.slid = predict_slid(&b->record.window),
		.window = 10,
		.weight = 1,
		.rate = -1,
		.waiting = -1};
	struct plan_mark mark[2];
	history_view(b->parts, b->row, &parts);
	if (b->row->kind == STRATEGY_TIME) {
		assert_true(plan_interval(plan, &parts, poll) ==
			    plan_interval(plan, &whole, poll));
		return;
	}
	int64_t later = poll->now + 3 * TIME_HOUR;
	assert_int_equal(plan_mark(plan, &parts, later, 0, &mark[0]),
		plan_mark(plan, &whole, later, 0, &mark[1]));
	assert_true(mark[0].urgency == mark[1].urgency);
}

static void
parts_tell_what_the_record_tells(void **unused)
{
	(void)unused;
	int64_t times[21 * 24];
	size_t n = posts(times);
	for (const struct strategy *row = strategies; row->name; row++) {
		struct both b = {.row = row, .parts = history_new(row, 10)};
		const struct strategy_choice choice = {row, TIME_HOUR};
		struct plan plan;
		size_t seen = 0;
		plan_init(&plan, &choice, 0, 0);
		predict_record_init(&b.record);
		histogram_init(&b.hist, TIME_NONE);
		for (int64_t now = DAY + 3 * TIME_DAY; now < DAY + 21 * TIME_DAY;
			now += 5 * TIME_HOUR) {
			size_t before = seen;
			while (seen < n && times[seen] <= now)
				seen++;
			size_t shown = seen < 10 ? seen : 10, fresh = seen - before;
			const struct schedule_poll poll = {now, times + seen - shown,
				shown, fresh < shown ? fresh : shown};
			learn(&b, &poll);
			compare(&b, &plan, &poll);
		}
		plan_done(&plan);
		free(b.parts);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(feeds_take_little_memory),
		cmocka_unit_test(long_windows_take_no_more),
		cmocka_unit_test(parts_tell_what_the_record_tells),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
