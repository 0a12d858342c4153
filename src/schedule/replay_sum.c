#include "config.h"

#include "schedule/replay_sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "schedule/replay.h"
#include "schedule/trace.h"

bool
replay_left_out(const struct trace *t)
{
	return t->len < REPLAY_LEAST;
}

/* ---- days */

static int64_t
day_of(int64_t time)
{
	return time >= 0 ? time / TIME_DAY : -((TIME_DAY - 1 - time) / TIME_DAY);
}

void
replay_days_init(struct replay_days *days, const struct trace *feeds, size_t len)
{
	int64_t first = INT64_MAX, last = INT64_MIN;
	for (size_t i = 0; i < len; i++) {
		if (day_of(feeds[i].start) < first)
			first = day_of(feeds[i].start);
		if (day_of(feeds[i].end) > last)
			last = day_of(feeds[i].end);
	}
	*days = (struct replay_days){.first = first};
	if (last < first)
		return;
	days->len = (size_t)(last - first) + 1;
	days->most = mem_zalloc(days->len * sizeof *days->most);
}

void
replay_days_done(struct replay_days *days)
{
	free(days->most);
	*days = (struct replay_days){0};
}

void
replay_days_merge(struct replay_days *to, const struct replay_days *from)
{
	for (size_t i = 0; i < to->len && i < from->len; i++)
		if (to->most[i] < from->most[i])
			to->most[i] = from->most[i];
}

static void
raise_day(struct replay_days *days, int64_t day, uint32_t waiting)
{
	int64_t i = day - days->first;
	if (i >= 0 && (uint64_t)i < days->len && days->most[i] < waiting)
		days->most[i] = waiting;
}

void
replay_days_count(struct replay_days *days, const int64_t *fresh, size_t n, int64_t now)
{
	for (size_t i = 0; i < n; i++) {
		int64_t until = i + 1 < n ? day_of(fresh[i + 1]) : day_of(now);
		for (int64_t day = day_of(fresh[i]); day <= until; day++)
			raise_day(days, day, (uint32_t)(i + 1));
	}
}

/* ---- figures */

static double
ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

static void
summarise_days(struct replay_summary *out, const struct replay_days *days)
{
	size_t n = 0;
	for (size_t i = 0; i < days->len; i++) {
		n += days->most[i] > 0;
		out->waiting_max_daily += days->most[i];
	}
	out->waiting_max_daily = ratio(out->waiting_max_daily, (double)n);
}

void
replay_summarise(struct replay_summary *out, const struct replay_result *results,
	const struct trace *feeds, size_t len, const struct replay_days *days,
	const char *kind)
{
	double delay = 0, found_delay = 0, found = 0, observed = 0, fresh = 0, with = 0;
	uint64_t obtained = 0;
	*out = (struct replay_summary){0};
	for (size_t i = 0; i < len; i++) {
		const struct replay_result *r = &results[i];
		if (replay_left_out(&feeds[i]) ||
			(kind && strcmp(feeds[i].kind, kind) != 0))
			continue;
		out->feeds++;
		out->polls += r->polls;
		out->items += r->items;
		out->missed += r->missed;
		obtained += r->obtained;
		delay += r->delay;
		found += (double)r->found;
		found_delay += r->found_delay;
		observed += r->observed;
		fresh += r->cycles > 0 ? 1 - r->cycles_lacking / (double)r->cycles
				       : 1 - ratio(r->lost, r->observed);
		out->max_delay = fmax(out->max_delay, r->delay_max);
		out->waiting_max = fmax(out->waiting_max, (double)r->waiting_max);
		if (r->items == 0)
			continue;
		with++;
		out->feeds_completeness +=
			fmin(1, (double)r->obtained / (double)r->items);
		out->feeds_mean_delay += r->delay / (double)r->items;
		out->feeds_polls_per_item += (double)r->polls / (double)r->items;
	}
	double items = (double)out->items;
	out->polls_per_item = ratio((double)out->polls, items);
	out->mean_delay = ratio(delay, items);
	out->feeds_mean_delay = ratio(out->feeds_mean_delay, with);
	out->feeds_polls_per_item = ratio(out->feeds_polls_per_item, with);
	out->feeds_completeness = ratio(out->feeds_completeness, with);
	out->feeds_error = out->feeds_mean_delay / 60 * out->feeds_polls_per_item;
	out->polls_mean_delay = ratio(found_delay, found);
	out->polls_error = out->polls_mean_delay / 60 * out->polls_per_item;
	out->completeness = items > 0 ? (double)obtained / items : 1;
	out->window_freshness = ratio(fresh, (double)out->feeds);
	out->waiting_mean = ratio(delay, observed);
	if (days && !kind)
		summarise_days(out, days);
}
