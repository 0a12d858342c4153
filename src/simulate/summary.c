#include "config.h"

#include "simulate/summary.h"

#include <math.h>
#include <string.h>

#include "simulate/days.h"
#include "simulate/feed.h"
#include "simulate/trace.h"

static double
ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

/* Sums over feeds that become means in the end. */
struct sums {
	double delay, found_delay, found, observed, fresh;
	double with;       /* feeds that had items */
	uint64_t obtained; /* items */
};

static void
add_feed(struct simulate_summary *out, struct sums *sums, const struct simulate_result *r)
{
	out->feeds++;
	out->polls += r->polls;
	out->items += r->items;
	out->missed += r->missed;
	sums->obtained += r->obtained;
	sums->delay += r->delay;
	sums->found += (double)r->found;
	sums->found_delay += r->found_delay;
	sums->observed += r->observed;
	sums->fresh += r->cycles > 0 ? 1 - r->cycles_lacking / (double)r->cycles
				     : 1 - ratio(r->lost, r->observed);
	out->max_delay = fmax(out->max_delay, r->delay_max);
	out->waiting_max = fmax(out->waiting_max, (double)r->waiting_max);
	if (r->items == 0)
		return;
	sums->with++;
	out->feeds_completeness += fmin(1, (double)r->obtained / (double)r->items);
	out->feeds_mean_delay += r->delay / (double)r->items;
	out->feeds_polls_per_item += (double)r->polls / (double)r->items;
}

static void
set_means(struct simulate_summary *out, const struct sums *sums)
{
	double items = (double)out->items;
	out->polls_per_item = ratio((double)out->polls, items);
	out->mean_delay = ratio(sums->delay, items);
	out->feeds_mean_delay = ratio(out->feeds_mean_delay, sums->with);
	out->feeds_polls_per_item = ratio(out->feeds_polls_per_item, sums->with);
	out->feeds_completeness = ratio(out->feeds_completeness, sums->with);
	out->feeds_error = out->feeds_mean_delay / 60 * out->feeds_polls_per_item;
	out->polls_mean_delay = ratio(sums->found_delay, sums->found);
	out->polls_error = out->polls_mean_delay / 60 * out->polls_per_item;
	out->completeness = items > 0 ? (double)sums->obtained / items : 1;
	out->window_freshness = ratio(sums->fresh, (double)out->feeds);
	out->waiting_mean = ratio(sums->delay, sums->observed);
}

void
simulate_summarise(struct simulate_summary *out, const struct simulate_result *results,
	const struct simulate_trace *feeds, size_t len, const struct simulate_days *days,
	const char *kind)
{
	struct sums sums = {0};
	*out = (struct simulate_summary){0};
	for (size_t i = 0; i < len; i++)
		if (!simulate_trace_left_out(&feeds[i]) &&
			(!kind || strcmp(feeds[i].kind, kind) == 0))
			add_feed(out, &sums, &results[i]);
	set_means(out, &sums);
	if (days && !kind)
		out->waiting_max_daily = simulate_days_mean(days);
}

#define WHOLE(field) true, offsetof(struct simulate_summary, field)
#define REAL(field) false, offsetof(struct simulate_summary, field)

const struct simulate_figure simulate_figures[] = {
	{"polls", WHOLE(polls)},
	{"items", WHOLE(items)},
	{"polls_per_item", REAL(polls_per_item)},
	{"mean_delay_s", REAL(mean_delay)},
	{"max_delay_s", REAL(max_delay)},
	{"feeds_mean_delay_s", REAL(feeds_mean_delay)},
	{"feeds_polls_per_item", REAL(feeds_polls_per_item)},
	{"feeds_error", REAL(feeds_error)},
	{"polls_mean_delay_s", REAL(polls_mean_delay)},
	{"polls_error", REAL(polls_error)},
	{"missed", WHOLE(missed)},
	{"completeness", REAL(completeness)},
	{"feeds_completeness", REAL(feeds_completeness)},
	{"window_freshness", REAL(window_freshness)},
	{"waiting_mean", REAL(waiting_mean)},
	{"waiting_max", REAL(waiting_max)},
	{"waiting_max_daily", REAL(waiting_max_daily)},
	{"feeds", WHOLE(feeds)},
	{0},
};
