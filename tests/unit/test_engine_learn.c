#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/poll/learn.h"
#include "model/feed.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/predict.h"
#include "store/record/record.h"
#include "store/record/shape.h"

#define NONE TIME_NONE
#define NOW ((int64_t)1000000)

struct learn_case {
	const char *what;
	int64_t window[3]; /* of the polls before */
	size_t window_len;
	bool first, partial;
	int64_t published[4], updated[4];
	bool known[4], unseen[4];
	size_t items;
	size_t new_items;
	int64_t times[4]; /* in any order: here as they come */
	size_t times_len;
};

static const struct learn_case cases[] = {
	{"the first document: all is new", .first = true, .published = {500, 400},
		.items = 2, .new_items = 2, .times = {500, 400}, .times_len = 2},
	{"one new of two", .published = {900, 400}, .known = {false, true}, .items = 2,
		.new_items = 1, .times = {900, 400}, .times_len = 2},
	{"updated stands in for published", .published = {NONE}, .updated = {700},
		.items = 1, .new_items = 1, .times = {700}, .times_len = 1},
	{"what is hidden is no post", .published = {900, 800, 400},
		.known = {true, false, true}, .unseen = {true}, .items = 3,
		.new_items = 1, .times = {800, 400}, .times_len = 2},
	{"posts that hidden ones pushed out are remembered", .window = {100, 300, 800},
		.window_len = 3, .published = {950, 900, 800, 700},
		.known = {true, false, true, true}, .unseen = {true, false, false, true},
		.items = 4, .new_items = 1, .times = {900, 800, 300, 100},
		.times_len = 4},
	{"but no more of them than the feed shows", .window = {100, 200, 300},
		.window_len = 3, .published = {950, 900}, .known = {true, false},
		.unseen = {true}, .items = 2, .new_items = 1, .times = {900, 300},
		.times_len = 2},
	{"all is hidden: what there was is remembered", .window = {100, 300},
		.window_len = 2, .published = {950, 900}, .known = {true, true},
		.unseen = {true, true}, .items = 2, .new_items = 0, .times = {100, 300},
		.times_len = 2},
	{"no dates, first document: nothing is known of the past", .first = true,
		.published = {NONE, NONE}, .updated = {NONE, NONE}, .items = 2,
		.new_items = 2, .times_len = 0},
	{"no dates: a new item is of now, older ones are remembered", .window = {600},
		.window_len = 1, .published = {NONE, NONE}, .updated = {NONE, NONE},
		.known = {false, true}, .items = 2, .new_items = 1, .times = {NOW, 600},
		.times_len = 2},
	{"some dates: those without are left out if known", .window = {600},
		.window_len = 1, .published = {800, NONE}, .updated = {NONE, NONE},
		.known = {false, true}, .items = 2, .new_items = 1, .times = {800},
		.times_len = 1},
	{"partial: what it leaves out is remembered", .window = {300, 600},
		.window_len = 2, .partial = true, .published = {800}, .items = 1,
		.new_items = 1, .times = {800, 300, 600}, .times_len = 3},
	{"no item", .items = 0, .new_items = 0, .times_len = 0},
};

static void
posting_times(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct learn_case *c = &cases[i];
		struct arena arena = ARENA_INIT;
		struct item items[4] = {0};
		struct feed document = {.items = items, .items_len = c->items};
		struct schedule_record state;
		struct schedule_poll poll;
		predict_record_init(&state);
		state.schedule.polls = c->first ? 0 : 7;
		state.window.len = (uint16_t)c->window_len;
		for (size_t k = 0; k < c->window_len; k++)
			state.window.times[k] = c->window[k];
		for (size_t k = 0; k < c->items; k++) {
			items[k].published = c->published[k];
			items[k].updated = c->updated[k];
		}
		engine_poll_learn_poll(&state, &document, c->known, c->unseen, c->partial,
			NOW, &arena, &poll);
		/* With something hidden, the ends of all that is shown are known. */
		if (poll.dated) {
			assert_int_equal(poll.dated, c->items);
			assert_int_equal(poll.first, c->published[c->items - 1]);
			assert_int_equal(poll.last, c->published[0]);
		}
		assert_int_equal(poll.dated > 0, memchr(c->unseen, 1, 4) != NULL);
		if (poll.times_len != c->times_len || poll.new_items != c->new_items)
			print_message("# %s\n", c->what);
		assert_int_equal(poll.now, NOW);
		assert_int_equal(poll.new_items, c->new_items);
		assert_int_equal(poll.times_len, c->times_len);
		for (size_t k = 0; k < c->times_len; k++)
			assert_int_equal(poll.times[k], c->times[k]);
		arena_done(&arena);
	}
}

static uint32_t
posts(const struct histogram *hist)
{
	uint32_t sum = 0;
	for (size_t i = 0; i < SCHEDULE_DAY_MINUTES; i++)
		sum += hist->minutes.posts[i];
	return sum;
}

static void
histogram_counts_new_posts_once(void **unused)
{
	(void)unused;
	struct item items[4] = {
		{.published = NOW - 60, .updated = NONE},
		{.published = NOW - 7200, .updated = NONE},
		{.published = NONE, .updated = NONE},
		{.published = NOW - 10 * 365 * TIME_DAY, .updated = NONE},
	};
	struct feed document = {.items = items, .items_len = 4};
	const bool none[4] = {false}, some[4] = {false, true, true, true};
	struct histogram hist;
	/* First: the undated item and the one of ten years ago tell nothing. */
	struct schedule state;
	predict_init(&state);
	engine_poll_learn_histogram(&hist, &state, &document, none, NOW);
	assert_int_equal(posts(&hist), 2);
	assert_int_equal(hist.hours.since, NOW - 7200);
	assert_int_equal(hist.hours.until, NOW);
	/* Later: only what is new, and no post is in the future. */
	items[0].published = NOW + 999999;
	state.polls = 1;
	engine_poll_learn_histogram(&hist, &state, &document, some, NOW + 60);
	assert_int_equal(posts(&hist), 3);
	assert_int_equal(hist.hours.until, NOW + 60);
}

/* A feed polled every hour that dates each post to the midnight before: after the third
 * such poll (3 lies > 0 truths + 2) its posts are of when they were first seen. */
static void
dates_that_lie_are_not_used(void **unused)
{
	(void)unused;
	const int64_t midnight = 100 * TIME_DAY, noon = midnight + 12 * TIME_HOUR;
	struct arena arena = ARENA_INIT;
	struct item item = {.published = midnight, .updated = NONE};
	struct feed document = {.items = &item, .items_len = 1};
	const bool known[1] = {false};
	struct schedule_record state;
	predict_record_init(&state);
	for (int64_t i = 0; i < 4; i++) {
		int64_t now = noon + i * TIME_HOUR;
		struct histogram hist;
		struct schedule_poll poll;
		histogram_init(&hist, TIME_NONE);
		engine_poll_learn_dates(&state.schedule, &document, known, now);
		engine_poll_learn_poll(
			&state, &document, known, NULL, false, now, &arena, &poll);
		engine_poll_learn_histogram(
			&hist, &state.schedule, &document, known, now);
		size_t hour = histogram_week_hour(i < 3 ? midnight : now);
		assert_int_equal(poll.times[0], i < 3 ? midnight : now);
		assert_int_equal(hist.hours.posts[hour], 1);
		predict_learn(&state, &poll);
	}
	assert_int_equal(state.schedule.waited_items, 0);
	arena_done(&arena);
}

/* Of what is dated between two polls it is known how long it waited; of what came late,
 * that it can't have waited longer than since the poll that didn't show it. */
static void
waiting_is_counted(void **unused)
{
	(void)unused;
	struct item items[4] = {
		{.published = NOW - 100, .updated = NONE},
		{.published = NOW - 1300, .updated = NONE}, /* held back by a cache */
		{.published = NOW - 50, .updated = NONE},   /* known */
		{.published = NONE, .updated = NONE},
	};
	struct feed document = {.items = items, .items_len = 4};
	const bool known[4] = {false, false, true, false};
	struct schedule state;
	predict_init(&state);
	engine_poll_learn_dates(&state, &document, known, NOW);
	assert_int_equal(state.waited_items, 0); /* the first document */
	state.last_poll = NOW - 1000;
	engine_poll_learn_dates(&state, &document, known, NOW);
	assert_int_equal(state.waited_items, 2);
	assert_int_equal(state.waited, 100 + 1000);
}

/* Dates that cannot be true, whatever they are: after the polls that taught that, a post
 * is of when it was seen first, and so is what is undated. */
static void
lies_of_every_kind(void **unused)
{
	(void)unused;
	static const struct {
		const char *what;
		int64_t published;
	} lies[] = {{"always the same", 5 * TIME_DAY}, {"in the future", 900 * TIME_DAY},
		{"none", NONE}};
	for (size_t i = 0; i < COUNT_OF(lies); i++) {
		struct arena arena = ARENA_INIT;
		struct item item = {.published = lies[i].published, .updated = NONE};
		struct feed document = {.items = &item, .items_len = 1};
		const bool known[1] = {false};
		struct schedule_record state;
		struct histogram hist;
		predict_record_init(&state);
		for (int64_t poll = 0; poll < 5; poll++) {
			int64_t now = 100 * TIME_DAY + poll * (TIME_DAY + TIME_HOUR);
			struct schedule_poll seen;
			engine_poll_learn_dates(&state.schedule, &document, known, now);
			engine_poll_learn_poll(&state, &document, known, NULL, false, now,
				&arena, &seen);
			histogram_init(&hist, TIME_NONE);
			engine_poll_learn_histogram(
				&hist, &state.schedule, &document, known, now);
			predict_learn(&state, &seen);
			if (poll < 4)
				continue;
			print_message("# %s\n", lies[i].what);
			assert_int_equal(state.window.times[state.window.len - 1], now);
			assert_int_equal(hist.hours.posts[histogram_week_hour(now)], 1);
		}
		arena_done(&arena);
	}
}

/* As a store keeps it, and as it is read after a restart. */
static size_t
keep(const struct record_shape *shape, const void *from, void *to, struct arena *arena)
{
	struct buf bytes = BUF_INIT(0);
	record_encode(shape, 1, from, (struct span){NULL, 0}, &bytes);
	size_t len = bytes.len;
	assert_int_equal(
		record_decode(shape, 1, (struct span){bytes.data, len}, arena, to, NULL),
		OK);
	buf_done(&bytes);
	return len;
}

/* Shapes are kept in steps of 1/16383 of the largest bin, the rest as it is. */
static void
same_weights(const float *a, const float *b, size_t len)
{
	float most = 0;
	for (size_t i = 0; i < len; i++)
		most = a[i] > most ? a[i] : most;
	for (size_t i = 0; i < len; i++)
		assert_true(fabsf(a[i] - b[i]) <= most / 32000);
}

static void
same_habit(const struct habit *a, const struct habit *b)
{
	same_weights(a->week, b->week, SCHEDULE_WEEK_HOURS);
	same_weights(a->minute, b->minute, HABIT_MINUTES);
	assert_memory_equal(a->bursts, b->bursts, sizeof a->bursts);
	assert_memory_equal(a->exposure, b->exposure, sizeof a->exposure);
	assert_memory_equal(a->fit, b->fit, sizeof a->fit);
	assert_memory_equal(a->sharp, b->sharp, sizeof a->sharp);
	assert_memory_equal(a->size, b->size, sizeof a->size);
	assert_int_equal(a->seen, b->seen);
	assert_int_equal(a->last, b->last);
}

/* Two posts a day, at minutes all over the hours, for six years; each day's polls find
 * them. Two kilobytes hold all that was learned, and nothing of it is lost in between. */
static void
years_take_little_space(void **unused)
{
	(void)unused;
	enum {
		SHOWN = 20,
		DAYS = 2190,
		A_DAY = 2
	};
	static struct schedule_record state, state_back;
	static struct histogram hist, hist_back;
	struct arena arena = ARENA_INIT;
	int64_t times[SHOWN];
	size_t shown = 0;
	predict_record_init(&state);
	histogram_init(&hist, TIME_NONE);
	for (int64_t n = 0; n < DAYS * A_DAY; n++) {
		int64_t hour = (n % A_DAY) * 8 + 6;
		int64_t at = n / A_DAY * TIME_DAY + hour * TIME_HOUR + n * 2713 % 14000;
		if (shown == SHOWN)
			memmove(times, times + 1, (SHOWN - 1) * sizeof *times);
		else
			shown++;
		times[shown - 1] = at;
		const struct schedule_poll poll = {at + 600, times, shown, 1};
		histogram_add(&hist, at);
		histogram_observe(&hist, poll.now);
		predict_learn(&state, &poll);
	}
	size_t size = keep(&shape_schedule, &state, &state_back, &arena);
	size += keep(&shape_hist, &hist, &hist_back, &arena);
	print_message("# %zu bytes\n", size);
	assert_true(size < 2048);
	same_habit(&state.habit, &state_back.habit);
	schedule_derive_histogram(&hist_back);
	assert_memory_equal(&hist, &hist_back, sizeof hist);
	assert_int_equal(state_back.window.len, SHOWN);
	assert_memory_equal(state.window.times, state_back.window.times, sizeof times);
	/* What is old has faded: of six years the bins hold at most half of one. */
	size_t posts = 0;
	for (size_t i = 0; i < SCHEDULE_WEEK_HOURS; i++)
		posts += hist.hours.posts[i];
	assert_in_range(posts, 13 * 7 * A_DAY - A_DAY, 26 * 7 * A_DAY + A_DAY);
	assert_true(hist.hours.until - hist.hours.since <= HISTOGRAM_SPAN_MAX);
	arena_done(&arena);
}

/* Ten posts an hour at minutes of every kind, for two hundred days, fifty of them shown:
 * a feed that fills all of its bins. */
static void
busy_feeds_take_little_space(void **unused)
{
	(void)unused;
	enum {
		SHOWN = 50,
		AN_HOUR = 10,
		HOURS = 200 * 24
	};
	static struct schedule_record state, back;
	static struct histogram hist, hist_back;
	struct arena arena = ARENA_INIT;
	int64_t times[SHOWN] = {0};
	predict_record_init(&state);
	histogram_init(&hist, TIME_NONE);
	for (int64_t hour = 0; hour < HOURS; hour++) {
		memmove(times, times + AN_HOUR, (SHOWN - AN_HOUR) * sizeof *times);
		for (int64_t i = 0; i < AN_HOUR; i++) {
			int64_t at = hour * TIME_HOUR + i * 360 +
				     (hour * AN_HOUR + i) * 40503 % 359;
			times[SHOWN - AN_HOUR + i] = at;
			histogram_add(&hist, at);
		}
		const struct schedule_poll poll = {
			(hour + 1) * TIME_HOUR, times, SHOWN, AN_HOUR};
		histogram_observe(&hist, poll.now);
		predict_learn(&state, &poll);
	}
	size_t size = keep(&shape_schedule, &state, &back, &arena);
	size += keep(&shape_hist, &hist, &hist_back, &arena);
	print_message("# %zu bytes\n", size);
	assert_true(size < 2048);
	same_habit(&state.habit, &back.habit);
	schedule_derive_histogram(&hist_back);
	assert_memory_equal(&hist, &hist_back, sizeof hist);
	arena_done(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(posting_times),
		cmocka_unit_test(histogram_counts_new_posts_once),
		cmocka_unit_test(dates_that_lie_are_not_used),
		cmocka_unit_test(waiting_is_counted),
		cmocka_unit_test(lies_of_every_kind),
		cmocka_unit_test(years_take_little_space),
		cmocka_unit_test(busy_feeds_take_little_space),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
