/*
 * Scaling, surveys, and a cycle's selection. The latter is algorithm 1 of Horincar, Amann
 * and Artières, 2010 ("paper 3", schedule/effort.h), section 3, in both of its steps.
 * Taking the k best, as their top utility and posting-rank do, is the same without
 * saturated feeds and with a budget instead of the threshold.
 */
#include "config.h"

#include "schedule/plan.h"

#include <math.h>
#include <stdlib.h>

#include "model/schedule.h"

/* Table 1 of paper 3: τ falls by α when less than p of the budget was taken, and rises by
 * β when more than all of it was. */
#define TAU_ALPHA 0.95
#define TAU_BETA 1.05
#define TAU_P 0.9
#define BORROW 5 /* cycles */

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

struct plan_memory
plan_remember(const struct plan *plan, uint64_t requests)
{
	return (struct plan_memory){
		.real = {plan->tau, plan->carry, plan->fitted, plan->debt,
			plan->multiplier, plan->target, plan->scale},
		.whole = {plan->fits, plan->fit_at, (int64_t)requests},
	};
}

uint64_t
plan_recall(struct plan *plan, const struct plan_memory *memory)
{
	const double *real = memory->real;
	plan->tau = real[0];
	plan->carry = real[1];
	plan->fitted = real[2];
	plan->debt = real[3];
	plan->multiplier = real[4];
	plan->target = real[5];
	if (plan->target > 0)
		plan->scale = real[6];
	plan->fits = (int)memory->whole[0];
	plan->fit_at = memory->whole[1];
	return (uint64_t)memory->whole[2];
}

static void
survey_done(struct plan *plan)
{
	free(plan->survey.rates);
	free(plan->survey.patterns);
	plan->survey = (struct plan_survey){0};
}

void
plan_done(struct plan *plan)
{
	free(plan->allocation);
	plan->allocation = NULL;
	survey_done(plan);
}

void
plan_survey_begin(struct plan *plan, size_t expected, int64_t now)
{
	survey_done(plan);
	plan->survey.expected = expected;
	plan->survey.now = now;
}

void
plan_survey_add(struct plan *plan, const struct strategy_feed *feed)
{
	if (plan->choice.row->survey)
		plan->choice.row->survey(plan, feed);
	plan->survey.len++;
}

void
plan_survey_end(struct plan *plan)
{
	plan->feeds = plan->survey.len;
	if (plan->choice.row->surveyed)
		plan->choice.row->surveyed(plan, plan->survey.now);
	survey_done(plan);
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

/* Another number for each feed and cycle, but the same ones in every run. The last steps
 * of MurmurHash3 (Appleby). */
static uint32_t
lot(uint32_t index, int64_t now)
{
	uint64_t x = (uint64_t)now << 32 ^ (uint64_t)now >> 8 ^ index;
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdU;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53U;
	return (uint32_t)(x ^ x >> 33);
}

bool
plan_mark(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	uint32_t index, struct plan_mark *out)
{
	*out = (struct plan_mark){.index = index};
	out->waited = feed->schedule->gap;
	out->lot = lot(index, now);
	out->urgency = plan->choice.row->urgency(plan, feed, now, &out->saturated);
	return out->urgency > 0;
}

static int
urgent_first(const void *a, const void *b)
{
	const struct plan_mark *x = a, *y = b;
	if (x->saturated != y->saturated)
		return x->saturated ? -1 : 1;
	if (x->urgency != y->urgency)
		return x->urgency > y->urgency ? -1 : 1;
	if (x->waited != y->waited)
		return x->waited > y->waited ? -1 : 1;
	if (x->lot != y->lot)
		return x->lot < y->lot ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

size_t
plan_whole(double polls)
{
	const double rounding = 1e-6;
	return polls > 0 ? (size_t)floor(polls + rounding) : 0;
}

/* The whole polls that this cycle may make; the remainder is kept for the next. */
static size_t
allowance(struct plan *plan, size_t observed, size_t forced)
{
	plan->carry += plan->budget / plan->scale * (double)observed - (double)forced;
	/* Forced polls may borrow from later cycles, but only up to a limit. */
	if (plan->carry < -(double)observed)
		plan->carry = -(double)observed;
	size_t whole = plan_whole(plan->carry);
	plan->carry -= (double)whole;
	return whole < observed ? whole : observed;
}

/* The second step: takes what passes τ·b/(b - b_sat), and adapts τ for the next cycle. */
static size_t
above_threshold(struct plan *plan, double b, size_t saturated, struct plan_mark *marks,
	size_t len)
{
	size_t taken = saturated;
	if (plan->tau < 0 && len == saturated)
		return saturated; /* nothing to set it by */
	if (plan->tau < 0)
		plan->tau = marks[saturated].urgency;
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

/* Both steps. A cycle may take more than b, as in the paper, but later cycles pay it
 * back: it borrows from at most BORROW of them, and keeps what it leaves for as many.
 * Where b is less than one poll, cycles wait until it adds up to one. In the paper, what
 * a cycle does not spend is saved for good. Where the user set the budget, nothing is
 * borrowed, later cycles spend what was saved, and what can't be kept any longer goes to
 * the most urgent feeds. */
static size_t
two_steps(struct plan *plan, double b, size_t saturated, struct plan_mark *marks,
	size_t len)
{
	double kept = fmax(BORROW * b, 1), lent = b < 1 || plan->hold ? 0 : BORROW * b;
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
