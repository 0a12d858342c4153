#include "config.h"

#include "schedule/budget.h"

#include <math.h>

#include "base/time.h"
#include "schedule/plan.h"

/* The factor on all intervals is searched between 1/FACTOR_FAR and FACTOR_FAR. */
#define FACTOR_FAR 1e9
#define ROUNDS_MAX 60
#define CLOSE 0.02
#define OTHER_TARGET 0.4 /* in logarithms: half as much again, or two thirds */

/* What was fitted to quite another budget, by an earlier process, is of no use. */
static void
set_target(struct plan *plan, double per_day)
{
	if (plan->target > 0 && fabs(log(per_day / plan->target)) > OTHER_TARGET) {
		plan->fits = 0;
		plan->debt = plan->fitted = 0;
	}
	plan->target = per_day;
}

void
budget_set(struct plan *plan, double per_day)
{
	const struct strategy *row = plan->choice.row;
	if (row->kind == STRATEGY_CYCLE) {
		plan->budget = per_day * (double)plan->cycle / (double)TIME_DAY;
		plan->hold = true;
	} else {
		set_target(plan, per_day);
		if (row->budget > 0)
			plan->budget = per_day;
	}
}

void
budget_clear(struct plan *plan)
{
	plan->target = plan->fitted = plan->debt = 0;
	plan->fits = 0;
	plan->scale = 1;
}

double
budget_unscaled(const struct plan *plan, double interval)
{
	return interval / plan->scale;
}

static double
polls_a_day(const struct budget_gap *gaps, size_t len, double factor)
{
	double sum = 0;
	for (size_t i = 0; i < len; i++) {
		double u = gaps[i].unscaled * factor;
		u = u < gaps[i].least ? gaps[i].least : u;
		u = u > gaps[i].most ? gaps[i].most : u;
		sum += (double)TIME_DAY / u;
	}
	return sum;
}

/* Polls fall as the factor grows, but not faster than 1/factor. A step that would be
 * exact if they fell like 1/factor therefore never overshoots; where limits hold many
 * feeds, the middle of the bracket brings the search to its end. */
static double
solve(const struct budget_gap *gaps, size_t len, double wanted, double factor)
{
	double low = 1 / FACTOR_FAR, high = FACTOR_FAR;
	for (int round = 0; round < ROUNDS_MAX; round++) {
		double polls = polls_a_day(gaps, len, factor);
		if (fabs(polls - wanted) < CLOSE * wanted)
			break;
		if (polls > wanted)
			low = factor;
		else
			high = factor;
		double next = factor * polls / wanted;
		factor = next > low && next < high ? next : sqrt(low * high);
	}
	return factor;
}

/* The excess of polls over what the budget allows, in days of the budget. */
static double
debt(const struct plan *plan, double a_day, int64_t now, uint64_t polls)
{
	double allowed = a_day * (double)(now - plan->fit_at) / (double)TIME_DAY;
	double d = plan->debt + ((double)polls - allowed) / a_day;
	return fmin(fmax(d, -BUDGET_DEBT), BUDGET_DEBT);
}

void
budget_fit(struct plan *plan, const struct budget_gap *gaps, size_t len, int64_t now,
	uint64_t polls)
{
	if (plan->target <= 0 || len == 0)
		return;
	double wanted = plan->target * (double)len;
	if (plan->fits > 0)
		plan->debt = debt(plan, wanted, now, polls);
	plan->fit_at = now;
	if (plan->fits < BUDGET_MEMORY)
		plan->fits++;
	if (plan->choice.row->budget <= 0) {
		double fit = log(solve(gaps, len, wanted, exp(plan->fitted)));
		plan->fitted += (fit - plan->fitted) / plan->fits;
	}
	plan->scale = exp(plan->fitted + plan->debt);
}
