#include "config.h"

#include "schedule/rank.h"

#include <math.h>

#include "base/time.h"
#include "schedule/histogram.h"
#include "schedule/plan.h"

#define YEAR (366 * TIME_DAY)

void
rank_rates(const struct post_hours *hours, double rates[SCHEDULE_DAY_HOURS])
{
	double days = 0;
	histogram_hours_of_day(hours, rates);
	if (hours->since != TIME_NONE)
		days = (double)(hours->until - hours->since) / (double)TIME_DAY;
	for (size_t h = 0; h < SCHEDULE_DAY_HOURS; h++)
		rates[h] = fmax((rates[h] + RANK_START) / (days + 1), RANK_LEAST);
}

/* The hour of the day of a time, and the seconds left of that hour. */
static size_t
hour_at(int64_t time, int64_t *left)
{
	int64_t second = (time % TIME_DAY + TIME_DAY) % TIME_DAY;
	*left = TIME_HOUR - second % TIME_HOUR;
	return (size_t)(second / TIME_HOUR);
}

/* Whole days are computed in one piece: all of them bring the same items at the same
 * hours, so that n days bring n·Σr items. */
static double
whole_days(
	const double rates[SCHEDULE_DAY_HOURS], int64_t days, int64_t to, double *delay)
{
	double day = rank_articles(rates, to - TIME_DAY, to, delay);
	double n = (double)days;
	if (delay) /* the k-th day back has waited k days longer */
		*delay = n * *delay + day * (double)TIME_DAY * n * (n - 1) / 2;
	return n * day;
}

double
rank_articles(
	const double rates[SCHEDULE_DAY_HOURS], int64_t from, int64_t to, double *delay)
{
	double items = 0, waited = 0;
	if (from < to - YEAR)
		from = to - YEAR;
	int64_t days = (to - from) / TIME_DAY;
	if (days > 1) {
		items = whole_days(rates, days, to, delay ? &waited : NULL);
		to -= days * TIME_DAY;
		if (delay) /* earlier items have waited for all of these days */
			waited += (double)(days * TIME_DAY) *
				  rank_articles(rates, from, to, NULL);
	}
	for (int64_t at = from; at < to;) {
		int64_t span;
		double rate = rates[hour_at(at, &span)] / 3600;
		if (span > to - at)
			span = to - at;
		double n = rate * (double)span;
		items += n;
		waited += n * ((double)(to - at) - (double)span / 2);
		at += span;
	}
	if (delay)
		*delay = waited;
	return items;
}

/* False within the politeness gap. */
static bool
may_poll(const struct strategy_feed *feed, int64_t now)
{
	return now - feed->schedule->last_poll >= RANK_GAP;
}

static double
with_subscribers(const struct plan *plan, const struct strategy_feed *feed, double value)
{
	return value * (1 + plan->subscribers * feed->weight);
}

double
rank_urgency(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	bool *saturated)
{
	double rates[SCHEDULE_DAY_HOURS];
	*saturated = false;
	if (!may_poll(feed, now))
		return 0;
	rank_rates(feed->hours, rates);
	return with_subscribers(
		plan, feed, rank_articles(rates, feed->schedule->last_poll, now, NULL));
}

double
rank_minimum_delay(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	bool *saturated)
{
	double rates[SCHEDULE_DAY_HOURS], delay;
	*saturated = false;
	if (!may_poll(feed, now))
		return 0;
	rank_rates(feed->hours, rates);
	rank_articles(rates, feed->schedule->last_poll, now, &delay);
	return with_subscribers(plan, feed, delay);
}

double
rank_round_robin(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	bool *saturated)
{
	(void)plan;
	*saturated = false;
	return may_poll(feed, now) ? (double)(now - feed->schedule->last_poll) : 0;
}
