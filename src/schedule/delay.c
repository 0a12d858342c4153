/*
 * The plan of least-delay. With T the instants, and L = ∫ λ and G = ∫ L up to each of
 * them, the items that come between polls i and k wait G_k - G_i - L_i (T_k - T_i) in
 * total.
 */
#include "config.h"

#include "schedule/delay.h"

#include <math.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "schedule/habit.h"
#include "schedule/plan.h"
#include "schedule/predict.h"

static const double step = 0.06;        /* of the interval at the present rate */
static const double step_growth = 1.06; /* the far future matters less */
static const double step_least = 20, step_most = 1800;
#define PEAKS 4

struct forecast {
	struct habit_shape shape;
	double rate[HABIT_SCALES], scale[HABIT_SCALES];
	double peak[PEAKS]; /* ends of favourite minutes, seconds within the hour */
	size_t peaks;
	double now, time[DELAY_STEPS + 1], items[DELAY_STEPS + 1],
		waited[DELAY_STEPS + 1];
	double last; /* λ at the end */
};

/* Finds the minutes after which posts drop most steeply. */
static void
find_peaks(struct forecast *f)
{
	const double *minute = f->shape.minute;
	f->peaks = 0;
	while (f->peaks < PEAKS) {
		double most = 0.5;
		size_t best = HABIT_MINUTES;
		for (size_t i = 0; i < HABIT_MINUTES; i++) {
			double fall = minute[i] - minute[(i + 1) % HABIT_MINUTES];
			bool had = false;
			for (size_t k = 0; k < f->peaks; k++)
				had |= f->peak[k] == 60 * (double)(i + 1);
			if (fall > most && !had) {
				most = fall;
				best = i;
			}
		}
		if (best == HABIT_MINUTES)
			return;
		f->peak[f->peaks++] = 60 * (double)(best + 1);
	}
}

/* A step of about this length from time on. It ends at the end of a favourite minute if
 * one is within half a length: at the nearest. */
static double
snap(const struct forecast *f, double time, double length)
{
	if (length <= 60)
		return length;
	double goal = time + length, off = length / 2, found = goal;
	double minute = goal - floor(goal / 3600) * 3600;
	for (size_t i = 0; i < f->peaks; i++) {
		double d = f->peak[i] - minute; /* the nearest hour's */
		d = d > 1800 ? d - 3600 : d < -1800 ? d + 3600 : d;
		if (fabs(d) < off) {
			off = fabs(d);
			found = goal + d;
		}
	}
	return found - time;
}

/* e^-x within 0.02 %. Most time scales are far longer than the plan, so x is small. */
static double
decayed(double x)
{
	return x < 0.1 ? 1 - x + x * x / 2 : x < 12 ? exp(-x) : 0;
}

static double
level(const struct forecast *f, double time)
{
	double sum = f->rate[HABIT_SCALES - 1], ahead = time - f->now;
	for (size_t k = 0; k + 1 < HABIT_SCALES; k++)
		sum += (f->rate[k] - f->rate[k + 1]) * decayed(ahead / f->scale[k]);
	return sum;
}

static void
make_forecast(struct forecast *f, const struct habit_model *model,
	const struct habit *habit, int64_t now, double price)
{
	habit_shape(model, habit, &f->shape);
	habit_level(model, habit, f->rate);
	for (size_t k = 0; k < HABIT_SCALES; k++)
		f->scale[k] = habit_scale(k);
	find_peaks(f);
	double t = f->now = f->time[0] = (double)now;
	f->items[0] = f->waited[0] = 0;
	double most = sqrt(2 * price / f->rate[HABIT_SCALES - 1]) / 6, growth = step;
	if (most < step_most)
		most = step_most;
	double here = f->rate[0] * habit_shape_at(&f->shape, t);
	double minutes = habit_minutes(&f->shape, t);
	for (size_t i = 0; i < DELAY_STEPS; i++) {
		double d = sqrt(2 * price / here) * growth;
		if (d > most * growth / step)
			d = most * growth / step;
		d = snap(f, t, d < step_least ? step_least : d);
		growth *= step_growth;
		double next = habit_minutes(&f->shape, t + d), up = level(f, t + d / 2);
		f->last =
			up * habit_shape_at(&f->shape, t + d / 2) * (next - minutes) / d;
		f->waited[i + 1] = f->waited[i] + f->items[i] * d + f->last * d * d / 2;
		f->items[i + 1] = f->items[i] + f->last * d;
		f->time[i + 1] = t += d;
		minutes = next;
		here = up * habit_shape_at(&f->shape, t);
	}
}

double
delay_best(const struct habit_model *model, const struct habit *habit, int64_t now,
	double price, double weight)
{
	struct forecast f;
	price /= weight;
	make_forecast(&f, model, habit, now, price);
	const size_t end = DELAY_STEPS;
	double cost[DELAY_STEPS + 1] = {0}, u = sqrt(2 * price / f.last);
	size_t choice = end;
	for (size_t i = end; i-- > 0;) {
		double n = f.items[end] - f.items[i], age = n / f.last;
		double tail = age < u ? n * u - n * age / 2 : price;
		double best = f.waited[end] - f.waited[i] -
			      f.items[i] * (f.time[end] - f.time[i]) + tail;
		choice = end;
		for (size_t k = i + 1; k <= end; k++) {
			double wait = f.waited[k] - f.waited[i] -
				      f.items[i] * (f.time[k] - f.time[i]);
			if (wait > best)
				break;
			if (wait + price + cost[k] < best) {
				best = wait + price + cost[k];
				choice = k;
			}
		}
		cost[i] = best;
	}
	return f.time[choice] - f.now;
}

/* Intervals go like the root of the price, so the price is multiplied by the square of
 * the scale. */
double
delay_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	return delay_best(plan->choice.row->model, feed->habit, poll->now,
		DELAY_PRICE * plan->scale * plan->scale, feed->weight);
}

/* Items per second that the feed is expected to post in the long run. */
static double
delay_rate(const struct habit *habit)
{
	double rate[HABIT_SCALES];
	habit_level(&habit_model, habit, rate);
	return rate[HABIT_SCALES / 2];
}

/* ---- in words */

static bool
append_minutes(const struct habit_shape *shape, struct buf *out)
{
	size_t found = 0;
	for (size_t i = 0; i < HABIT_MINUTES; i++)
		found += shape->minute[i] >= 4;
	if (found == 0 || found > PEAKS)
		return false;
	buf_adds(out, _("posts at"));
	for (size_t i = 0, n = 0; i < HABIT_MINUTES; i++)
		if (shape->minute[i] >= 4)
			buf_addf(out, "%s:%02zu", n++ > 0 ? ", " : " ", i);
	return true;
}

/* Appends the shortest run of hours that holds three quarters of a day's posts. */
static bool
append_hours(const struct habit_shape *shape, bool more, struct buf *out)
{
	for (size_t len = 1; len <= HABIT_HOURS / 2; len++)
		for (size_t from = 0; from < HABIT_HOURS; from++) {
			double sum = 0;
			for (size_t i = 0; i < len; i++)
				sum += shape->hour[(from + i) % HABIT_HOURS];
			if (sum < 0.75 * HABIT_HOURS)
				continue;
			buf_addf(out, "%s", more ? ", " : "");
			buf_addf(out, _("mostly from %02zu to %02zu h UTC"), from,
				(from + len) % HABIT_HOURS);
			return true;
		}
	return false;
}

void
delay_reason(const struct habit *habit, struct buf *out)
{
	struct habit_shape shape;
	habit_shape(&habit_model, habit, &shape);
	bool more = append_minutes(&shape, out);
	more |= append_hours(&shape, more, out);
	double day = delay_rate(habit) * TIME_DAY;
	buf_addf(out, "%s", more ? ", " : "");
	if (day >= 1)
		buf_addf(out, _("%.1f items a day"), day);
	else
		buf_addf(out, _("%.1f items a month"), day * 30);
}
