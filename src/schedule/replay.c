/*
 * Two drivers over one accounting. Where a strategy looks at each feed alone, a feed is
 * walked from its first poll to its end. Where it looks at all feeds, time is walked: a
 * heap of what is next for each feed (its first poll, its polls) for strategies that name
 * times, and one tick a cycle for those that are asked for the most urgent feeds.
 */
#include "config.h"

#include "schedule/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "schedule/budget.h"
#include "schedule/history.h"
#include "schedule/oracle.h"
#include "schedule/predict.h"
#include "schedule/replay_sum.h"
#include "schedule/strategy.h"
#include "schedule/trace.h"

/* A feed under way. */
struct run {
	const struct trace *trace;
	struct replay_result *result;
	struct replay_days *days;
	size_t seen;                /* items published up to the last poll */
	int64_t last;               /* poll */
	const struct strategy *row; /* says what it reads */
	struct oracle *oracle;      /* NULL: none */
	int64_t count_from;
	double unscaled; /* its last interval at scale 1 */
	struct history *history;
};

/* ---- one feed's accounting */

/* Takes in what was published since the last poll, as seen at now; returns how much. */
static size_t
account(struct run *run, int64_t now)
{
	const struct trace *t = run->trace;
	struct replay_result *r = run->result;
	size_t end = run->seen;
	while (end < t->len && t->times[end] <= now)
		end++;
	size_t fresh = end - run->seen, old = 0;
	double window = (double)(end < t->window ? end : t->window);
	while (run->seen + old < end && t->times[run->seen + old] < run->count_from)
		old++;
	for (size_t i = run->seen; i < end; i++) {
		int64_t from =
			t->times[i] > run->count_from ? t->times[i] : run->count_from;
		double delay = now > from ? (double)(now - from) : 0;
		r->delay += delay;
		if (delay > r->delay_max)
			r->delay_max = delay;
		/* The first w that wait take a share of the window each; from then on
		 * the reader lacks all of it. */
		if (i - run->seen < t->window)
			r->lost += delay / window;
	}
	r->items += fresh - old;
	if (fresh > r->waiting_max)
		r->waiting_max = fresh;
	replay_days_count(run->days, t->times + run->seen, fresh, now);
	run->seen = end;
	return fresh;
}

/* What the poll shows, as history takes it. */
static struct schedule_poll
learn(struct run *run, int64_t now, size_t fresh)
{
	const struct trace *t = run->trace;
	size_t shown = run->seen < t->window ? run->seen : t->window;
	const int64_t *times = t->times + run->seen - shown;
	if (fresh > shown)
		fresh = shown;
	struct schedule_poll poll = {now, times, shown, fresh};
	history_learn(run->history, run->row, &poll);
	if (run->oracle)
		oracle_tell(run->oracle, now, history_habit(run->history, run->row));
	run->last = now;
	return poll;
}

static int64_t
first_poll(const struct trace *t)
{
	size_t k = t->window < t->len / 2 ? t->window : t->len / 2;
	int64_t at = t->times[k - 1] + 1;
	return at > t->start ? at : t->start;
}

static struct schedule_poll
start(struct run *run, const struct strategy *row, const struct trace *trace,
	struct replay_result *result, struct replay_days *days)
{
	run->row = row;
	run->oracle = row->flags & STRATEGY_ORACLE ? oracle_new(trace) : NULL;
	run->count_from = 0;
	run->trace = trace;
	run->result = result;
	run->days = days;
	run->seen = 0;
	*result = (struct replay_result){0};
	run->history = history_new(row, trace->window);
	int64_t now = first_poll(trace);
	while (run->seen < trace->len && trace->times[run->seen] <= now)
		run->seen++;
	return learn(run, now, run->seen);
}

static size_t
least_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

static struct schedule_poll
poll_feed(struct run *run, int64_t now)
{
	struct replay_result *r = run->result;
	double before = r->delay;
	uint64_t items = r->items;
	size_t fresh = account(run, now), counted = (size_t)(r->items - items);
	r->polls++;
	r->obtained += least_size(fresh, run->trace->window);
	if (fresh > 0) {
		r->found++;
		r->found_delay += (r->delay - before) / (double)fresh;
	}
	if (fresh > run->trace->window)
		r->missed += least_size(fresh - run->trace->window, counted);
	return learn(run, now, fresh);
}

static void
finish(struct run *run)
{
	const struct trace *t = run->trace;
	int64_t from = first_poll(t);
	account(run, t->end);
	oracle_free(run->oracle);
	run->oracle = NULL;
	if (from < run->count_from)
		from = run->count_from;
	run->result->observed = (double)(t->end - from);
}

/* Where the rate is known, so are the items that wait. */
static double
waiting(const struct run *run, int64_t now)
{
	const struct trace *t = run->trace;
	size_t end = run->seen;
	if (t->rate <= 0)
		return -1;
	while (end < t->len && t->times[end] <= now)
		end++;
	return (double)(end - run->seen);
}

static struct strategy_feed
view(const struct run *run, int64_t now)
{
	struct strategy_feed feed = {.window = run->trace->window,
		.weight = 1,
		.rate = run->trace->rate > 0 ? run->trace->rate : -1,
		.waiting = waiting(run, now)};
	history_view(run->history, run->row, &feed);
	return feed;
}

static int64_t
next_poll(struct run *run, const struct plan *plan, const struct replay_rules *rules,
	const struct schedule_poll *poll)
{
	const struct strategy_feed feed = view(run, poll->now);
	double u = plan_interval(plan, &feed, poll);
	if (plan->pace > 0)
		run->unscaled = budget_unscaled(plan, u);
	if (!(u > (double)rules->min_interval))
		return poll->now + rules->min_interval;
	if (u > (double)rules->max_interval)
		return poll->now + rules->max_interval;
	return poll->now + (int64_t)u;
}

/* ---- each feed alone */

static void
replay_alone(const struct plan *plan, const struct replay_rules *rules,
	const struct trace *trace, struct replay_result *result, struct replay_days *days)
{
	struct run *run = mem_alloc(sizeof *run);
	struct schedule_poll poll = start(run, plan->choice.row, trace, result, days);
	int64_t next;
	while ((next = next_poll(run, plan, rules, &poll)) <= trace->end)
		poll = poll_feed(run, next);
	finish(run);
	free(run->history);
	free(run);
}

/* ---- all feeds along the calendar */

struct event {
	int64_t at;
	uint32_t feed;
};

struct calendar {
	struct plan *plan;
	const struct replay_rules *rules;
	const struct trace *feeds;
	size_t len;
	struct run *runs;
	struct replay_result *results;
	struct replay_days *days;
	struct event *events; /* a heap, the next on top */
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
	c->runs = mem_zalloc((c->len + 1) * sizeof *c->runs);
	c->events = mem_zalloc((c->len + 1) * sizeof *c->events);
	c->gaps = mem_zalloc((c->len + 1) * sizeof *c->gaps);
	c->marks = mem_zalloc((c->len + 1) * sizeof *c->marks);
	c->active = mem_zalloc((c->len + 1) * sizeof *c->active);
	for (size_t i = 0; i < c->len; i++)
		if (!replay_left_out(&c->feeds[i]))
			push(c, first_poll(&c->feeds[i]), (uint32_t)i);
}

static void
calendar_done(struct calendar *c)
{
	for (size_t i = 0; i < c->len; i++)
		free(c->runs[i].history);
	free(c->runs);
	free(c->events);
	free(c->gaps);
	free(c->marks);
	free(c->active);
}

static bool
observed(const struct calendar *c, size_t i, int64_t now)
{
	return c->runs[i].history && now <= c->feeds[i].end;
}

/* Shows the strategy all feeds that are under observation at now. */
static void
prepare(struct calendar *c, int64_t now)
{
	size_t n = 0;
	for (size_t i = 0; i < c->len; i++)
		n += observed(c, i, now);
	plan_look_begin(c->plan, n, now);
	for (size_t i = 0; i < c->len; i++)
		if (observed(c, i, now)) {
			const struct strategy_feed feed = view(&c->runs[i], now);
			plan_look_feed(c->plan, &feed);
		}
	plan_look_end(c->plan);
}

/* Fits the scale to the budget, by the gaps that are under way. */
static void
fit(struct calendar *c, int64_t now)
{
	size_t n = 0;
	for (size_t i = 0; i < c->len; i++)
		if (observed(c, i, now))
			c->gaps[n++] = (struct budget_gap){c->runs[i].unscaled,
				(double)c->rules->min_interval,
				(double)c->rules->max_interval};
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
	struct schedule_poll poll = start(&c->runs[feed], c->plan->choice.row,
		&c->feeds[feed], &c->results[feed], c->days);
	c->runs[feed].count_from = c->rules->count_from;
	return poll;
}

/* Counts from now on only. */
static void
forget(struct calendar *c)
{
	for (size_t i = 0; i < c->len; i++)
		c->results[i] = (struct replay_result){0};
}

static void
walk_times(struct calendar *c)
{
	int64_t fit_at = INT64_MIN;
	bool counting = c->rules->count_from == 0;
	int64_t look = c->events_len ? round_up(c->events[0].at, STRATEGY_PREPARE) : 0;
	while (c->events_len > 0) {
		struct event e = pop(c);
		struct run *run = &c->runs[e.feed];
		struct schedule_poll poll;
		if (!counting && e.at >= c->rules->count_from) {
			counting = true;
			forget(c);
		}
		if (e.at >= look) {
			prepare(c, e.at);
			look = round_up(e.at + 1, STRATEGY_PREPARE);
		}
		if (c->plan->pace > 0 && e.at >= fit_at) {
			fit(c, e.at);
			fit_at = round_up(e.at + 1, BUDGET_FIT);
		}
		if (!run->history)
			poll = start_feed(c, e.feed);
		else
			poll = poll_feed(run, e.at);
		c->polls++;
		int64_t next = next_poll(run, c->plan, c->rules, &poll);
		if (next <= run->trace->end)
			push(c, next, e.feed);
		else
			finish(run);
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
		struct run *run = &c->runs[c->active[i]];
		if (run->trace->end < now)
			finish(run);
		else
			c->active[kept++] = c->active[i];
	}
	c->active_len = kept;
}

static void
tick(struct calendar *c, int64_t now)
{
	size_t marks = 0, forced = 0;
	for (size_t i = 0; i < c->active_len; i++) {
		uint32_t index = c->active[i];
		struct run *run = &c->runs[index];
		const struct strategy_feed feed = view(run, now);
		if (now - run->last < c->rules->min_interval)
			continue;
		if (now - run->last >= c->rules->max_interval) {
			poll_feed(run, now);
			forced++;
		} else if (plan_mark(c->plan, &feed, now, index, &c->marks[marks])) {
			marks++;
		}
	}
	size_t chosen = plan_cycle(c->plan, c->active_len, forced, c->marks, marks);
	for (size_t i = 0; i < chosen; i++)
		poll_feed(&c->runs[c->marks[i].index], now);
}

/* What the reader lacks of each source's window after the cycle's polls. */
static void
measure(struct calendar *c, int64_t now)
{
	for (size_t i = 0; i < c->active_len; i++) {
		const struct run *run = &c->runs[c->active[i]];
		double n = waiting(run, now), window = (double)run->trace->window;
		run->result->cycles_lacking += (n < window ? n : window) / window;
		run->result->cycles++;
	}
}

static void
walk_cycles(struct calendar *c)
{
	bool counting = c->rules->count_from == 0;
	int64_t now = 0, step = c->plan->cycle, look = INT64_MIN;
	while (c->events_len > 0 || c->active_len > 0) {
		if (c->active_len == 0)
			now = round_up(c->events[0].at, step);
		start_until(c, now);
		finish_until(c, now);
		if (!counting && now >= c->rules->count_from) {
			counting = true;
			forget(c);
		}
		if (c->plan->choice.row->look && now >= look) {
			prepare(c, now);
			look = round_up(now + 1, STRATEGY_PREPARE);
		}
		tick(c, now);
		if (counting && c->rules->count_from > 0)
			measure(c, now);
		now += step;
	}
}

/* ---- the door */

bool
replay_separate(const struct strategy *strategy, const struct replay_rules *rules)
{
	return strategy->kind == STRATEGY_TIME && !strategy->look &&
	       rules->per_day <= 0 && rules->count_from == 0;
}

void
replay_run(struct plan *plan, const struct replay_rules *rules, const struct trace *feeds,
	size_t len, struct replay_result *results, struct replay_days *days)
{
	const struct strategy *row = plan->choice.row;
	struct calendar c = {.plan = plan,
		.rules = rules,
		.feeds = feeds,
		.len = len,
		.results = results,
		.days = days};
	memset(results, 0, len * sizeof *results);
	if (rules->per_day > 0)
		budget_set(plan, rules->per_day);
	if (replay_separate(row, rules)) {
		for (size_t i = 0; i < len; i++)
			if (!replay_left_out(&feeds[i]))
				replay_alone(plan, rules, &feeds[i], &results[i], days);
		return;
	}
	calendar_init(&c);
	if (row->kind == STRATEGY_TIME)
		walk_times(&c);
	else
		walk_cycles(&c);
	calendar_done(&c);
}
