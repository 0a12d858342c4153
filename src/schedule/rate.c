#include "config.h"

#include "schedule/rate.h"

#include "base/time.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/strategy.h"

static double
window_rate(const struct schedule *s)
{
	size_t w = s->window_len;
	if (w < 2)
		return RATE_UNKNOWN;
	double span = (double)(s->last_poll - s->oldest);
	return (double)(w - 1) / (span > 1 ? span : 1);
}

double
rate_mean(const struct strategy_feed *feed)
{
	double hours[SCHEDULE_DAY_HOURS], items = 0;
	if (feed->rate >= 0)
		return feed->rate;
	double span = histogram_days_hours(feed->days, hours) * (double)TIME_DAY;
	for (size_t i = 0; i < SCHEDULE_DAY_HOURS; i++)
		items += hours[i];
	return (items + 1) / (span + 1 / window_rate(feed->schedule));
}
