#include "config.h"

#include "tests/bench/crowd.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/history.h"
#include "schedule/plan.h"
#include "schedule/predict.h"

#define MONTHS_3 (91 * (double)TIME_DAY)
#define START ((int64_t)1700006400) /* a midnight */

struct event {
	int64_t at;
	uint32_t feed;
};

struct crowd {
	const struct strategy *row;
	struct plan plan;
	size_t feeds, stride, bytes;
	char *histories;
	struct event *heap; /* STRATEGY_TIME */
	size_t heap_len;
	struct plan_mark *marks; /* STRATEGY_CYCLE */
	int64_t now, look;
};

static void *
take(struct crowd *c, size_t bytes)
{
	c->bytes += bytes;
	return mem_zalloc(bytes);
}

static struct history *
history_of(const struct crowd *c, size_t feed)
{
	return (struct history *)(void *)(c->histories + feed * c->stride);
}

/* ---- the feeds */

static double
gap_of(const struct crowd *c, size_t feed)
{
	double percent = 100 * ((double)feed + 1) / (double)c->feeds;
	return MONTHS_3 / (376 * pow(percent, -0.78));
}

/* The time of the n-th post. */
static int64_t
post_time(size_t feed, double gap, int64_t n)
{
	uint64_t x = ((uint64_t)feed << 32 ^ (uint64_t)n) * 0x9E3779B97F4A7C15U;
	x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9U;
	return (int64_t)(((double)n + (double)(x >> 40) / (1 << 24)) * gap);
}

/* What the feed shows at now; posts after `since` are new. */
static struct schedule_poll
show(const struct crowd *c, size_t feed, int64_t since, int64_t now, int64_t *times)
{
	double gap = gap_of(c, feed);
	int64_t last = (int64_t)((double)now / gap);
	struct schedule_poll poll = {.now = now, .times = times};
	while (post_time(feed, gap, last) > now)
		last--;
	for (int64_t n = last - CROWD_WINDOW + 1; n <= last; n++) {
		int64_t at = post_time(feed, gap, n);
		poll.new_items += at > since;
		times[poll.times_len++] = at;
	}
	return poll;
}

static struct strategy_feed
view(const struct crowd *c, size_t feed)
{
	struct strategy_feed out = {
		.window = CROWD_WINDOW, .weight = 1, .rate = -1, .waiting = -1};
	history_view(history_of(c, feed), c->row, &out);
	return out;
}

static struct schedule_poll
ask(struct crowd *c, size_t feed, int64_t now, struct crowd_count *count)
{
	int64_t times[CROWD_WINDOW];
	struct history *h = history_of(c, feed);
	int64_t last = h->schedule.last_poll;
	struct schedule_poll poll = show(c, feed, last, now, times);
	if (last == TIME_NONE)
		poll.new_items = poll.times_len;
	else
		count->found += poll.new_items > 0;
	count->polls++;
	history_learn(h, c->row, &poll);
	poll.times = NULL;
	return poll;
}

/* ---- the heap of next polls */

static void
sink(struct crowd *c, struct event e)
{
	size_t i = 0;
	for (;;) {
		size_t child = 2 * i + 1;
		if (child >= c->heap_len)
			break;
		if (child + 1 < c->heap_len && c->heap[child + 1].at < c->heap[child].at)
			child++;
		if (c->heap[child].at >= e.at)
			break;
		c->heap[i] = c->heap[child];
		i = child;
	}
	c->heap[i] = e;
}

static void
run_times(struct crowd *c, int64_t until, struct crowd_count *count)
{
	while (c->heap[0].at < until) {
		struct event e = c->heap[0];
		struct schedule_poll poll = ask(c, e.feed, e.at, count);
		const struct strategy_feed feed = view(c, e.feed);
		double u = plan_interval(&c->plan, &feed, &poll);
		u = u < CROWD_MIN ? CROWD_MIN : u > CROWD_MAX ? CROWD_MAX : u;
		e.at += (int64_t)u;
		sink(c, e);
	}
}

static void
run_cycles(struct crowd *c, int64_t until, struct crowd_count *count)
{
	for (; c->now < until; c->now += c->plan.cycle) {
		size_t len = 0;
		for (size_t i = 0; i < c->feeds; i++) {
			const struct strategy_feed feed = view(c, i);
			len += plan_mark(
				&c->plan, &feed, c->now, (uint32_t)i, &c->marks[len]);
		}
		size_t chosen = plan_cycle(&c->plan, c->feeds, 0, c->marks, len);
		for (size_t i = 0; i < chosen; i++)
			ask(c, c->marks[i].index, c->now, count);
	}
}

/* ---- a crowd */

struct crowd *
crowd_new(const struct strategy *row, size_t feeds)
{
	struct crowd *c = mem_zalloc(sizeof *c);
	const struct strategy_choice choice = {row, TIME_HOUR};
	struct crowd_count none = {0};
	plan_init(&c->plan, &choice, 0, 0);
	c->row = row;
	c->feeds = feeds;
	c->stride = history_size(row, CROWD_WINDOW);
	c->histories = take(c, feeds * c->stride);
	c->now = c->look = START;
	for (size_t i = 0; i < feeds; i++)
		history_init(history_of(c, i), row, CROWD_WINDOW);
	if (row->kind == STRATEGY_CYCLE) {
		c->marks = take(c, feeds * sizeof *c->marks);
		for (size_t i = 0; i < feeds; i++)
			ask(c, i, START - TIME_HOUR, &none);
		return c;
	}
	c->heap = take(c, feeds * sizeof *c->heap);
	c->heap_len = feeds;
	for (size_t i = 0; i < feeds; i++) /* ascending is a heap */
		c->heap[i] = (struct event){
			START + (int64_t)(i * (double)TIME_DAY / (double)feeds),
			(uint32_t)(i * 40503 % feeds)};
	return c;
}

void
crowd_free(struct crowd *c)
{
	plan_done(&c->plan);
	free(c->histories);
	free(c->heap);
	free(c->marks);
	free(c);
}

static void
look(struct crowd *c)
{
	plan_survey_begin(&c->plan, c->feeds, c->now);
	for (size_t i = 0; i < c->feeds; i++) {
		const struct strategy_feed feed = view(c, i);
		if (feed.schedule->last_poll != TIME_NONE)
			plan_survey_add(&c->plan, &feed);
	}
	plan_survey_end(&c->plan);
}

struct crowd_count
crowd_run(struct crowd *c, int64_t seconds)
{
	struct crowd_count count = {0};
	int64_t until = c->now + seconds;
	if (c->row->survey && c->now >= c->look) {
		look(c);
		c->look = c->now + PLAN_SURVEY_EVERY;
	}
	if (c->row->kind == STRATEGY_CYCLE)
		run_cycles(c, until, &count);
	else
		run_times(c, until, &count);
	c->now = until;
	return count;
}

size_t
crowd_bytes(const struct crowd *c)
{
	return c->bytes + sizeof *c;
}
