/*
 * Finds out what the numbers of a date mean, from how many there are, how long they are
 * and what stands between them.
 */
#include "config.h"

#include "feed/date_inside.h"

#include "base/err.h"
#include "base/time.h"

static int64_t
full_year(const struct date *d, struct date_number n)
{
	if (n.digits > 2) /* RFC 5322, section 4.3, of three digits */
		return n.digits == 3 ? n.value + 1900 : n.value;
	if (d->buddhist)
		return n.value + 2500;
	return n.value + (n.value < 69 ? 2000 : 1900);
}

static int
set(struct date *d, int64_t year, int64_t month, int64_t day)
{
	if (d->buddhist && year > 2400)
		year -= 543;
	if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
		return ERR_INVALID;
	d->year = year;
	d->month = (int)month;
	d->day = (int)day;
	return OK;
}

/* The month has a name. */
static int
resolve_named(struct date *d)
{
	const struct date_number *n = d->numbers;
	if (d->numbers_len == 1) {
		/* "Nov. 2020" is a date by itself; with a time, its day is missing. */
		if (n[0].digits != 4 || (d->has_time && !d->day))
			return ERR_INVALID;
		return set(d, n[0].value, d->month, d->day ? d->day : 1);
	}
	if (d->numbers_len != 2)
		return ERR_INVALID;
	/* "2004-július-13", "13 July 2004", "July 13 04". */
	bool year_first = n[0].digits > 2 || n[0].value > 31;
	return set(d, full_year(d, n[year_first ? 0 : 1]), d->month,
		n[!year_first ? 0 : 1].value);
}

static int
from_day_of_year(struct date *d, int64_t year, int64_t day)
{
	bool leap = time_days(year + 1, 1, 1) - time_days(year, 1, 1) == 366;
	if (day < 1 || day > 365 + leap)
		return ERR_INVALID;
	int month = 12;
	int64_t at = time_days(year, 1, 1) + day - 1;
	while (time_days(year, month, 1) > at)
		month--;
	return set(d, year, month, at - time_days(year, month, 1) + 1);
}

/* ISO 8601 week date: week 1 holds 4 January. */
static int
from_week(struct date *d, int64_t year, int64_t week, int64_t weekday)
{
	if (week < 1 || week > 53 || weekday < 1 || weekday > 7)
		return ERR_INVALID;
	int64_t fourth = time_days(year, 1, 4);
	int64_t monday = fourth - ((fourth + 3) % 7 + 7) % 7;
	int64_t at = monday + (week - 1) * 7 + weekday - 1;
	if (at < time_days(year, 1, 1))
		return set(d, year - 1, 12, at - time_days(year - 1, 12, 1) + 1);
	if (at >= time_days(year + 1, 1, 1))
		return set(d, year + 1, 1, at - time_days(year + 1, 1, 1) + 1);
	return from_day_of_year(d, year, at - time_days(year, 1, 1) + 1);
}

/* Reads a single number: the compact forms of ISO 8601. */
static int
resolve_compact(struct date *d)
{
	int64_t v = d->numbers[0].value;
	switch (d->numbers[0].digits) {
	case 4:
		if (d->negative) /* -YYMM */
			return set(d, v / 100 + 2000, v % 100, 1);
		return set(d, v, 1, 1);
	case 5:
		return from_day_of_year(d,
			full_year(d, (struct date_number){v / 1000, 2, ' '}), v % 1000);
	case 6:
		return set(d, full_year(d, (struct date_number){v / 10000, 2, ' '}),
			v / 100 % 100, v % 100);
	case 7:
		return from_day_of_year(d, v / 1000, v % 1000);
	case 8:
		return set(d, v / 10000, v / 100 % 100, v % 100);
	case 12:
	case 14:
		if (d->numbers[0].digits == 14) {
			d->second = v % 100;
			v /= 100;
		}
		d->minute = v % 100;
		d->hour = v / 100 % 100;
		d->has_time = true;
		v /= 10000;
		return set(d, v / 10000, v / 100 % 100, v % 100);
	default:
		return ERR_INVALID;
	}
}

static bool
is_weekday(const struct date *d, int64_t year, int64_t month, int64_t day)
{
	int64_t since_monday = time_days(year, (int)month, (int)day) + 3;
	return since_monday % 7 + 1 == d->weekday;
}

/* Whether 09/05/2014 is written in American order. It is, unless that is impossible, or
 * what stands beside it is in another language or a day of the week that says otherwise.
 */
static bool
is_month_first(const struct date *d)
{
	const struct date_number *n = d->numbers;
	int64_t year = full_year(d, n[2]);
	if (n[1].before != '/' || n[0].value > 12)
		return false;
	if (n[1].value > 12)
		return true;
	return !d->day_first && !(is_weekday(d, year, n[1].value, n[0].value) &&
					!is_weekday(d, year, n[0].value, n[1].value));
}

static int
resolve_three(struct date *d)
{
	const struct date_number *n = d->numbers;
	if (n[0].digits >= 3)
		return set(d, n[0].value, n[1].value, n[2].value);
	if (n[1].before == '-' && n[2].digits <= 2)
		return set(d, full_year(d, n[0]), n[1].value, n[2].value);
	bool month_first = is_month_first(d);
	return set(d, full_year(d, n[2]), n[!month_first].value, n[month_first].value);
}

int
feed_date_resolve(struct date *d)
{
	const struct date_number *n = d->numbers;
	if (d->year >= 0 && d->month)
		return set(d, d->year, d->month, d->day ? d->day : 1);
	if (d->month)
		return resolve_named(d);
	if (d->week && d->numbers_len == 2 && n[1].digits == 3) /* 2003W242 */
		return from_week(d, n[0].value, n[1].value / 10, n[1].value % 10);
	if (d->week && d->numbers_len >= 2)
		return from_week(
			d, n[0].value, n[1].value, d->numbers_len > 2 ? n[2].value : 1);
	switch (d->numbers_len) {
	case 1:
		return resolve_compact(d);
	case 2:
		if (d->negative) /* -YY-MM */
			return set(d, full_year(d, n[0]), n[1].value, 1);
		if (n[1].before == ' ')
			return ERR_INVALID;
		if (n[1].digits == 3 && (n[0].digits == 2 || n[0].digits == 4))
			return from_day_of_year(d, full_year(d, n[0]), n[1].value);
		if (n[0].digits <= 2 && n[1].digits == 4) /* 03/2015 */
			return set(d, n[1].value, n[0].value, 1);
		if (n[0].digits != 4)
			return ERR_INVALID;
		return set(d, n[0].value, n[1].value, 1);
	case 3:
		return d->negative ? ERR_INVALID : resolve_three(d);
	default:
		return ERR_INVALID;
	}
}
