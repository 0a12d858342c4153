/*
 * The crawling policies by hand: from r to the multiplier, and back.
 */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "schedule/crawl.h"
#include "schedule/plan.h"

#define CLOSE(a, b) assert_true(fabs((a) - (b)) <= 1e-6 * fabs(b))

static void
frequencies_by_hand(void **unused)
{
	(void)unused;
	/* r = 1: g = 1 - 2/e = 0.2642411, h = 1/2 - 0.2642411 = 0.2357589 */
	CLOSE(crawl_frequency(CRAWL_FRESHNESS, 3, 1, 0.2642411177 / 3), 3.0);
	CLOSE(crawl_frequency(CRAWL_AGE, 3, 1, 0.2357588823 / 9), 3.0);
	/* r = 2: g = 1 - 3/e² = 0.5939942, h = 2 - g = 1.4060058 */
	CLOSE(crawl_frequency(CRAWL_FRESHNESS, 4, 1, 0.5939941503 / 4), 2.0);
	CLOSE(crawl_frequency(CRAWL_AGE, 4, 1, 1.4060058497 / 16), 2.0);
	/* twice the weight allows twice the multiplier */
	CLOSE(crawl_frequency(CRAWL_AGE, 4, 2, 2 * 1.4060058497 / 16), 2.0);
	/* often changed, often polled: r → 0, h → r³/3: μ = r³/(3λ²) */
	CLOSE(crawl_frequency(CRAWL_AGE, 1, 1, 1e-15 / 3), 1e5);
	/* what changes too often is given up for freshness, not for age */
	assert_true(crawl_frequency(CRAWL_FRESHNESS, 10, 1, 0.1) == 0);
	assert_true(crawl_frequency(CRAWL_AGE, 10, 1, 0.1) > 0);
}

static void
multiplier_by_hand(void **unused)
{
	(void)unused;
	static const struct plan_rate equal[] = {{2, 1}, {2, 1}},
				      two[] = {{1, 1}, {100, 1}};
	/* alike: each has half of 4, r = 1 */
	double mu = crawl_multiplier(CRAWL_FRESHNESS, equal, 2, 4, 0);
	assert_true(fabs(mu - 0.2642411 / 2) < 1e-3 * mu);
	mu = crawl_multiplier(CRAWL_AGE, equal, 2, 4, 0);
	assert_true(fabs(mu - 0.2357589 / 4) < 1e-3 * mu);
	/* one visit a second: all of it for the slow source, where r = 1 and
	 * μ = 0.2642411, since 100·μ > 1 */
	mu = crawl_multiplier(CRAWL_FRESHNESS, two, 2, 1, 0);
	assert_true(fabs(mu - 0.2642411) < 1e-3 * mu);
	assert_true(crawl_frequency(CRAWL_FRESHNESS, 100, 1, mu) == 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frequencies_by_hand),
		cmocka_unit_test(multiplier_by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
