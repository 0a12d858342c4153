/*
 * Both functions of r are convex where they are inverted (g after the logarithm), and
 * Newton's method starts above the root, so that it comes down to it without a detour.
 */
#include "config.h"

#include "schedule/crawl.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "schedule/rate.h"
#include "schedule/strategy.h"

#define NEWTON_MOST 40
#define NEVER 1e12 /* seconds */

/* r with 1 - (1 + r)e^-r = y, that is r - ln(1 + r) = -ln(1 - y); 0 < y < 1. */
static double
invert_g(double y)
{
	double goal = -log1p(-y), r = goal + sqrt(2 * goal);
	for (int i = 0; i < NEWTON_MOST; i++) {
		double step = (r - log1p(r) - goal) * (1 + r) / r;
		r -= step;
		if (fabs(step) <= 1e-10 * r)
			break;
	}
	return r;
}

/* r with r²/2 - 1 + (1 + r)e^-r = y > 0; r³/3 near 0, where the difference cancels. */
static double
invert_h(double y)
{
	double small = cbrt(3 * y), r = fmin(sqrt(2 * (y + 1)), 1.5 * small);
	if (small < 1e-3)
		return small;
	for (int i = 0; i < NEWTON_MOST; i++) {
		double e = exp(-r);
		double step = (r * r / 2 - 1 + (1 + r) * e - y) / (r * (1 - e));
		r -= step;
		if (fabs(step) <= 1e-10 * r)
			break;
	}
	return r;
}

double
crawl_frequency(enum crawl_goal goal, double rate, double weight, double mu)
{
	double y = mu * rate / weight;
	if (goal == CRAWL_AGE)
		return rate / invert_h(y * rate);
	return y < 1 ? rate / invert_g(y) : 0;
}

/* Frequencies fall as μ grows. */
double
crawl_multiplier(enum crawl_goal goal, const double *rates, const double *weights,
	size_t n, double per_second, double near)
{
	double low = 0, high = 0, mu = near > 0 ? near : 1;
	for (int round = 0; round < 200; round++) {
		double sum = 0;
		for (size_t i = 0; i < n; i++)
			sum += crawl_frequency(
				goal, rates[i], weights ? weights[i] : 1, mu);
		if (fabs(sum - per_second) <= 1e-4 * per_second)
			break;
		if (sum > per_second)
			low = mu;
		else
			high = mu;
		if (low > 0 && high > 0)
			mu = sqrt(low * high);
		else
			mu *= sum > per_second ? 4 : 0.25;
	}
	return mu;
}

static void
prepare(struct plan *plan, enum crawl_goal goal, const struct strategy_feed *feeds,
	size_t len)
{
	double *rates = mem_zalloc((2 * len + 1) * sizeof *rates), *weights = rates + len;
	for (size_t i = 0; i < len; i++) {
		rates[i] = rate_mean(&feeds[i]);
		weights[i] = feeds[i].weight;
	}
	double a_day = plan->budget / plan->scale * (double)len;
	if (len > 0)
		plan->multiplier = crawl_multiplier(goal, rates, weights, len,
			a_day / (double)TIME_DAY, plan->multiplier);
	free(rates);
}

void
crawl_prepare_age(
	struct plan *plan, const struct strategy_feed *feeds, size_t len, int64_t now)
{
	(void)now;
	prepare(plan, CRAWL_AGE, feeds, len);
}

void
crawl_prepare_freshness(
	struct plan *plan, const struct strategy_feed *feeds, size_t len, int64_t now)
{
	(void)now;
	prepare(plan, CRAWL_FRESHNESS, feeds, len);
}

/* Before the first look at all feeds each has an equal share. */
static double
interval(const struct plan *plan, enum crawl_goal goal, const struct strategy_feed *feed)
{
	if (plan->multiplier <= 0)
		return (double)TIME_DAY * plan->scale / plan->budget;
	double f = crawl_frequency(goal, rate_mean(feed), feed->weight, plan->multiplier);
	return f > 0 ? 1 / f : NEVER;
}

double
crawl_age(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)poll;
	return interval(plan, CRAWL_AGE, feed);
}

double
crawl_freshness(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)poll;
	return interval(plan, CRAWL_FRESHNESS, feed);
}
