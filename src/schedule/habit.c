/*
 * Learning for least-delay. Time goes forward hour by hour, since the exposure of an
 * hour is its length times its shape; a poll thus costs a few steps, and a silence of
 * many weeks costs the hours of two. The shape of the first window is learned before its
 * levels, item by item, and each item is judged by what the ones before it taught,
 * because a histogram explains too well what it has already seen.
 */
#include "config.h"

#include "schedule/habit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/attr.h"
#include "base/time.h"

const struct habit_model habit_model = {
	.burst = HABIT_BURST, HABIT_LEVEL_PRIORS, HABIT_WEEK_PRIORS, HABIT_MINUTE_PRIOR};

static const double scale_first = 14400, scale_ratio = 4.608;
static const double population = 1.5 / 86400; /* bursts per second */
static const double fit_prior[HABIT_FITS] = {1, 4, 0.3};
static const double sharp_prior = 0.3;
static const double decay_size = 60 * 86400.0, decay_shape = 90 * 86400.0;
#define BACKDATED ((int64_t)86400)
#define WEEK (SCHEDULE_WEEK_HOURS * TIME_HOUR)

double
habit_scale(size_t k)
{
	double t = scale_first;
	while (k-- > 0)
		t *= scale_ratio;
	return t;
}

void
habit_init(struct habit *habit)
{
	memset(habit, 0, sizeof *habit);
	habit->seen = habit->last = habit->first = TIME_NONE;
}

/* ---- shape */

static size_t
wrap(int64_t value, int64_t size)
{
	int64_t rest = value % size;
	return (size_t)(rest < 0 ? rest + size : rest);
}

/* 0 = Sunday 00:00; 1 January 1970 was a Thursday. */
static size_t
week_hour(int64_t time)
{
	return wrap(time / TIME_HOUR + 4 * HABIT_HOURS, SCHEDULE_WEEK_HOURS);
}

/* Smooths cyclic counts: each gives a quarter to either neighbour. */
static double
smooth(const double *in, size_t len, size_t i)
{
	return in[i] / 2 + (in[i + 1 < len ? i + 1 : 0] + in[i ? i - 1 : len - 1]) / 4;
}

/* The bursts that were counted, by the hours of the day, the days, the hours of the week,
 * and the minutes. */
struct counts {
	double hour[HABIT_HOURS], day[HABIT_DAYS], week[SCHEDULE_WEEK_HOURS], total;
	double minutes; /* all of them */
};

static void
count(const struct habit *habit, struct counts *out)
{
	*out = (struct counts){.total = 0};
	for (size_t d = 0; d < HABIT_DAYS; d++) {
		const float *posts = habit->week + d * HABIT_HOURS;
		for (size_t i = 0; i < HABIT_HOURS; i++) {
			double n = (double)posts[i];
			out->hour[i] += n;
			out->day[d] += n;
			out->week[d * HABIT_HOURS + i] = n;
			out->total += n;
		}
	}
	for (size_t i = 0; i < HABIT_MINUTES; i++)
		out->minutes += (double)habit->minute[i];
}

/* One more burst. Where all counts are whole numbers, this is as exact as counting. */
static void
count_one(struct counts *c, size_t hour)
{
	c->hour[hour % HABIT_HOURS]++;
	c->day[hour / HABIT_HOURS]++;
	c->week[hour]++;
	c->total++;
	c->minutes++;
}

/* The parts of a shape, one by one: callers that need few of them do not compute all. */

static double
hour_of(const struct habit_model *model, const struct counts *c, size_t i)
{
	return (HABIT_HOURS * smooth(c->hour, HABIT_HOURS, i) + model->hour) /
	       (c->total + model->hour);
}

static double
day_of(const struct habit_model *model, const struct counts *c, size_t i)
{
	return (HABIT_DAYS * c->day[i] + model->day) / (c->total + model->day);
}

/* day and hour: those of the shape at the same time. */
static double
week_of(const struct habit_model *model, const struct counts *c, size_t i, double day,
	double hour)
{
	double week = SCHEDULE_WEEK_HOURS * smooth(c->week, SCHEDULE_WEEK_HOURS, i) /
		      (c->total + model->week);
	double by = day * model->week / (c->total + model->week);
	return week + by * hour;
}

static double
minute_of(const struct habit_model *model, const struct habit *habit,
	const struct counts *c, double weight, size_t i)
{
	double x = (HABIT_MINUTES * (double)habit->minute[i] + model->minute) /
		   (c->minutes + model->minute);
	return 1 + weight * (x - 1);
}

static void
weights_of(const struct habit *habit, struct habit_shape *out)
{
	double flat = (double)habit->sharp[0] + sharp_prior, fits = 0;
	double sharp = (double)habit->sharp[1] + sharp_prior;
	out->minute_weight = sharp / (flat + sharp);
	for (size_t i = 0; i < HABIT_FITS; i++)
		fits += out->weight[i] = (double)habit->fit[i] + fit_prior[i];
	for (size_t i = 0; i < HABIT_FITS; i++)
		out->weight[i] /= fits;
}

void
habit_shape(const struct habit_model *model, const struct habit *habit,
	struct habit_shape *out)
{
	struct counts c;
	count(habit, &c);
	weights_of(habit, out);
	for (size_t i = 0; i < HABIT_HOURS; i++)
		out->hour[i] = hour_of(model, &c, i);
	for (size_t d = 0; d < HABIT_DAYS; d++) {
		out->day[d] = day_of(model, &c, d);
		for (size_t i = 0; i < HABIT_HOURS; i++)
			out->week[d * HABIT_HOURS + i] = week_of(model, &c,
				d * HABIT_HOURS + i, out->day[d], out->hour[i]);
	}
	out->before[0] = 0;
	for (size_t i = 0; i < HABIT_MINUTES; i++) {
		out->minute[i] = minute_of(model, habit, &c, out->minute_weight, i);
		out->before[i + 1] = out->before[i] + out->minute[i];
	}
}

/* The hours of the week between whose middles a time is, and how far it is from the
 * first. */
struct between {
	size_t a, b, today;
	double rest;
};

static struct between
between(double time)
{
	double x = time / 3600 - 0.5, hour = floor(x), rest = x - hour;
	size_t a = wrap((int64_t)hour + 4 * HABIT_HOURS, SCHEDULE_WEEK_HOURS);
	size_t b = a + 1 < SCHEDULE_WEEK_HOURS ? a + 1 : 0;
	/* the hour of time is a or b */
	return (struct between){a, b, (rest < 0.5 ? a : b) / HABIT_HOURS, rest};
}

/* Fills in what learn_shape reads of a shape, and nothing else. */
static void
shape_near(const struct habit_model *model, const struct habit *habit,
	const struct counts *c, int64_t time, struct habit_shape *out)
{
	struct between at = between((double)time);
	const size_t hours[] = {at.a, at.b};
	size_t minute = wrap(time / 60, HABIT_MINUTES);
	weights_of(habit, out);
	for (size_t i = 0; i < COUNT_OF(hours); i++) {
		size_t day = hours[i] / HABIT_HOURS, hour = hours[i] % HABIT_HOURS;
		out->day[day] = day_of(model, c, day);
		out->hour[hour] = hour_of(model, c, hour);
		out->week[hours[i]] =
			week_of(model, c, hours[i], out->day[day], out->hour[hour]);
	}
	out->minute[minute] = minute_of(model, habit, c, out->minute_weight, minute);
}

/* Interpolates between the middles of two hours, so that nothing jumps at the full
 * hour. */
static void
parts_at(const struct habit_shape *shape, double time, double part[HABIT_FITS])
{
	struct between at = between(time);
	double rest = at.rest, day = shape->day[at.today];
	double daily = shape->hour[at.a % HABIT_HOURS] * (1 - rest) +
		       shape->hour[at.b % HABIT_HOURS] * rest;
	part[0] = shape->weight[0];
	part[1] = shape->weight[1] * daily * day;
	part[2] = shape->weight[2] *
		  (shape->week[at.a] * (1 - rest) + shape->week[at.b] * rest);
}

double
habit_shape_at(const struct habit_shape *shape, double time)
{
	double part[HABIT_FITS];
	parts_at(shape, time, part);
	return part[0] + part[1] + part[2];
}

double
habit_minutes(const struct habit_shape *shape, double time)
{
	double hour = floor(time / 3600) * 3600, x = (time - hour) / 60;
	size_t i = (size_t)x < HABIT_MINUTES ? (size_t)x : HABIT_MINUTES - 1;
	return hour + 60 * (shape->before[i] + (x - (double)i) * shape->minute[i]);
}

static void
learn_shape(struct habit *habit, const struct habit_shape *shape, int64_t time)
{
	double part[HABIT_FITS];
	parts_at(shape, (double)time, part);
	double sum = part[0] + part[1] + part[2];
	for (size_t i = 0; i < HABIT_FITS; i++)
		habit->fit[i] += (float)(part[i] / sum);
	size_t minute = wrap(time / 60, HABIT_MINUTES);
	double flat = (1 - shape->minute_weight) / shape->minute[minute];
	habit->sharp[0] += (float)flat;
	habit->sharp[1] += (float)(1 - flat);
	habit->week[week_hour(time)]++;
	habit->minute[minute]++;
}

/* ---- levels */

static void
decay(float *values, size_t len, double by)
{
	for (size_t i = 0; i < len; i++)
		values[i] = (float)((double)values[i] * by);
}

/* A walk over hours under one shape. The hours of a week recur, so each is computed
 * once, and so is the effect of a whole hour on each scale. */
struct walk {
	const struct habit_shape *shape;
	double hour[SCHEDULE_WEEK_HOURS]; /* s in its middle; < 0: not computed yet */
	double scale[HABIT_SCALES];
	double keep[HABIT_SCALES], gain[HABIT_SCALES];
};

static void
walk_init(struct walk *walk, const struct habit_shape *shape)
{
	walk->shape = shape;
	for (size_t i = 0; i < SCHEDULE_WEEK_HOURS; i++)
		walk->hour[i] = -1;
	for (size_t k = 0; k < HABIT_SCALES; k++) {
		walk->scale[k] = habit_scale(k);
		walk->keep[k] = exp(-TIME_HOUR / walk->scale[k]);
		walk->gain[k] = walk->scale[k] * (1 - walk->keep[k]);
	}
}

/* Adds a part of an hour. */
static void
expose(const struct walk *walk, double exposure[HABIT_SCALES], int64_t from, int64_t span)
{
	double s = habit_shape_at(walk->shape, (double)from + (double)span / 2);
	for (size_t k = 0; k < HABIT_SCALES; k++) {
		double q = exp((double)-span / walk->scale[k]);
		exposure[k] = exposure[k] * q + s * walk->scale[k] * (1 - q);
	}
}

/* Adds whole hours. */
static void
expose_hours(struct walk *walk, double exposure[HABIT_SCALES], int64_t from, int64_t n)
{
	size_t at = week_hour(from);
	for (; n > 0; n--, from += TIME_HOUR) {
		double *s = &walk->hour[at];
		if (*s < 0)
			*s = habit_shape_at(
				walk->shape, (double)from + (double)TIME_HOUR / 2);
		for (size_t k = 0; k < HABIT_SCALES; k++)
			exposure[k] = exposure[k] * walk->keep[k] + *s * walk->gain[k];
		at = at + 1 < SCHEDULE_WEEK_HOURS ? at + 1 : 0;
	}
}

/* All whole weeks add the same, so that a geometric series sums them. */
static void
expose_weeks(struct walk *walk, double exposure[HABIT_SCALES], int64_t from, double weeks)
{
	double week[HABIT_SCALES] = {0};
	expose_hours(walk, week, from, SCHEDULE_WEEK_HOURS);
	for (size_t k = 0; k < HABIT_SCALES; k++) {
		double one = exp(-WEEK / walk->scale[k]);
		double all = exp(-WEEK * weeks / walk->scale[k]);
		exposure[k] = exposure[k] * all + week[k] * (1 - all) / (1 - one);
	}
}

/* Moves on to a time up to which nothing was posted. */
static void
advance(struct habit *habit, struct walk *walk, int64_t until)
{
	double exposure[HABIT_SCALES];
	if (habit->seen >= until)
		return;
	for (size_t k = 0; k < HABIT_SCALES; k++) {
		double q = exp((double)(habit->seen - until) / walk->scale[k]);
		habit->bursts[k] = (float)((double)habit->bursts[k] * q);
		exposure[k] = (double)habit->exposure[k];
	}
	while (habit->seen < until) {
		int64_t span = TIME_HOUR - (int64_t)wrap(habit->seen, TIME_HOUR);
		int64_t weeks = (until - habit->seen) / WEEK;
		if (span > until - habit->seen)
			span = until - habit->seen;
		if (span == TIME_HOUR && weeks > 1) {
			expose_weeks(walk, exposure, habit->seen, (double)weeks);
			span = weeks * WEEK;
		} else if (span == TIME_HOUR) {
			int64_t hours = (until - habit->seen) / TIME_HOUR;
			expose_hours(walk, exposure, habit->seen, hours);
			span = hours * TIME_HOUR;
		} else {
			expose(walk, exposure, habit->seen, span);
		}
		habit->seen += span;
	}
	for (size_t k = 0; k < HABIT_SCALES; k++)
		habit->exposure[k] = (float)exposure[k];
}

bool
habit_opens_burst(
	const struct habit_model *model, int64_t first, int64_t last, int64_t time)
{
	return first == TIME_NONE || time - last > model->burst ||
	       time - first > HABIT_BURST_LONGEST;
}

static bool
opens_burst(const struct habit_model *model, const struct habit *habit, int64_t time)
{
	return habit->size[1] <= 0 || habit->last == TIME_NONE ||
	       habit_opens_burst(model, habit->first, habit->last, time);
}

static void
learn_item(const struct habit_model *model, struct habit *habit, struct walk *walk,
	int64_t time, bool shapes)
{
	advance(habit, walk, time);
	habit->size[0]++;
	if (opens_burst(model, habit, time)) {
		habit->first = time;
		habit->size[1]++;
		for (size_t k = 0; k < HABIT_SCALES; k++)
			habit->bursts[k]++;
		if (shapes)
			learn_shape(habit, walk->shape, time);
	}
	habit->last = time;
}

/* The first window. Its oldest item only begins the span of observation. */
static void
learn_first(const struct habit_model *model, struct habit *habit, const int64_t *window,
	size_t len, int64_t now)
{
	struct habit_shape shape;
	struct walk walk;
	struct counts c;
	int64_t first = TIME_NONE;
	count(habit, &c);
	for (size_t i = 0; i < len; i++) {
		if (i > 0 && !habit_opens_burst(model, first, window[i - 1], window[i]))
			continue;
		first = window[i];
		shape_near(model, habit, &c, window[i], &shape);
		learn_shape(habit, &shape, window[i]);
		count_one(&c, week_hour(window[i]));
	}
	habit_shape(model, habit, &shape);
	walk_init(&walk, &shape);
	habit->seen = habit->last = len > 0 ? window[0] : now;
	for (size_t i = 1; i < len; i++)
		learn_item(model, habit, &walk, window[i], false);
	advance(habit, &walk, now);
}

void
habit_learn(const struct habit_model *model, struct habit *habit, const int64_t *window,
	size_t len, size_t fresh, int64_t now)
{
	if (habit->seen == TIME_NONE) {
		learn_first(model, habit, window, len, now);
		return;
	}
	struct habit_shape shape;
	struct walk walk;
	habit_shape(model, habit, &shape);
	walk_init(&walk, &shape);
	int64_t before = habit->seen;
	if (now > before) {
		double span = (double)(now - before);
		double q = exp(-span / decay_shape);
		decay(habit->week, COUNT_OF(habit->week), q);
		decay(habit->minute, COUNT_OF(habit->minute), q);
		decay(habit->fit, COUNT_OF(habit->fit), q);
		decay(habit->sharp, COUNT_OF(habit->sharp), q);
		decay(habit->size, COUNT_OF(habit->size), exp(-span / decay_size));
	}
	for (size_t i = len - (fresh < len ? fresh : len); i < len; i++)
		if (window[i] >= before)
			learn_item(model, habit, &walk, window[i], true);
		else if (window[i] >= before - BACKDATED)
			learn_item(model, habit, &walk, before, true);
	advance(habit, &walk, now);
}

void
habit_level(const struct habit_model *model, const struct habit *habit,
	double rate[HABIT_SCALES])
{
	double slower = population;
	double size = ((double)habit->size[0] + model->size) /
		      ((double)habit->size[1] + model->size);
	for (size_t k = HABIT_SCALES; k-- > 0;) {
		double prior =
			k == HABIT_SCALES - 1 ? model->kappa_slowest : model->kappa;
		rate[k] = ((double)habit->bursts[k] + prior) /
			  ((double)habit->exposure[k] + prior / slower);
		slower = rate[k];
	}
	for (size_t k = 0; k < HABIT_SCALES; k++)
		rate[k] *= size;
}
