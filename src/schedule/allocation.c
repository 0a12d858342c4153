/*
 * Time within a day is counted in steps of the grid, on a circle. Along with the
 * clusters, their plans are made for every number of polls up to ALLOCATION_PLANNED, so
 * that a decision only looks up the next point of a plan.
 */
#include "config.h"

#include "schedule/allocation.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "schedule/histogram.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/rate.h"

#define GRID ALLOCATION_GRID
#define STEP ((double)TIME_DAY / GRID) /* seconds between two points */
#define HOURS SCHEDULE_DAY_HOURS
#define FAR (4 * GRID) /* where the refinement starts, to have room before it */
#define KMEANS_ROUNDS 20
#define KMEANS_SAMPLE 20000 /* feeds that form the clusters; more would not move them */

struct allocation {
	int64_t made; /* when clusters and plans were made */
	double centre[ALLOCATION_CLUSTERS][HOURS];
	struct allocation_pattern pattern[ALLOCATION_CLUSTERS];
	uint8_t at[ALLOCATION_CLUSTERS][ALLOCATION_PLANNED + 1][ALLOCATION_PLANNED];
};

/* ---- theorem 3 */

void
allocation_integrate(struct allocation_pattern *p)
{
	const double h = 1.0 / GRID;
	p->before[0] = p->moment[0] = 0;
	for (size_t i = 0; i < GRID; i++) {
		double a = p->rate[i], b = p->rate[(i + 1) % GRID];
		p->before[i + 1] = p->before[i] + h * (a + b) / 2;
		p->moment[i + 1] = p->moment[i] + (double)i * h * h * (a + b) / 2 +
				   h * h * (a / 6 + b / 3);
	}
}

/* ∫ λ dt from 0 to a point of any period >= 0. */
static double
items_until(const struct allocation_pattern *p, int at)
{
	int periods = at / GRID;
	return periods * p->before[GRID] + p->before[at % GRID];
}

/* ∫ λ t dt likewise. */
static double
moment_until(const struct allocation_pattern *p, int at)
{
	int periods = at / GRID;
	double q = periods;
	return q * p->moment[GRID] + p->before[GRID] * q * (q - 1) / 2 +
	       p->moment[at % GRID] + q * p->before[at % GRID];
}

/* Items within [from, to], 0 <= from <= to. */
static double
items(const struct allocation_pattern *p, int from, int to)
{
	return items_until(p, to) - items_until(p, from);
}

/* Their total delay at to. */
static double
waited(const struct allocation_pattern *p, int from, int to)
{
	double at = (double)to / GRID;
	return at * items(p, from, to) - (moment_until(p, to) - moment_until(p, from));
}

double
allocation_delay(const struct allocation_pattern *p, const int *at, size_t n)
{
	double sum = 0;
	for (size_t j = 0; j < n; j++)
		sum += waited(p, at[j], j + 1 < n ? at[j + 1] : at[0] + GRID);
	return sum;
}

/* Applies equation 2 from the first two polls onwards. False: it leaves the period. */
static bool
follow(const struct allocation_pattern *p, int *at, size_t n)
{
	for (size_t j = 1; j + 1 < n; j++) {
		double rate = p->rate[at[j] % GRID];
		double next = rate > 0 ? at[j] + GRID * items(p, at[j - 1], at[j]) / rate
				       : HUGE_VAL;
		if (!(next < at[0] + GRID))
			return false;
		at[j + 1] = (int)lround(next);
		if (at[j + 1] <= at[j])
			at[j + 1] = at[j] + 1;
	}
	return at[n - 1] < at[0] + GRID;
}

double
allocation_search(const struct allocation_pattern *p, int *at, size_t n)
{
	double best = HUGE_VAL;
	int points[GRID], span = n > 1 ? GRID : 2;
	for (int first = 0; first < GRID; first++)
		for (int gap = 1; gap < span; gap++) {
			points[0] = first;
			points[1] = first + gap;
			if (n > 1 && !follow(p, points, n))
				continue;
			double delay = allocation_delay(p, points, n);
			if (delay < best) {
				best = delay;
				memcpy(at, points, n * sizeof *at);
			}
		}
	return best;
}

/* The delay of the items between the neighbours of poll j when that poll is at to. A
 * single poll is its own neighbour. */
static double
delay_with(const struct allocation_pattern *p, const int *at, size_t n, size_t j, int to)
{
	if (n == 1)
		return waited(p, to, to + GRID);
	int before = j > 0 ? at[j - 1] : at[n - 1] - GRID;
	int after = j + 1 < n ? at[j + 1] : at[0] + GRID;
	if (to <= before || to >= after)
		return HUGE_VAL;
	return waited(p, before, to) + waited(p, to, after);
}

/* One pass over the polls. True: some poll moved. The grid is too coarse for equation 2
 * to hold exactly, so only steps that lessen the delay are made; otherwise it might
 * never end. */
static bool
refine_once(const struct allocation_pattern *p, int *at, size_t n)
{
	bool moved = false;
	for (size_t j = 0; j < n; j++) {
		int before = j > 0 ? at[j - 1] : at[n - 1] - GRID;
		int after = j + 1 < n ? at[j + 1] : at[0] + GRID;
		double dark = items(p, before, at[j]);
		double light = p->rate[at[j] % GRID] * (after - at[j]) / GRID;
		int to = at[j] + (dark > light ? -1 : 1);
		if (delay_with(p, at, n, j, to) <
			delay_with(p, at, n, j, at[j]) * (1 - 1e-12)) {
			at[j] = to;
			moved = true;
		}
	}
	return moved;
}

/* Moves points of later periods back into the first one, in ascending order. */
static void
wrap(int *at, size_t n)
{
	while (at[0] >= GRID)
		for (size_t j = 0; j < n; j++)
			at[j] -= GRID;
	while (at[n - 1] >= GRID) {
		int last = at[n - 1] - GRID;
		memmove(at + 1, at, (n - 1) * sizeof *at);
		at[0] = last;
	}
}

double
allocation_refine(const struct allocation_pattern *p, int *at, size_t n)
{
	for (size_t j = 0; j < n; j++)
		at[j] = FAR + (int)(j * GRID / n);
	for (int round = 0; round < GRID; round++)
		if (!refine_once(p, at, n))
			break;
	wrap(at, n);
	return allocation_delay(p, at, n);
}

static void
plan_day(const struct allocation_pattern *p, uint8_t *out, size_t n)
{
	int found[GRID], refined[GRID];
	double search = allocation_search(p, found, n);
	double refine = allocation_refine(p, refined, n);
	if (search < refine) {
		wrap(found, n);
		memcpy(refined, found, n * sizeof *found);
	}
	for (size_t j = 0; j < n; j++)
		out[j] = (uint8_t)refined[j];
}

/* ---- clusters */

/* The shares of the hours. False: no post within the fortnight. */
static bool
pattern_of(const struct strategy_feed *feed, double hours[HOURS])
{
	double sum = 0;
	histogram_days_hours(feed->days, hours);
	for (size_t h = 0; h < HOURS; h++)
		sum += hours[h];
	for (size_t h = 0; h < HOURS; h++)
		hours[h] = sum > 0 ? hours[h] / sum : 1.0 / HOURS;
	return sum > 0;
}

static size_t
nearest(const struct allocation *a, const double hours[HOURS])
{
	double least = HUGE_VAL;
	size_t best = 0;
	for (size_t c = 0; c < ALLOCATION_CLUSTERS; c++) {
		double sum = 0;
		for (size_t h = 0; h < HOURS; h++) {
			double d = hours[h] - a->centre[c][h];
			sum += d * d;
		}
		if (sum < least) {
			least = sum;
			best = c;
		}
	}
	return best;
}

/* At first, cluster c posts mostly at 2c and 2c + 1 o'clock. */
static void
first_centres(struct allocation *a)
{
	for (size_t c = 0; c < ALLOCATION_CLUSTERS; c++)
		for (size_t h = 0; h < HOURS; h++)
			a->centre[c][h] = h / 2 == c ? 0.25 : 0.5 / (HOURS - 2);
}

/* One round of k-means. True: some centre moved. A cluster without feeds stays where it
 * is. */
static bool
move_centres(struct allocation *a, double (*patterns)[HOURS], size_t len)
{
	double sum[ALLOCATION_CLUSTERS][HOURS] = {{0}}, count[ALLOCATION_CLUSTERS] = {0};
	bool moved = false;
	for (size_t i = 0; i < len; i++) {
		size_t c = nearest(a, patterns[i]);
		count[c]++;
		for (size_t h = 0; h < HOURS; h++)
			sum[c][h] += patterns[i][h];
	}
	for (size_t c = 0; c < ALLOCATION_CLUSTERS; c++)
		for (size_t h = 0; h < HOURS && count[c] > 0; h++) {
			double mean = sum[c][h] / count[c];
			moved |= fabs(mean - a->centre[c][h]) > 1e-6;
			a->centre[c][h] = mean;
		}
	return moved;
}

/* The share of an hour is the rate at its middle; a full hour lies between two. */
static void
draw(struct allocation_pattern *p, const double hours[HOURS])
{
	for (size_t i = 0; i < GRID; i++) {
		size_t h = i / 2;
		p->rate[i] = i % 2 ? hours[h]
				   : (hours[h] + hours[(h + HOURS - 1) % HOURS]) / 2;
		p->rate[i] *= HOURS;
	}
	allocation_integrate(p);
}

static bool
to_be_made(const struct plan *plan, int64_t now)
{
	const struct allocation *a = plan->allocation;
	return !a || now - a->made >= SCHEDULE_DAYS * TIME_DAY;
}

void
allocation_survey(struct plan *plan, const struct strategy_feed *feed)
{
	struct plan_survey *survey = &plan->survey;
	survey->sum += sqrt(feed->weight * rate_mean(feed));
	if (!to_be_made(plan, survey->now) ||
		survey->len % (survey->expected / KMEANS_SAMPLE + 1) != 0)
		return;
	double hours[HOURS];
	if (pattern_of(feed, hours))
		memcpy(VEC_PUSH(survey->patterns, survey->patterns_len,
			       survey->patterns_cap),
			hours, sizeof hours);
}

static void
make_plans(struct plan *plan, int64_t now)
{
	struct plan_survey *survey = &plan->survey;
	struct allocation *a = plan->allocation;
	if (!a) {
		plan->allocation = a = mem_zalloc(sizeof *a);
		first_centres(a);
	}
	a->made = now;
	for (int round = 0; round < KMEANS_ROUNDS; round++)
		if (!move_centres(a, survey->patterns, survey->patterns_len))
			break;
	for (size_t c = 0; c < ALLOCATION_CLUSTERS; c++) {
		draw(&a->pattern[c], a->centre[c]);
		for (size_t n = 1; n <= ALLOCATION_PLANNED; n++)
			plan_day(&a->pattern[c], a->at[c][n], n);
	}
}

void
allocation_surveyed(struct plan *plan, int64_t now)
{
	const struct plan_survey *survey = &plan->survey;
	double polls = plan->budget / plan->scale * (double)survey->len;
	plan->multiplier = survey->sum > 0 ? polls / survey->sum : 0;
	if (survey->len > 0 && to_be_made(plan, now))
		make_plans(plan, now);
}

/* ---- decisions */

static double
equal_share(const struct plan *plan)
{
	return plan->budget / plan->scale;
}

static double
share(const struct plan *plan, const struct strategy_feed *feed)
{
	double m = plan->multiplier * sqrt(feed->weight * rate_mean(feed));
	return m > 0 ? m : equal_share(plan);
}

/* Rounds x down or up so that it is x on average over the days. */
static double
whole(const struct strategy_feed *feed, double day, double x)
{
	uint64_t mix = (uint64_t)feed->schedule->first_poll + (uint64_t)day * 40503;
	mix = (mix ^ (mix >> 15)) * 0x9E3779B97F4A7C15U;
	return floor(x + (double)(mix >> 40) / (double)(1 << 24));
}

/* Equation 2 as a density, for more polls per day than the grid can tell apart. */
static double
dense(const struct allocation_pattern *p, double second, double m)
{
	const double least = 0.01; /* of λ, as a share of the day's mean */
	double mean = 0;
	for (size_t i = 0; i < GRID; i++)
		mean += sqrt(p->rate[i] + least) / GRID;
	size_t here = (size_t)(second / STEP) % GRID;
	return (double)TIME_DAY / m * mean / sqrt(p->rate[here] + least);
}

/* Seconds to the next point of the plan of the feed's cluster, with m polls per day. */
static double
next_planned(const struct allocation *a, const struct strategy_feed *feed, int64_t now,
	double m)
{
	double hours[HOURS], day = floor((double)now / (double)TIME_DAY);
	double second = (double)now - day * (double)TIME_DAY;
	pattern_of(feed, hours);
	size_t c = nearest(a, hours);
	if (m > ALLOCATION_PLANNED)
		return dense(&a->pattern[c], second, m);
	if (m <= 1) {
		/* the plan's point nearest to that many days ahead */
		double gap = whole(feed, day, 1 / m) * (double)TIME_DAY;
		double off = a->at[c][1][0] * STEP - second;
		return gap + remainder(off, (double)TIME_DAY);
	}
	size_t n = (size_t)whole(feed, day, m);
	for (size_t j = 0; j < n; j++)
		if (a->at[c][n][j] * STEP > second)
			return a->at[c][n][j] * STEP - second;
	n = (size_t)whole(feed, day + 1, m);
	return (double)TIME_DAY + a->at[c][n][0] * STEP - second;
}

double
allocation_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	double m = share(plan, feed);
	return plan->allocation ? next_planned(plan->allocation, feed, poll->now, m)
				: (double)TIME_DAY / m;
}

double
allocation_uniform(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)feed;
	(void)poll;
	return (double)TIME_DAY / equal_share(plan);
}

double
allocation_only_scheduling(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	double m = equal_share(plan);
	return plan->allocation ? next_planned(plan->allocation, feed, poll->now, m)
				: (double)TIME_DAY / m;
}

double
allocation_only_allocation(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)poll;
	return (double)TIME_DAY / share(plan, feed);
}
