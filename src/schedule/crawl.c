/*
 * Both functions of r are convex where they are inverted (g after taking the logarithm),
 * and Newton's method starts above the root, so that it descends to it monotonically.
 */
#include "config.h"

#include "schedule/crawl.h"

#include <math.h>

#include "base/time.h"
#include "base/vec.h"
#include "schedule/plan.h"
#include "schedule/rate.h"

#define NEWTON_MOST 40
#define NEVER 1e12 /* seconds */

/* The r with 1 - (1 + r)e^-r = y, that is r - ln(1 + r) = -ln(1 - y); 0 < y < 1. */
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

/* The r with r²/2 - 1 + (1 + r)e^-r = y > 0. Near 0, where the terms cancel, it is
 * r³/3. */
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
crawl_multiplier(enum crawl_goal goal, const struct plan_rate *sources, size_t n,
	double per_second, double near)
{
	double low = 0, high = 0, mu = near > 0 ? near : 1;
	for (int round = 0; round < 200; round++) {
		double sum = 0;
		for (size_t i = 0; i < n; i++)
			sum += crawl_frequency(
				goal, sources[i].rate, sources[i].weight, mu);
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

void
crawl_survey(struct plan *plan, const struct strategy_feed *feed)
{
	struct plan_survey *survey = &plan->survey;
	*VEC_PUSH(survey->rates, survey->rates_len, survey->rates_cap) =
		(struct plan_rate){rate_mean(feed), feed->weight};
}

static void
surveyed(struct plan *plan, enum crawl_goal goal)
{
	const struct plan_survey *survey = &plan->survey;
	double a_day = plan->budget / plan->scale * (double)survey->rates_len;
	if (survey->rates_len > 0)
		plan->multiplier = crawl_multiplier(goal, survey->rates,
			survey->rates_len, a_day / (double)TIME_DAY, plan->multiplier);
}

void
crawl_surveyed_age(struct plan *plan, int64_t now)
{
	(void)now;
	surveyed(plan, CRAWL_AGE);
}

void
crawl_surveyed_freshness(struct plan *plan, int64_t now)
{
	(void)now;
	surveyed(plan, CRAWL_FRESHNESS);
}

/* Before the first survey of all feeds each has an equal share. */
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
