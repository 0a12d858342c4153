/*
 * Two drivers over feeds (simulate/feed.h). A strategy that looks at each feed by itself
 * is run feed by feed, from the first poll to the end. For one that looks at all feeds,
 * time goes forward over all of them at once: strategies that name times work off a heap
 * of events (a feed's first poll, its next poll), strategies that choose the most urgent
 * feeds have one tick per cycle.
 */
#include "config.h"

#include "simulate/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "schedule/budget.h"
#include "schedule/plan.h"
#include "simulate/feed.h"
#include "simulate/trace.h"

/* ---- feed by feed */

static void
replay_alone(const struct plan *plan, const struct simulate_rules *rules,
	const struct simulate_trace *trace, struct simulate_result *result,
	struct simulate_days *days)
{
	struct simulate_feed feed;
	struct schedule_poll poll =
		simulate_feed_start(&feed, plan->choice.row, rules, trace, result, days);
	int64_t next;
	while ((next = simulate_feed_next(&feed, plan, &poll)) <= trace->end)
		poll = simulate_feed_poll(&feed, next);
	simulate_feed_finish(&feed);
	simulate_feed_done(&feed);
}

/* ---- all feeds together */

struct event {
	int64_t at;
	uint32_t feed;
};

struct calendar {
	struct plan *plan;
	const struct simulate_rules *rules;
	const struct simulate_trace *traces;
	size_t len;
	struct simulate_feed *feeds;
	struct simulate_result *results;
	struct simulate_days *days;
	struct event *events; /* a heap, the earliest on top */
	size_t events_len;
	struct budget_gap *gaps;
	uint64_t polls; /* since the last fit */
	struct plan_mark *marks;
	uint32_t *active; /* feeds under observation, for cycles */
	size_t active_len;
};

static bool
before(const struct event *a, const struct event *b)
{
	return a->at != b->at ? a->at < b->at : a->feed < b->feed;
}

static void
push(struct calendar *c, int64_t at, uint32_t feed)
{
	const struct event e = {at, feed};
	size_t i = c->events_len++;
	for (; i > 0 && before(&e, &c->events[(i - 1) / 2]); i = (i - 1) / 2)
		c->events[i] = c->events[(i - 1) / 2];
	c->events[i] = e;
}

static struct event
pop(struct calendar *c)
{
	struct event top = c->events[0], e = c->events[--c->events_len];
	size_t i = 0;
	for (;;) {
		size_t child = 2 * i + 1;
		if (child >= c->events_len)
			break;
		if (child + 1 < c->events_len &&
			before(&c->events[child + 1], &c->events[child]))
			child++;
		if (!before(&c->events[child], &e))
			break;
		c->events[i] = c->events[child];
		i = child;
	}
	c->events[i] = e;
	return top;
}

static void
calendar_init(struct calendar *c)
{
	c->feeds = mem_zalloc((c->len + 1) * sizeof *c->feeds);
	c->events = mem_zalloc((c->len + 1) * sizeof *c->events);
	c->gaps = mem_zalloc((c->len + 1) * sizeof *c->gaps);
	c->marks = mem_zalloc((c->len + 1) * sizeof *c->marks);
	c->active = mem_zalloc((c->len + 1) * sizeof *c->active);
	for (size_t i = 0; i < c->len; i++)
		if (!simulate_trace_left_out(&c->traces[i]))
			push(c, simulate_feed_first_poll(&c->traces[i]), (uint32_t)i);
}

static void
calendar_done(struct calendar *c)
{
	for (size_t i = 0; i < c->len; i++)
		simulate_feed_done(&c->feeds[i]);
	free(c->feeds);
	free(c->events);
	free(c->gaps);
	free(c->marks);
	free(c->active);
}

static bool
observed(const struct calendar *c, size_t i, int64_t now)
{
	return c->feeds[i].history && now <= c->traces[i].end;
}

/* Shows the strategy all feeds that are under observation at now. */
static void
survey(struct calendar *c, int64_t now)
{
	size_t n = 0;
	for (size_t i = 0; i < c->len; i++)
		n += observed(c, i, now);
	plan_survey_begin(c->plan, n, now);
	for (size_t i = 0; i < c->len; i++)
		if (observed(c, i, now)) {
			const struct strategy_feed view =
				simulate_feed_view(&c->feeds[i], now);
			plan_survey_add(c->plan, &view);
		}
	plan_survey_end(c->plan);
}

static struct budget_gap
gap_of(const struct simulate_feed *feed)
{
	const struct due_limits limits = simulate_feed_limits(feed);
	enum due_reason reason;
	return (struct budget_gap){feed->unscaled, (double)limits.min_interval,
		(double)due_longest(&limits, &reason)};
}

/* Fits the scale to the budget by the gaps under way. */
static void
fit(struct calendar *c, int64_t now)
{
	size_t n = 0;
	for (size_t i = 0; i < c->len; i++)
		if (observed(c, i, now))
			c->gaps[n++] = gap_of(&c->feeds[i]);
	budget_fit(c->plan, c->gaps, n, now, c->polls);
	c->polls = 0;
}

static int64_t
round_up(int64_t time, int64_t step)
{
	int64_t rest = time % step;
	return time - rest + (rest > 0 ? step : 0);
}

static struct schedule_poll
start_feed(struct calendar *c, uint32_t feed)
{
	return simulate_feed_start(&c->feeds[feed], c->plan->choice.row, c->rules,
		&c->traces[feed], &c->results[feed], c->days);
}

/* Restarts the counting. */
static void
forget(struct calendar *c)
{
	for (size_t i = 0; i < c->len; i++)
		c->results[i] = (struct simulate_result){0};
}

static void
walk_times(struct calendar *c)
{
	int64_t fit_at = INT64_MIN;
	bool counting = c->rules->count_from == 0;
	int64_t survey_at =
		c->events_len ? round_up(c->events[0].at, PLAN_SURVEY_EVERY) : 0;
	while (c->events_len > 0) {
		struct event e = pop(c);
		struct simulate_feed *feed = &c->feeds[e.feed];
		struct schedule_poll poll;
		if (!counting && e.at >= c->rules->count_from) {
			counting = true;
			forget(c);
		}
		if (e.at >= survey_at) {
			survey(c, e.at);
			survey_at = round_up(e.at + 1, PLAN_SURVEY_EVERY);
		}
		if (c->plan->target > 0 && e.at >= fit_at) {
			fit(c, e.at);
			fit_at = round_up(e.at + 1, BUDGET_FIT);
		}
		if (!feed->history)
			poll = start_feed(c, e.feed);
		else
			poll = simulate_feed_poll(feed, e.at);
		c->polls++;
		int64_t next = simulate_feed_next(feed, c->plan, &poll);
		if (next <= feed->trace->end)
			push(c, next, e.feed);
		else
			simulate_feed_finish(feed);
	}
}

static void
start_until(struct calendar *c, int64_t now)
{
	while (c->events_len > 0 && c->events[0].at <= now) {
		uint32_t feed = pop(c).feed;
		start_feed(c, feed);
		c->active[c->active_len++] = feed;
	}
}

/* Ends the feeds whose trace is over. */
static void
finish_until(struct calendar *c, int64_t now)
{
	size_t kept = 0;
	for (size_t i = 0; i < c->active_len; i++) {
		struct simulate_feed *feed = &c->feeds[c->active[i]];
		if (feed->trace->end < now)
			simulate_feed_finish(feed);
		else
			c->active[kept++] = c->active[i];
	}
	c->active_len = kept;
}

/* Polls feeds before their windows overflow. Returns the number of polls. */
static size_t
poll_full(struct calendar *c, int64_t now)
{
	size_t polls = 0;
	for (size_t i = 0; i < c->active_len; i++) {
		struct simulate_feed *feed = &c->feeds[c->active[i]];
		for (;;) {
			const struct due_limits limits = simulate_feed_limits(feed);
			enum due_reason reason;
			int64_t at = feed->last + due_longest(&limits, &reason);
			if (reason != DUE_OVERFLOW || at > now || at > feed->trace->end)
				break;
			simulate_feed_poll(feed, at);
			polls++;
		}
	}
	return polls;
}

static void
tick(struct calendar *c, int64_t now, size_t forced)
{
	size_t marks = 0;
	for (size_t i = 0; i < c->active_len; i++) {
		uint32_t index = c->active[i];
		struct simulate_feed *feed = &c->feeds[index];
		const struct strategy_feed view = simulate_feed_view(feed, now);
		if (now - feed->last < c->rules->min_interval)
			continue;
		if (now - feed->last >= c->rules->max_interval) {
			simulate_feed_poll(feed, now);
			forced++;
		} else if (plan_mark(c->plan, &view, now, index, &c->marks[marks])) {
			marks++;
		}
	}
	size_t chosen = plan_cycle(c->plan, c->active_len, forced, c->marks, marks);
	for (size_t i = 0; i < chosen; i++)
		simulate_feed_poll(&c->feeds[c->marks[i].index], now);
}

/* Measures how much of each source's window the reader lacks after the cycle's polls. */
static void
measure(struct calendar *c, int64_t now)
{
	for (size_t i = 0; i < c->active_len; i++) {
		const struct simulate_feed *feed = &c->feeds[c->active[i]];
		double n = simulate_feed_waiting(feed, now),
		       window = (double)feed->trace->window;
		feed->result->cycles_lacking += (n < window ? n : window) / window;
		feed->result->cycles++;
	}
}

static void
walk_cycles(struct calendar *c)
{
	bool counting = c->rules->count_from == 0;
	int64_t now = 0, step = c->plan->cycle, survey_at = INT64_MIN;
	while (c->events_len > 0 || c->active_len > 0) {
		if (c->active_len == 0)
			now = round_up(c->events[0].at, step);
		start_until(c, now);
		size_t forced = poll_full(c, now);
		finish_until(c, now);
		if (!counting && now >= c->rules->count_from) {
			counting = true;
			forget(c);
		}
		if (c->plan->choice.row->survey && now >= survey_at) {
			survey(c, now);
			survey_at = round_up(now + 1, PLAN_SURVEY_EVERY);
		}
		tick(c, now, forced);
		if (counting && c->rules->count_from > 0)
			measure(c, now);
		now += step;
	}
}

/* ---- a replay */

bool
simulate_replay_separate(
	const struct strategy *strategy, const struct simulate_rules *rules)
{
	return strategy->kind == STRATEGY_TIME && !strategy->survey &&
	       rules->per_day <= 0 && rules->count_from == 0;
}

void
simulate_replay(struct plan *plan, const struct simulate_rules *rules,
	const struct simulate_trace *traces, size_t len, struct simulate_result *results,
	struct simulate_days *days)
{
	const struct strategy *row = plan->choice.row;
	struct calendar c = {.plan = plan,
		.rules = rules,
		.traces = traces,
		.len = len,
		.results = results,
		.days = days};
	memset(results, 0, len * sizeof *results);
	if (rules->per_day > 0)
		budget_set(plan, rules->per_day);
	if (simulate_replay_separate(row, rules)) {
		for (size_t i = 0; i < len; i++)
			if (!simulate_trace_left_out(&traces[i]))
				replay_alone(plan, rules, &traces[i], &results[i], days);
		return;
	}
	calendar_init(&c);
	if (row->kind == STRATEGY_TIME)
		walk_times(&c);
	else
		walk_cycles(&c);
	calendar_done(&c);
}
