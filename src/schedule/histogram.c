#include "config.h"

#include "schedule/histogram.h"

#include <string.h>

#include "model/schedule.h"

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
	hist->since = hist->until = since;
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
decay(struct histogram *hist)
{
	halve(hist->hours, SCHEDULE_WEEK_HOURS);
	halve(hist->minutes, SCHEDULE_DAY_MINUTES);
	hist->since = hist->until - (hist->until - hist->since) / 2;
}

void
histogram_add(struct histogram *hist, int64_t time)
{
	uint16_t *hour = &hist->hours[histogram_week_hour(time)];
	uint16_t *minute = &hist->minutes[histogram_day_minute(time)];
	if (hist->since == TIME_NONE)
		hist->since = hist->until = time;
	if (time < hist->since)
		hist->since = time;
	if (time > hist->until)
		hist->until = time;
	if (*hour == UINT16_MAX || *minute == UINT16_MAX)
		decay(hist);
	++*hour;
	++*minute;
}

void
histogram_observe(struct histogram *hist, int64_t now)
{
	if (hist->since == TIME_NONE)
		hist->since = hist->until = now;
	if (now > hist->until)
		hist->until = now;
	while (hist->until - hist->since > HISTOGRAM_SPAN_MAX)
		decay(hist);
}
