#include "config.h"

#include "schedule/histogram.h"

#include <string.h>

#include "base/attr.h"

#define DAY_OF_1970 4 /* a Thursday; Sunday is 0 */

static int64_t
floor_mod(int64_t a, int64_t b)
{
	int64_t r = a % b;
	return r < 0 ? r + b : r;
}

size_t
histogram_week_hour(int64_t time)
{
	int64_t week = 7 * TIME_DAY;
	int64_t offset = floor_mod(time, week) + DAY_OF_1970 * TIME_DAY;
	return (size_t)(offset % week / TIME_HOUR);
}

size_t
histogram_day_minute(int64_t time)
{
	return (size_t)(floor_mod(time, TIME_DAY) / TIME_MINUTE);
}

void
histogram_init(struct histogram *hist, int64_t since)
{
	memset(hist, 0, sizeof *hist);
	hist->since = hist->minutes_since = hist->until = since;
}

/* Halves counts so that their sum halves as well: what a bin loses by rounding is carried
 * to the next, else a feed that posts rarely would forget everything at once. */
static void
halve(uint16_t *bins, size_t n)
{
	uint32_t carry = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t sum = bins[i] + carry;
		bins[i] = (uint16_t)(sum / 2);
		carry = sum % 2;
	}
}

static void
decay_minutes(struct histogram *hist)
{
	halve(hist->minutes, SCHEDULE_DAY_MINUTES);
	hist->minutes_since = hist->until - (hist->until - hist->minutes_since) / 2;
}

static void
decay_hours(struct histogram *hist)
{
	halve(hist->hours, SCHEDULE_WEEK_HOURS);
	hist->since = hist->until - (hist->until - hist->since) / 2;
}

static int64_t
day_of(int64_t time)
{
	return (time - floor_mod(time, TIME_DAY)) / TIME_DAY;
}

static uint16_t *
day_bins(struct histogram *hist, int64_t day)
{
	return hist->days + floor_mod(day, SCHEDULE_DAYS) * SCHEDULE_DAY_HOURS;
}

/* Moves the end of the observed spans; the days that begin take the oldest ones' place.
 */
static void
reach(struct histogram *hist, int64_t time)
{
	int64_t last = day_of(time), day = day_of(hist->until) + 1;
	if (time <= hist->until)
		return;
	if (last - day >= SCHEDULE_DAYS)
		day = last - SCHEDULE_DAYS + 1;
	for (; day <= last; day++)
		memset(day_bins(hist, day), 0, SCHEDULE_DAY_HOURS * sizeof *hist->days);
	hist->until = time;
}

static void
count_day(struct histogram *hist, int64_t time)
{
	if (day_of(hist->until) - day_of(time) >= SCHEDULE_DAYS)
		return;
	uint16_t *bin =
		&day_bins(hist, day_of(time))[floor_mod(time, TIME_DAY) / TIME_HOUR];
	if (*bin < UINT16_MAX)
		++*bin;
}

void
histogram_add(struct histogram *hist, int64_t time)
{
	uint16_t *hour = &hist->hours[histogram_week_hour(time)];
	uint16_t *minute = &hist->minutes[histogram_day_minute(time)];
	if (hist->since == TIME_NONE)
		hist->since = hist->minutes_since = hist->until = time;
	if (time < hist->since) {
		if (hist->minutes_since == hist->since)
			hist->minutes_since = time;
		hist->since = time;
	}
	reach(hist, time);
	if (*hour == UINT16_MAX)
		decay_hours(hist);
	if (*minute >= HISTOGRAM_MINUTE_MAX)
		decay_minutes(hist);
	++*hour;
	++*minute;
	count_day(hist, time);
}

void
histogram_observe(struct histogram *hist, int64_t now)
{
	if (hist->since == TIME_NONE)
		hist->since = hist->minutes_since = hist->until = now;
	/* A record of before the minutes had a span of their own. */
	if (hist->minutes_since == TIME_NONE)
		hist->minutes_since = hist->since;
	reach(hist, now);
	while (hist->until - hist->since > HISTOGRAM_SPAN_MAX)
		decay_hours(hist);
	while (hist->until - hist->minutes_since > HISTOGRAM_SPAN_MAX)
		decay_minutes(hist);
}

void
histogram_day_hours(const struct histogram *hist, double hours[SCHEDULE_DAY_HOURS])
{
	for (size_t h = 0; h < SCHEDULE_DAY_HOURS; h++) {
		uint32_t sum = 0;
		for (size_t day = 0; day < 7; day++)
			sum += hist->hours[day * SCHEDULE_DAY_HOURS + h];
		hours[h] = sum;
	}
}

double
histogram_fortnight(const struct histogram *hist, double hours[SCHEDULE_DAY_HOURS])
{
	int64_t start = (day_of(hist->until) - SCHEDULE_DAYS + 1) * TIME_DAY;
	memset(hours, 0, SCHEDULE_DAY_HOURS * sizeof *hours);
	if (hist->since == TIME_NONE)
		return 0;
	for (size_t i = 0; i < COUNT_OF(hist->days); i++)
		hours[i % SCHEDULE_DAY_HOURS] += hist->days[i];
	if (start < hist->since)
		start = hist->since;
	return (double)(hist->until - start) / (double)TIME_DAY;
}
