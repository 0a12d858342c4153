#include "config.h"

#include "schedule/effort.h"

#include "base/time.h"
#include "model/schedule.h"
#include "schedule/rate.h"
#include "schedule/strategy.h"

#define WINDOW_UNKNOWN 15 /* items: many feeds show ten to twenty */

/* A source at the time of a decision. */
struct source {
	double lambda, age, waiting, window, wanted;
};

static struct source
source_of(const struct strategy_feed *feed, int64_t now)
{
	struct source s = {.lambda = rate_mean(feed), .wanted = feed->weight};
	size_t shown = feed->window ? feed->window : feed->schedule->window_len;
	s.window = (double)(shown ? shown : WINDOW_UNKNOWN);
	s.age = (double)(now - feed->schedule->last_poll);
	s.waiting = feed->waiting >= 0 ? feed->waiting : s.lambda * s.age;
	return s;
}

static bool
is_saturated(const struct source *s)
{
	const double rounding = 1e-9; /* of the product */
	return s->waiting >= s->window * (1 - rounding);
}

double
effort_utility(double lambda, double age, double waiting, double window)
{
	if (waiting < window)
		return waiting * age / 2;
	double full = window / lambda; /* the age at saturation */
	return window * (full < age ? full : age) / 2;
}

static double
utility(const struct source *s)
{
	return s->wanted * effort_utility(s->lambda, s->age, s->waiting, s->window);
}

/* Div, slightly raised for slower sources, so that they come first among equals. */
static double
divergence(const struct source *s)
{
	double div = s->wanted * (s->waiting < s->window ? s->waiting : s->window);
	double full = s->window / s->lambda;
	return div * (1 + 1e-3 * full / (full + (double)TIME_DAY));
}

double
effort_two_steps(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	bool *saturated)
{
	(void)plan;
	const struct source s = source_of(feed, now);
	*saturated = is_saturated(&s);
	return *saturated ? divergence(&s) : utility(&s);
}

double
effort_only_saturated(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated)
{
	(void)plan;
	const struct source s = source_of(feed, now);
	*saturated = is_saturated(&s);
	return *saturated ? divergence(&s) : 0;
}

double
effort_only_utility(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated)
{
	(void)plan;
	const struct source s = source_of(feed, now);
	*saturated = false;
	return utility(&s);
}

double
effort_uniform(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	bool *saturated)
{
	(void)plan;
	*saturated = false;
	return (double)(now - feed->schedule->last_poll);
}
