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

/* A span begins with the first observation; an earlier post widens it. */
static void
begin(int64_t *since, int64_t *until, int64_t time)
{
	if (*since == TIME_NONE)
		*since = *until = time;
	else if (time < *since)
		*since = time;
}

/* Halved counts stand for half the span: returns its new beginning. */
static int64_t
half(int64_t since, int64_t until)
{
	return until - (until - since) / 2;
}

/* ---- by hour of the week */

void
histogram_hours_init(struct post_hours *hours, int64_t since)
{
	memset(hours, 0, sizeof *hours);
	hours->since = hours->until = since;
}

/* Halves counts so that their sum halves as well. What a bin loses by rounding is
 * carried over to the next one; otherwise a feed that posts rarely would forget
 * everything at once. */
static void
decay_hours(struct post_hours *hours)
{
	unsigned carry = 0;
	for (size_t i = 0; i < SCHEDULE_WEEK_HOURS; i++) {
		unsigned sum = hours->posts[i] + carry;
		hours->posts[i] = (uint16_t)(sum / 2);
		carry = sum % 2;
	}
	hours->since = half(hours->since, hours->until);
}

void
histogram_hours_add(struct post_hours *hours, int64_t time)
{
	uint16_t *bin = &hours->posts[histogram_week_hour(time)];
	begin(&hours->since, &hours->until, time);
	if (time > hours->until)
		hours->until = time;
	if (*bin == UINT16_MAX)
		decay_hours(hours);
	++*bin;
}

void
histogram_hours_observe(struct post_hours *hours, int64_t now)
{
	if (hours->since == TIME_NONE)
		hours->since = hours->until = now;
	if (now > hours->until)
		hours->until = now;
	while (hours->until - hours->since > HISTOGRAM_SPAN_MAX)
		decay_hours(hours);
}

void
histogram_hours_of_day(const struct post_hours *hours, double posts[SCHEDULE_DAY_HOURS])
{
	for (size_t h = 0; h < SCHEDULE_DAY_HOURS; h++) {
		uint32_t sum = 0;
		for (size_t day = 0; day < 7; day++)
			sum += hours->posts[day * SCHEDULE_DAY_HOURS + h];
		posts[h] = sum;
	}
}

/* ---- by minute of the day */

void
histogram_minutes_init(struct post_minutes *minutes, int64_t since)
{
	memset(minutes, 0, sizeof *minutes);
	minutes->since = minutes->until = since;
}

static void
decay_minutes(struct post_minutes *minutes)
{
	unsigned carry = 0;
	for (size_t i = 0; i < SCHEDULE_DAY_MINUTES; i++) {
		unsigned sum = minutes->posts[i] + carry;
		minutes->posts[i] = (uint8_t)(sum / 2);
		carry = sum % 2;
	}
	minutes->since = half(minutes->since, minutes->until);
}

void
histogram_minutes_add(struct post_minutes *minutes, int64_t time)
{
	uint8_t *bin = &minutes->posts[histogram_day_minute(time)];
	begin(&minutes->since, &minutes->until, time);
	if (time > minutes->until)
		minutes->until = time;
	if (*bin >= HISTOGRAM_MINUTE_MAX)
		decay_minutes(minutes);
	++*bin;
}

void
histogram_minutes_observe(struct post_minutes *minutes, int64_t now)
{
	if (minutes->since == TIME_NONE)
		minutes->since = minutes->until = now;
	if (now > minutes->until)
		minutes->until = now;
	while (minutes->until - minutes->since > HISTOGRAM_SPAN_MAX)
		decay_minutes(minutes);
}

/* ---- by hour, the last days */

void
histogram_days_init(struct post_days *days, int64_t since)
{
	memset(days, 0, sizeof *days);
	days->since = days->until = since;
}

static int64_t
day_of(int64_t time)
{
	return (time - floor_mod(time, TIME_DAY)) / TIME_DAY;
}

static uint16_t *
day_bins(struct post_days *days, int64_t day)
{
	return days->posts + floor_mod(day, SCHEDULE_DAYS) * SCHEDULE_DAY_HOURS;
}

/* Moves the end of the span. New days take the place of the oldest ones. */
static void
reach(struct post_days *days, int64_t time)
{
	int64_t last = day_of(time), day = day_of(days->until) + 1;
	if (time <= days->until)
		return;
	if (last - day >= SCHEDULE_DAYS)
		day = last - SCHEDULE_DAYS + 1;
	for (; day <= last; day++)
		memset(day_bins(days, day), 0, SCHEDULE_DAY_HOURS * sizeof *days->posts);
	days->until = time;
}

void
histogram_days_add(struct post_days *days, int64_t time)
{
	begin(&days->since, &days->until, time);
	reach(days, time);
	if (day_of(days->until) - day_of(time) >= SCHEDULE_DAYS)
		return;
	uint16_t *bin =
		&day_bins(days, day_of(time))[floor_mod(time, TIME_DAY) / TIME_HOUR];
	if (*bin < UINT16_MAX)
		++*bin;
}

void
histogram_days_observe(struct post_days *days, int64_t now)
{
	if (days->since == TIME_NONE)
		days->since = days->until = now;
	reach(days, now);
}

double
histogram_days_hours(const struct post_days *days, double posts[SCHEDULE_DAY_HOURS])
{
	memset(posts, 0, SCHEDULE_DAY_HOURS * sizeof *posts);
	if (days->since == TIME_NONE)
		return 0;
	int64_t start = (day_of(days->until) - SCHEDULE_DAYS + 1) * TIME_DAY;
	for (size_t i = 0; i < COUNT_OF(days->posts); i++)
		posts[i % SCHEDULE_DAY_HOURS] += days->posts[i];
	if (start < days->since)
		start = days->since;
	return (double)(days->until - start) / (double)TIME_DAY;
}

/* ---- all of them */

void
histogram_init(struct histogram *hist, int64_t since)
{
	histogram_hours_init(&hist->hours, since);
	histogram_minutes_init(&hist->minutes, since);
	histogram_days_init(&hist->days, since);
}

void
histogram_add(struct histogram *hist, int64_t time)
{
	histogram_hours_add(&hist->hours, time);
	histogram_minutes_add(&hist->minutes, time);
	histogram_days_add(&hist->days, time);
}

void
histogram_observe(struct histogram *hist, int64_t now)
{
	histogram_hours_observe(&hist->hours, now);
	histogram_minutes_observe(&hist->minutes, now);
	histogram_days_observe(&hist->days, now);
}
