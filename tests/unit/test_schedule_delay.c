/*
 * least-delay against values worked by hand: an even rate has the interval √(2c/λ).
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
#include "model/schedule.h"
#include "schedule/delay.h"
#include "schedule/habit.h"

#define SUNDAY ((int64_t)259200) /* 4 January 1970, 00:00 UTC */

/* Eight rates of one item in 1,000 s, no shape learned. */
static void
even(struct habit *h)
{
	habit_init(h);
	h->seen = h->last = SUNDAY;
	for (size_t k = 0; k < HABIT_SCALES; k++) {
		h->exposure[k] = 1e9F;
		h->bursts[k] = 1e6F;
	}
}

static void
even_rate_by_hand(void **unused)
{
	(void)unused;
	struct habit h;
	even(&h);
	/* √(2 · 3200 / 0.001) = 2530 s; instants are a tenth of it apart */
	double u = delay_best(&habit_model, &h, SUNDAY, 3200, 1);
	assert_true(u > 2530 * 0.9 && u < 2530 * 1.1);
	/* Four times the weight: half the interval. */
	double half = delay_best(&habit_model, &h, SUNDAY, 3200, 4);
	assert_true(half > 1265 * 0.9 && half < 1265 * 1.1);
}

/* Twenty days of a post an hour, on the half hour: the words say so. */
static void
reason_names_the_minute(void **unused)
{
	(void)unused;
	struct habit h;
	struct buf out = BUF_INIT(0);
	habit_init(&h);
	for (int64_t hour = 0; hour < 480; hour++) {
		int64_t post = SUNDAY + hour * TIME_HOUR + 30 * TIME_MINUTE;
		habit_learn(&habit_model, &h, &post, 1, 1, post + TIME_MINUTE);
	}
	delay_reason(&h, &out);
	assert_true(strncmp(out.data, "posts at :30, ", 14) == 0);
	assert_non_null(strstr(out.data, "items a day"));
	buf_done(&out);
}

static void
burst_counts_once(void **unused)
{
	(void)unused;
	int64_t shown[12];
	struct habit h;
	habit_init(&h);
	shown[0] = SUNDAY;
	shown[1] = SUNDAY + TIME_DAY;
	habit_learn(&habit_model, &h, shown, 2, 2, SUNDAY + TIME_DAY);
	for (size_t i = 2; i < 12; i++)
		shown[i] = SUNDAY + 2 * TIME_DAY;
	habit_learn(&habit_model, &h, shown, 12, 10, SUNDAY + 2 * TIME_DAY);
	/* one day later nothing is left of the first but e^(-24 h/4 h) */
	assert_true(fabs((double)h.bursts[0] - 1 - exp(-6)) < 1e-4);
	/* items: (1 decayed a day at 60 d) + 10 */
	assert_true(fabs((double)h.size[0] - 10 - exp(-1.0 / 60)) < 1e-4);
}

static void
archive_counts_not_at_all(void **unused)
{
	(void)unused;
	static const int64_t first[] = {SUNDAY, SUNDAY + TIME_HOUR};
	static const int64_t old[] = {SUNDAY - 9 * TIME_DAY, SUNDAY - 8 * TIME_DAY};
	struct habit h, quiet;
	habit_init(&h);
	habit_learn(&habit_model, &h, first, 2, 2, SUNDAY + TIME_HOUR);
	quiet = h;
	habit_learn(&habit_model, &h, old, 2, 2, SUNDAY + 2 * TIME_HOUR);
	habit_learn(&habit_model, &quiet, NULL, 0, 0, SUNDAY + 2 * TIME_HOUR);
	assert_memory_equal(h.bursts, quiet.bursts, sizeof h.bursts);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(even_rate_by_hand),
		cmocka_unit_test(reason_names_the_minute),
		cmocka_unit_test(burst_counts_once),
		cmocka_unit_test(archive_counts_not_at_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
