#include "config.h"

#include "base/time.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/err.h"
#include "base/i18n.h"

static int64_t
read_ms(clockid_t id)
{
	struct timespec t;
	clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t
time_wall_ms(void)
{
	return read_ms(CLOCK_REALTIME);
}

int64_t
time_wall(void)
{
	return time_wall_ms() / 1000;
}

int64_t
time_mono_ms(void)
{
	return read_ms(CLOCK_MONOTONIC);
}

int64_t
time_mono_us(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

int64_t
time_boot_ms(void)
{
#ifdef CLOCK_BOOTTIME
	return read_ms(CLOCK_BOOTTIME);
#else
	return read_ms(CLOCK_MONOTONIC);
#endif
}

/* The largest first, as time_format_span needs them. */
static const struct unit {
	const char *name;
	int64_t ms;
} units[] = {
	{"w", 7 * TIME_DAY * 1000},
	{"d", TIME_DAY * 1000},
	{"h", TIME_HOUR * 1000},
	{"m", TIME_MINUTE * 1000},
	{"s", 1000},
	{"ms", 1},
};

static const struct unit *
find_unit(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (span_eq(name, units[i].name))
			return &units[i];
	return name.n == 0 ? &units[4] : NULL;
}

int
time_parse_span(struct span text, int64_t *ms)
{
	int64_t total = 0;
	text = span_trim(text);
	if (!text.n)
		return ERR_INVALID;
	while (text.n) {
		size_t digits = 0, letters = 0;
		while (digits < text.n && str_digit(text.p[digits]))
			digits++;
		while (digits + letters < text.n && str_alpha(text.p[digits + letters]))
			letters++;
		int64_t count;
		const struct unit *unit =
			find_unit((struct span){text.p + digits, letters});
		if (str_int((struct span){text.p, digits}, &count) != OK || !unit)
			return ERR_INVALID;
		if (count > (INT64_MAX - total) / unit->ms)
			return ERR_INVALID;
		total += count * unit->ms;
		text.p += digits + letters;
		text.n -= digits + letters;
	}
	*ms = total;
	return OK;
}

void
time_format_span(int64_t ms, char *out, size_t size)
{
	size_t at = 0;
	if (size)
		out[0] = '\0';
	for (size_t i = 0; i < COUNT_OF(units) && at < size; i++) {
		int64_t count = ms / units[i].ms;
		/* Weeks are used only for whole weeks: 31d, not 4w3d. */
		if (!count || (i == 0 && ms % units[0].ms))
			continue;
		int n = snprintf(
			out + at, size - at, "%lld%s", (long long)count, units[i].name);
		at += n > 0 ? (size_t)n : 0;
		ms -= count * units[i].ms;
	}
	if (at == 0)
		snprintf(out, size, "0");
}

void
time_format_rough(int64_t seconds, char *out, size_t size)
{
	static const struct {
		int64_t below, unit;
		const char *format;
	} steps[] = {
		{TIME_HOUR, TIME_MINUTE, N_("%lld min")},
		{2 * TIME_DAY, TIME_HOUR, N_("%lld h")},
		{60 * TIME_DAY, TIME_DAY, N_("%lld d")},
		{2 * 365 * TIME_DAY, 30 * TIME_DAY, N_("%lld mo")},
		{INT64_MAX, 365 * TIME_DAY, N_("%lld y")},
	};
	if (seconds < TIME_MINUTE) {
		snprintf(out, size, "%s", _("now"));
		return;
	}
	size_t i = 0;
	while (seconds >= steps[i].below && i + 1 < COUNT_OF(steps))
		i++;
	snprintf(out, size, _(steps[i].format), (long long)(seconds / steps[i].unit));
}

void
time_format_wait(int64_t seconds, char *out, size_t size)
{
	if (seconds >= TIME_MINUTE)
		time_format_rough(seconds, out, size);
	else
		snprintf(out, size, "%d s", seconds > 0 ? (int)seconds : 0);
}

void
time_format_clock(int64_t seconds, char *out, size_t size)
{
	int minutes = (int)(seconds / 60 % 60), rest = (int)(seconds % 60);
	if (seconds >= 3600)
		snprintf(out, size, "%" PRId64 ":%02d:%02d", seconds / 3600, minutes,
			rest);
	else
		snprintf(out, size, "%d:%02d", minutes, rest);
}

void
time_format_local(int64_t at, const char *pattern, char *out, size_t size)
{
	time_t when = (time_t)at;
	struct tm tm;
	if (!localtime_r(&when, &tm) || strftime(out, size, pattern, &tm) == 0)
		snprintf(out, size, "?");
}

int64_t
time_days(int64_t year, int month, int day)
{
	/* Years are counted from March, so that the leap day is the last of its year. */
	year -= month <= 2;
	int64_t era = (year >= 0 ? year : year - 399) / 400;
	int64_t of_era = year - era * 400;
	int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

int64_t
time_from_utc(int64_t year, int month, int day, int hour, int min, int sec)
{
	return time_days(year, month, day) * TIME_DAY + hour * TIME_HOUR +
	       min * TIME_MINUTE + sec;
}

int64_t
time_local_offset(int64_t at)
{
	time_t when = (time_t)at;
	struct tm tm;
	if (!localtime_r(&when, &tm))
		return 0;
	return time_from_utc(1900 + (int64_t)tm.tm_year, tm.tm_mon + 1, tm.tm_mday,
		       tm.tm_hour, tm.tm_min, tm.tm_sec) -
	       at;
}
