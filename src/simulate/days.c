#include "config.h"

#include "simulate/days.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "simulate/trace.h"

static int64_t
day_of(int64_t time)
{
	return time >= 0 ? time / TIME_DAY : -((TIME_DAY - 1 - time) / TIME_DAY);
}

void
simulate_days_init(
	struct simulate_days *days, const struct simulate_trace *feeds, size_t len)
{
	int64_t first = INT64_MAX, last = INT64_MIN;
	for (size_t i = 0; i < len; i++) {
		if (day_of(feeds[i].start) < first)
			first = day_of(feeds[i].start);
		if (day_of(feeds[i].end) > last)
			last = day_of(feeds[i].end);
	}
	*days = (struct simulate_days){.first = first};
	if (last < first)
		return;
	days->len = (size_t)(last - first) + 1;
	days->most = mem_zalloc(days->len * sizeof *days->most);
}

void
simulate_days_done(struct simulate_days *days)
{
	free(days->most);
	*days = (struct simulate_days){0};
}

void
simulate_days_merge(struct simulate_days *to, const struct simulate_days *from)
{
	for (size_t i = 0; i < to->len && i < from->len; i++)
		if (to->most[i] < from->most[i])
			to->most[i] = from->most[i];
}

static void
raise_day(struct simulate_days *days, int64_t day, uint32_t waiting)
{
	int64_t i = day - days->first;
	if (i >= 0 && (uint64_t)i < days->len && days->most[i] < waiting)
		days->most[i] = waiting;
}

void
simulate_days_count(
	struct simulate_days *days, const int64_t *fresh, size_t n, int64_t now)
{
	for (size_t i = 0; i < n; i++) {
		int64_t until = i + 1 < n ? day_of(fresh[i + 1]) : day_of(now);
		for (int64_t day = day_of(fresh[i]); day <= until; day++)
			raise_day(days, day, (uint32_t)(i + 1));
	}
}

double
simulate_days_mean(const struct simulate_days *days)
{
	double sum = 0;
	size_t n = 0;
	for (size_t i = 0; i < days->len; i++) {
		n += days->most[i] > 0;
		sum += days->most[i];
	}
	return n > 0 ? sum / (double)n : 0;
}
