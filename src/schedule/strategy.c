/*
 * The table, and what is common to its rows: choosing one by name, scaling, and a cycle's
 * selection. The latter is paper 3's algorithm 1 (Horincar, Amann, Artières: "Best-Effort
 * Refresh Strategies for Content-Based RSS Feed Aggregation", section 3) in both of its
 * steps; taking the k best, as papers 3 and 4 also do, is the same with no saturated feed
 * and a budget in place of the threshold.
 */
#include "config.h"

#include "schedule/strategy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/allocation.h"
#include "schedule/crawl.h"
#include "schedule/delay.h"
#include "schedule/effort.h"
#include "schedule/habit.h"
#include "schedule/predict.h"
#include "schedule/rank.h"

/* Table 1 of paper 3: τ falls by α when fewer than p of the budget were taken, and rises
 * by β when more than all. */
#define TAU_ALPHA 0.95
#define TAU_BETA 1.05
#define TAU_P 0.9
#define BORROW 5 /* cycles */

/* Polls a feed and cycle where no budget is given: b = 30 of 100 sources, the middle of
 * paper 3's table 2. */
#define EFFORT_SHARE 0.3
/* Paper 4, section 5: 15 % of the feeds an hour. */
#define RANK_SHARE 0.15
/* Paper 5, tables 1 and 2: one poll a feed and day. */
#define DAILY_POLLS 1

static double
fixed(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)feed;
	(void)poll;
	return (double)plan->choice.span;
}

static double
fixed_learned(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	(void)poll;
	return (double)schedule_fixed_learned(feed->schedule);
}

static double
moving_average(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	return (double)schedule_moving_average(feed->schedule, poll);
}

static double
sliding_average(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	return (double)schedule_sliding_average(feed->schedule, feed->slid, poll);
}

static double
post_rate(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	return (double)schedule_post_rate(feed->minutes, poll->now);
}

/* The price of a request takes the place of a factor: intervals go like its root. */
static double
least_delay(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	return delay_interval(plan->choice.row->model, feed->habit, poll->now,
		DELAY_PRICE * plan->scale * plan->scale, feed->weight);
}

/* Variants of least-delay that tell what its parts bring. The manual has their briefs. */
#define STUDY(label, what, more, part)                                                   \
	{                                                                                \
		label, what, STRATEGY_TIME,                                              \
			STRATEGY_STUDY | STRATEGY_SCALES | STRATEGY_HABIT | (more),      \
			.interval = least_delay, .model = &habit_models[part]            \
	}

const struct strategy schedule_strategies[] = {
	{"moving-average",
		N_("the mean gap of the posts that the feed shows; in silence it grows"),
		STRATEGY_TIME, 0, .interval = moving_average},
	{"moving-average:sliding",
		N_("the same, but polls without a post count as posts for good"),
		STRATEGY_TIME, STRATEGY_SLID, .interval = sliding_average},
	{"fixed", N_("every hour, or another time: fixed:1d"), STRATEGY_TIME,
		STRATEGY_SPAN, .interval = fixed},
	{"fixed-learned", N_("the mean gap of the posts that the first poll shows"),
		STRATEGY_TIME, 0, .interval = fixed_learned},
	{"post-rate",
		N_("when a post is to be expected by the rates of the minutes of the "
		   "day"),
		STRATEGY_TIME, STRATEGY_MINUTES, .interval = post_rate},
	{"least-delay",
		N_("where a request saves the most waiting, by each feed's habits"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_HABIT, .interval = least_delay,
		.model = &habit_models[HABIT_WHOLE]},
	{"best-effort",
		N_("feeds whose window is full of unread items, then those of most use"),
		STRATEGY_CYCLE, STRATEGY_THRESHOLD | STRATEGY_DAYS,
		.urgency = effort_two_steps, .budget = EFFORT_SHARE},
	{"best-effort:only-saturated", N_("only feeds whose window is full"),
		STRATEGY_CYCLE, STRATEGY_DAYS, .urgency = effort_only_saturated,
		.budget = EFFORT_SHARE},
	{"best-effort:only-threshold", N_("only feeds whose use passes a threshold"),
		STRATEGY_CYCLE, STRATEGY_THRESHOLD | STRATEGY_DAYS,
		.urgency = effort_only_utility, .budget = EFFORT_SHARE},
	{"best-effort:top-utility", N_("the feeds of most use, a fixed number a cycle"),
		STRATEGY_CYCLE, STRATEGY_DAYS, .urgency = effort_only_utility,
		.budget = EFFORT_SHARE},
	{"best-effort:uniform", N_("every feed as often as every other"), STRATEGY_CYCLE,
		0, .urgency = effort_uniform, .budget = EFFORT_SHARE},
	{"posting-rank",
		N_("the feeds that most new items are expected of, by hourly rates"),
		STRATEGY_CYCLE, STRATEGY_HOURS, .urgency = rank_urgency,
		.budget = RANK_SHARE},
	{"posting-rank:minimum-delay",
		N_("the feeds whose expected items have waited longest in all"),
		STRATEGY_CYCLE, STRATEGY_HOURS, .urgency = rank_minimum_delay,
		.budget = RANK_SHARE},
	{"posting-rank:round-robin", N_("one feed after another"), STRATEGY_CYCLE, 0,
		.urgency = rank_round_robin, .budget = RANK_SHARE},
	{"allocation",
		N_("more polls for busier feeds, at the best hours for feeds like it"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS,
		.interval = allocation_interval, .look = allocation_look,
		.looked = allocation_looked, .budget = DAILY_POLLS},
	{"allocation:uniform", N_("every feed as often, evenly over the day"),
		STRATEGY_TIME, STRATEGY_SCALES, .interval = allocation_uniform,
		.budget = DAILY_POLLS},
	{"allocation:scheduling-only", N_("every feed as often, at its best hours"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS,
		.interval = allocation_only_scheduling, .look = allocation_look,
		.looked = allocation_looked, .budget = DAILY_POLLS},
	{"allocation:allocation-only",
		N_("more polls for busier feeds, evenly over the day"), STRATEGY_TIME,
		STRATEGY_SCALES | STRATEGY_DAYS, .interval = allocation_only_allocation,
		.look = allocation_look, .looked = allocation_looked,
		.budget = DAILY_POLLS},
	{"crawl-age", N_("least mean age of what has changed, as crawlers have it"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS, .interval = crawl_age,
		.look = crawl_look, .looked = crawl_looked_age, .budget = DAILY_POLLS},
	{"crawl-freshness", N_("most feeds without news at a time, as crawlers have it"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS,
		.interval = crawl_freshness, .look = crawl_look,
		.looked = crawl_looked_freshness, .budget = DAILY_POLLS},
	STUDY("least-delay:oracle",
		"knows each feed's rates and habits from its whole trace",
		STRATEGY_ORACLE, HABIT_WHOLE),
	STUDY("least-delay:no-week", "without hours and weekdays", 0, HABIT_NO_WEEK),
	STUDY("least-delay:no-minutes", "without minutes of the hour", 0,
		HABIT_NO_MINUTES),
	STUDY("least-delay:no-scales", "without levels of shorter time scales", 0,
		HABIT_NO_SCALES),
	STUDY("least-delay:no-bursts", "with bursts counted as single items", 0,
		HABIT_NO_BURSTS),
	STUDY("least-delay:no-shrinkage", "without what other feeds are like", 0,
		HABIT_NO_SHRINKAGE),
	{NULL},
};
#undef STUDY

/* ---- by name */

static int
choose_span(
	struct strategy_choice *out, const char *name, const char *text, struct err *err)
{
	int64_t ms;
	if (time_parse_span(span_of(text), &ms) != OK || ms < 1000)
		return err_set(err, ERR_INVALID,
			_("strategy \"%s\": after the colon give a time such as 30m, 1h "
			  "or 1d"),
			name);
	out->span = ms / 1000;
	return OK;
}

static int
unknown(const char *name, struct err *err)
{
	struct buf list = BUF_INIT(0);
	for (const struct strategy *s = schedule_strategies; s->name; s++)
		if (!(s->flags & STRATEGY_STUDY))
			buf_addf(&list, "%s%s", list.len ? ", " : "", s->name);
	int status = err_set(err, ERR_INVALID,
		_("there is no strategy \"%s\"; choose one of %s"), name, buf_str(&list));
	buf_done(&list);
	return status;
}

int
strategy_choose(struct strategy_choice *out, const char *name, struct err *err)
{
	for (const struct strategy *s = schedule_strategies; s->name; s++) {
		size_t n = strlen(s->name);
		struct strategy_choice choice = {s, TIME_HOUR};
		if (strncmp(s->name, name, n) != 0)
			continue;
		if (s->flags & STRATEGY_SPAN && name[n] == ':') {
			int status = choose_span(&choice, name, name + n + 1, err);
			if (status != OK)
				return status;
		} else if (name[n] != '\0') {
			continue;
		}
		*out = choice;
		return OK;
	}
	return unknown(name, err);
}

/* ---- the plan */

void
plan_init(struct plan *plan, const struct strategy_choice *choice, double budget,
	int64_t cycle)
{
	*plan = (struct plan){
		.choice = *choice,
		.scale = 1,
		.budget = budget > 0 ? budget : choice->row->budget,
		.cycle = cycle > 0 ? cycle : PLAN_CYCLE,
		.tau = -1,
		.subscribers = 1,
	};
}

static void
look_done(struct plan *plan)
{
	free(plan->look.rates);
	free(plan->look.patterns);
	plan->look = (struct plan_look){0};
}

void
plan_done(struct plan *plan)
{
	free(plan->allocation);
	plan->allocation = NULL;
	look_done(plan);
}

void
plan_look_begin(struct plan *plan, size_t expected, int64_t now)
{
	look_done(plan);
	plan->look.expected = expected;
	plan->look.now = now;
}

void
plan_look_feed(struct plan *plan, const struct strategy_feed *feed)
{
	if (plan->choice.row->look)
		plan->choice.row->look(plan, feed);
	plan->look.len++;
}

void
plan_look_end(struct plan *plan)
{
	plan->feeds = plan->look.len;
	if (plan->choice.row->looked)
		plan->choice.row->looked(plan, plan->look.now);
	look_done(plan);
}

double
plan_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	const struct strategy *row = plan->choice.row;
	if (row->kind == STRATEGY_CYCLE)
		return (double)plan->cycle * plan->scale / plan->budget;
	double interval = row->interval(plan, feed, poll);
	return row->flags & STRATEGY_SCALES ? interval : interval * plan->scale;
}

/* ---- a cycle */

bool
plan_mark(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	uint32_t index, struct plan_mark *out)
{
	*out = (struct plan_mark){.index = index};
	out->urgency = plan->choice.row->urgency(plan, feed, now, &out->saturated);
	return out->urgency > 0;
}

/* Ties go by the caller's order, so that a run can be repeated. */
static int
urgent_first(const void *a, const void *b)
{
	const struct plan_mark *x = a, *y = b;
	if (x->saturated != y->saturated)
		return x->saturated ? -1 : 1;
	if (x->urgency != y->urgency)
		return x->urgency > y->urgency ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

size_t
plan_whole(double polls)
{
	const double rounding = 1e-6;
	return polls > 0 ? (size_t)floor(polls + rounding) : 0;
}

/* The whole polls of this cycle; the rest is kept for the next. */
static size_t
allowance(struct plan *plan, size_t observed, size_t forced)
{
	plan->carry += plan->budget / plan->scale * (double)observed - (double)forced;
	/* Forced polls may borrow from later cycles, but not without end. */
	if (plan->carry < -(double)observed)
		plan->carry = -(double)observed;
	size_t whole = plan_whole(plan->carry);
	plan->carry -= (double)whole;
	return whole < observed ? whole : observed;
}

/* The second step: what passes τ·b/(b - b_sat), and τ for the next cycle. */
static size_t
above_threshold(struct plan *plan, double b, size_t saturated, struct plan_mark *marks,
	size_t len)
{
	size_t taken = saturated;
	if (plan->tau < 0)
		plan->tau = len > saturated ? marks[saturated].urgency : 1;
	if ((double)saturated < b) {
		double wanted = plan->tau * b / (b - (double)saturated);
		while (taken < len && marks[taken].urgency >= wanted)
			taken++;
	}
	if ((double)taken > b)
		plan->tau *= TAU_BETA;
	else if ((double)taken < TAU_P * b)
		plan->tau *= TAU_ALPHA;
	return taken;
}

/* Both steps. A cycle may take more than b, as in the paper, but only what later cycles
 * pay back: it borrows from BORROW at most, and what is left is kept for as many. Where b
 * is less than a poll, cycles wait until there is a whole one. In the paper what a cycle
 * leaves is saved; where the user set the budget, the next ones aim at so much more, and
 * what can't be kept any longer goes to the most urgent. */
static size_t
two_steps(struct plan *plan, double b, size_t saturated, struct plan_mark *marks,
	size_t len)
{
	double kept = fmax(BORROW * b, 1), lent = b < 1 ? 0 : BORROW * b;
	double left = fmax(plan->carry, 0);
	plan->carry = fmin(plan->carry + b, kept + fmax(b, 0));
	size_t most = plan_whole(plan->carry + lent);
	if (b <= 0 || most < 1)
		return 0;
	if (b < 1)
		b = 1;
	else if (plan->hold)
		b += left / BORROW;
	size_t full = (size_t)ceil(b);
	if (saturated > full)
		saturated = full;
	size_t taken = above_threshold(plan, b, saturated, marks, len);
	if (plan->hold && plan->carry - (double)taken > kept)
		taken = (size_t)ceil(plan->carry - kept);
	if (taken > most || taken > len)
		taken = most < len ? most : len;
	plan->carry -= (double)taken;
	return taken;
}

size_t
plan_cycle(struct plan *plan, size_t observed, size_t forced, struct plan_mark *marks,
	size_t len)
{
	size_t saturated = 0;
	plan->feeds = observed;
	if (len) /* marks may be NULL then */
		qsort(marks, len, sizeof *marks, urgent_first);
	while (saturated < len && marks[saturated].saturated)
		saturated++;
	if (plan->choice.row->flags & STRATEGY_THRESHOLD)
		return two_steps(plan,
			plan->budget / plan->scale * (double)observed - (double)forced,
			saturated, marks, len);
	size_t most = allowance(plan, observed, forced);
	return len < most ? len : most;
}
