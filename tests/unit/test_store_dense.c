#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/time.h"
#include "model/schedule.h"
#include "store/record/dense.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "unit.h"

static size_t
there_and_back(const uint16_t *counts, size_t len)
{
	struct buf out = BUF_INIT(0);
	uint16_t back[DENSE_MAX];
	dense_put(counts, len, &out);
	size_t size = out.len;
	assert_true(dense_get((struct span){out.data, out.len}, back, len));
	assert_memory_equal(back, counts, len * sizeof *counts);
	/* Cut anywhere it is refused, or other counts, but never read beyond. */
	for (size_t cut = 0; cut < size; cut += 1 + size / 50) {
		char *copy = malloc(cut + 1);
		memcpy(copy, out.data, cut);
		dense_get((struct span){copy, cut}, back, len);
		free(copy);
	}
	buf_done(&out);
	return size;
}

static void
counts_of_every_kind_come_back(void **state)
{
	(void)state;
	uint16_t counts[DENSE_MAX] = {0};
	/* One post: a form, a distance of two bytes, a count. */
	counts[1000] = 1;
	assert_int_equal(there_and_back(counts, DENSE_MAX), 4);
	/* Two posts a day at minutes all over the day, for a quarter. */
	for (size_t i = 0; i < 180; i++)
		counts[i * 2713 % DENSE_MAX]++;
	assert_true(there_and_back(counts, DENSE_MAX) < 300);
	/* About 30 in each minute: less than a byte each. */
	for (size_t i = 0; i < DENSE_MAX; i++)
		counts[i] = (uint16_t)(25 + i * 7919 % 11);
	assert_true(there_and_back(counts, DENSE_MAX) < DENSE_MAX * 6 / 8);
	/* The largest numbers, the steepest steps. */
	for (size_t i = 0; i < DENSE_MAX; i++)
		counts[i] = i % 3 ? 0 : UINT16_MAX;
	there_and_back(counts, DENSE_MAX);
	for (size_t i = 0; i < DENSE_MAX; i++)
		counts[i] = UINT16_MAX;
	there_and_back(counts, DENSE_MAX);
	for (size_t i = 0; i < DENSE_MAX; i++)
		counts[i] = (uint16_t)(i * i * 40503 >> 7);
	there_and_back(counts, DENSE_MAX);
}

/* Weights come back within half a step of the largest; and as all fade by the same
 * factor, nothing moves, however often they are stored in between. */
static void
weights_fade_evenly(void **state)
{
	(void)state;
	float weights[60] = {0}, first[60];
	for (size_t i = 0; i < 60; i++)
		weights[i] = i % 4 ? (float)i * 0.37F : 0;
	memcpy(first, weights, sizeof first);
	double faded = 1;
	for (int poll = 0; poll < 2000; poll++) {
		struct buf out = BUF_INIT(0);
		dense_put_weights(weights, 60, &out);
		assert_true(
			dense_get_weights((struct span){out.data, out.len}, weights, 60));
		buf_done(&out);
		for (size_t i = 0; i < 60; i++)
			weights[i] *= 0.9997F;
		faded *= (double)0.9997F;
	}
	for (size_t i = 0; i < 60; i++)
		assert_true(fabs((double)first[i] * faded - (double)weights[i]) <
			    (double)first[59] * faded / 16383);
}

static void
weights_there_and_back(float *weights, size_t len)
{
	struct buf out = BUF_INIT(0);
	dense_put_weights(weights, len, &out);
	assert_true(dense_get_weights((struct span){out.data, out.len}, weights, len));
	buf_done(&out);
}

/* Rounding may not carry it away, poll by poll. */
static void
the_largest_weight_stays_what_it_is(void **state)
{
	(void)state;
	for (int i = 1; i <= 1000; i++) {
		const float largest = 1 + (float)i / 1024;
		float weights[] = {largest / 2, largest};
		weights_there_and_back(weights, 2);
		assert_true(weights[1] == largest);
	}
}

static void
a_negative_nothing_is_nothing(void **state)
{
	(void)state;
	float weights[] = {-0.0F, -0.0F};
	weights_there_and_back(weights, 2);
	assert_true(weights[0] == 0 && weights[1] == 0);
	assert_true(dense_get_weights((struct span){"\0\0\0\200\0", 5}, weights, 2));
	assert_false(signbit(weights[0]));
}

static void
nonsense_is_refused(void **state)
{
	(void)state;
	static const char *const cases[] = {"", "\3", "\0\200\200\200\200\1", "\1",
		"\2\377\377\377\377\377\377\377\377\377\377"};
	static const size_t lens[] = {0, 1, 6, 1, 11};
	uint16_t counts[10];
	float weights[10];
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_false(dense_get((struct span){cases[i], lens[i]}, counts, 10));
	assert_false(dense_get_weights((struct span){"\0\0\300\177\0", 5}, weights, 10));
	assert_false(dense_get_weights((struct span){"\0\0\200\277\0", 5}, weights, 10));
	assert_true(dense_get_weights((struct span){"\0\0\200\77\0", 5}, weights, 10));
}

/* A record's check over what follows it. */
static struct span
sealed(char *record, size_t len)
{
	schema_put32(record, record_sum(1, record + 4, len - 4));
	return (struct span){record, len};
}

/* A histogram as minor version 0 of the format wrote it: hours as varints, minutes and
 * days sparse, one span. The new fields say something else: an older program, which does
 * not know them, kept them. */
static void
older_histograms_are_read(void **state)
{
	(void)state;
	char bytes[600] = {0};
	size_t n = 5;
	bytes[n++] = 1; /* hours: 168 varints */
	bytes[n++] = (char)(0x80 | 40);
	bytes[n++] = 1;
	for (size_t i = 0; i < SCHEDULE_WEEK_HOURS; i++)
		bytes[n++] = (char)(i % 100);
	memcpy(bytes + n, "\2\5\0\3\7\2\11", 7); /* minutes: 3 is 7, 5 is 9 */
	n += 7;
	memcpy(bytes + n, "\3\1\24\4\2\320\17", 7); /* since 10, until 1000 */
	n += 7;
	memcpy(bytes + n, "\6\3\0\2\4", 5); /* days: 2 is 4 */
	n += 5;
	memcpy(bytes + n, "\11\3\0\4\1", 5); /* minutes, new: 4 is 1 */
	n += 5;
	struct histogram hist;
	struct arena arena = ARENA_INIT;
	assert_int_equal(
		record_decode(&shape_hist, 1, sealed(bytes, n), &arena, &hist, NULL), OK);
	schedule_derive_histogram(&hist);
	for (size_t i = 0; i < SCHEDULE_WEEK_HOURS; i++)
		assert_int_equal(hist.hours.posts[i], i % 100);
	assert_int_equal(hist.minutes.posts[3], 7);
	assert_int_equal(hist.minutes.posts[5], 9);
	assert_int_equal(hist.minutes.posts[4], 0);
	assert_int_equal(hist.days.posts[2], 4);
	assert_int_equal(hist.hours.since, 10);
	assert_int_equal(hist.days.since, 10);
	assert_int_equal(hist.minutes.until, 1000);
	assert_int_equal(hist.days.until, 1000);
	arena_done(&arena);
}

/* The shape of a habit likewise: hour 3 of the week 1.5, minute 2 of the hour 0.5. */
static void
older_habits_are_read(void **state)
{
	(void)state;
	char bytes[64] = {0};
	size_t n = 5;
	memcpy(bytes + n, "\11\5\3\0\0\300\77", 7);
	n += 7;
	memcpy(bytes + n, "\12\5\2\0\0\0\77", 7);
	n += 7;
	struct schedule_record record;
	struct arena arena = ARENA_INIT;
	assert_int_equal(record_decode(&shape_schedule, 1, sealed(bytes, n), &arena,
				 &record, NULL),
		OK);
	assert_true(record.habit.week[3] == 1.5F && record.habit.week[2] == 0);
	assert_true(record.habit.minute[2] == 0.5F);
	arena_done(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_of_every_kind_come_back),
		cmocka_unit_test(weights_fade_evenly),
		cmocka_unit_test(the_largest_weight_stays_what_it_is),
		cmocka_unit_test(a_negative_nothing_is_nothing),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(older_histograms_are_read),
		cmocka_unit_test(older_habits_are_read),
	};
	return UNIT_RUN(tests);
}
