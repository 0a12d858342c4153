#include "config.h"

#include "simulate/feed.h"

#include <stdlib.h>

#include "schedule/budget.h"
#include "schedule/history.h"
#include "schedule/overflow.h"
#include "schedule/plan.h"
#include "simulate/days.h"
#include "simulate/oracle.h"
#include "simulate/trace.h"
#include "simulate/variant.h"

/* Counts what was published since the last poll, as seen at now. Returns the number of
 * items. */
static size_t
account(struct simulate_feed *feed, int64_t now)
{
	const struct simulate_trace *t = feed->trace;
	struct simulate_result *r = feed->result;
	size_t end = feed->seen;
	while (end < t->len && t->times[end] <= now)
		end++;
	size_t fresh = end - feed->seen, old = 0;
	double window = (double)(end < t->window ? end : t->window);
	while (feed->seen + old < end &&
		t->times[feed->seen + old] < feed->rules->count_from)
		old++;
	for (size_t i = feed->seen; i < end; i++) {
		int64_t from = t->times[i] > feed->rules->count_from
				       ? t->times[i]
				       : feed->rules->count_from;
		double delay = now > from ? (double)(now - from) : 0;
		r->delay += delay;
		if (delay > r->delay_max)
			r->delay_max = delay;
		/* Each of the first w items that wait takes up its share of the window;
		 * after that the reader lacks all of it. */
		if (i - feed->seen < t->window)
			r->lost += delay / window;
	}
	r->items += fresh - old;
	if (fresh > r->waiting_max)
		r->waiting_max = fresh;
	simulate_days_count(feed->days, t->times + feed->seen, fresh, now);
	feed->seen = end;
	return fresh;
}

/* Makes a poll from what the feed shows now, and lets the strategy's history learn it. */
static struct schedule_poll
learn(struct simulate_feed *feed, int64_t now, size_t fresh)
{
	const struct simulate_trace *t = feed->trace;
	size_t shown = feed->seen < t->window ? feed->seen : t->window;
	const int64_t *times = t->times + feed->seen - shown;
	if (fresh > shown)
		fresh = shown;
	struct schedule_poll poll = {now, times, shown, fresh};
	history_learn(feed->history, feed->row, &poll);
	if (feed->oracle)
		simulate_oracle_tell(
			feed->oracle, now, history_habit(feed->history, feed->row));
	feed->last = now;
	feed->overflow = overflow_limit(&feed->history->schedule, t->window, &poll);
	return poll;
}

int64_t
simulate_feed_first_poll(const struct simulate_trace *t)
{
	size_t k = t->window < t->len / 2 ? t->window : t->len / 2;
	int64_t at = t->times[k - 1] + 1;
	return at > t->start ? at : t->start;
}

struct schedule_poll
simulate_feed_start(struct simulate_feed *feed, const struct strategy *row,
	const struct simulate_rules *rules, const struct simulate_trace *trace,
	struct simulate_result *result, struct simulate_days *days)
{
	feed->row = row;
	size_t scale = simulate_variant_oracle(row);
	feed->oracle = scale < HABIT_SCALES ? simulate_oracle_new(trace, scale) : NULL;
	feed->rules = rules;
	feed->trace = trace;
	feed->result = result;
	feed->days = days;
	feed->seen = 0;
	*result = (struct simulate_result){0};
	feed->history = history_new(row, trace->window);
	int64_t now = simulate_feed_first_poll(trace);
	while (feed->seen < trace->len && trace->times[feed->seen] <= now)
		feed->seen++;
	return learn(feed, now, feed->seen);
}

static size_t
least_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

struct schedule_poll
simulate_feed_poll(struct simulate_feed *feed, int64_t now)
{
	struct simulate_result *r = feed->result;
	double before = r->delay;
	uint64_t items = r->items;
	size_t fresh = account(feed, now), counted = (size_t)(r->items - items);
	r->polls++;
	r->obtained += least_size(fresh, feed->trace->window);
	if (fresh > 0) {
		r->found++;
		r->found_delay += (r->delay - before) / (double)fresh;
	}
	if (fresh > feed->trace->window)
		r->missed += least_size(fresh - feed->trace->window, counted);
	return learn(feed, now, fresh);
}

void
simulate_feed_finish(struct simulate_feed *feed)
{
	const struct simulate_trace *t = feed->trace;
	int64_t from = simulate_feed_first_poll(t);
	account(feed, t->end);
	simulate_oracle_free(feed->oracle);
	feed->oracle = NULL;
	if (from < feed->rules->count_from)
		from = feed->rules->count_from;
	feed->result->observed = (double)(t->end - from);
}

void
simulate_feed_done(struct simulate_feed *feed)
{
	simulate_oracle_free(feed->oracle);
	free(feed->history);
	*feed = (struct simulate_feed){0};
}

double
simulate_feed_waiting(const struct simulate_feed *feed, int64_t now)
{
	const struct simulate_trace *t = feed->trace;
	size_t end = feed->seen;
	if (t->rate <= 0)
		return -1;
	while (end < t->len && t->times[end] <= now)
		end++;
	return (double)(end - feed->seen);
}

struct strategy_feed
simulate_feed_view(const struct simulate_feed *feed, int64_t now)
{
	struct strategy_feed view = {.window = feed->trace->window,
		.weight = feed->rules->weight > 0 ? feed->rules->weight : 1,
		.rate = feed->trace->rate > 0 ? feed->trace->rate : -1,
		.waiting = simulate_feed_waiting(feed, now)};
	history_view(feed->history, feed->row, &view);
	return view;
}

struct due_limits
simulate_feed_limits(const struct simulate_feed *feed)
{
	const struct simulate_rules *rules = feed->rules;
	return (struct due_limits){.min_interval = rules->min_interval,
		.max_interval = rules->max_interval,
		.overflow = rules->overflow ? feed->overflow : 0};
}

int64_t
simulate_feed_next(struct simulate_feed *feed, const struct plan *plan,
	const struct schedule_poll *poll)
{
	const struct strategy_feed view = simulate_feed_view(feed, poll->now);
	const struct due_limits limits = simulate_feed_limits(feed);
	enum due_reason reason;
	int64_t longest = due_longest(&limits, &reason);
	double u = plan_interval(plan, &view, poll);
	if (plan->target > 0)
		feed->unscaled = budget_unscaled(plan, u);
	if (!(u > (double)limits.min_interval))
		return poll->now + limits.min_interval;
	if (u > (double)longest)
		return poll->now + longest;
	return poll->now + (int64_t)u;
}
