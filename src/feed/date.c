/*
 * One scanner for all forms. It goes through the string once and sorts what it sees: a
 * time ("h:mm", or what follows "T"), an offset (a sign after a time), words (month,
 * zone, half of the day; others are passed over, as week days are), and bare numbers.
 * What the numbers mean is decided at the end, from how many there are, how long they are
 * and what stands between them.
 */
#include "config.h"

#include "feed/date.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "feed/date_names.h"

#define NUMBERS_MAX 4
#define DATE_LENGTH_MAX 160

struct number {
	int64_t value;
	int digits;
	char before; /* what parts it from the one before: - / . or blank */
};

struct date {
	struct span s;
	size_t at;
	struct number numbers[NUMBERS_MAX];
	int numbers_len;
	int64_t year;   /* marked as such (年, 년); else -1 */
	int month, day; /* by name or mark; 0 unknown */
	int month_at;   /* numbers that stood before the month's name */
	int64_t hour, minute, second;
	bool has_time, has_zone, negative, week;
	int half; /* 1 am, 2 pm */
	int64_t zone;
	char place[DATE_WORD_MAX];
	bool korean; /* written in Korean: Korean time, if no zone is given */
};

static int
peek(const struct date *d, size_t ahead)
{
	return d->at + ahead < d->s.n ? (unsigned char)d->s.p[d->at + ahead] : 0;
}

static int64_t
take_number(struct date *d, int *digits)
{
	int64_t value = 0;
	*digits = 0;
	while (str_digit(peek(d, 0)) && *digits < 15) {
		value = value * 10 + (peek(d, 0) - '0');
		d->at++;
		(*digits)++;
	}
	return value;
}

static void
skip_fraction(struct date *d)
{
	if ((peek(d, 0) == '.' || peek(d, 0) == ',') && str_digit(peek(d, 1))) {
		d->at++;
		while (str_digit(peek(d, 0)))
			d->at++;
	}
}

/* ":mm" or ":ss" goes on; a colon without digits spoils the date. */
static int
take_sexagesimal(struct date *d, int64_t *out)
{
	int digits;
	if (peek(d, 0) != ':')
		return OK;
	d->at++;
	*out = take_number(d, &digits);
	return digits == 1 || digits == 2 ? OK : ERR_INVALID;
}

/* A time of day whose hour (and more, in the form without colons) was read. */
static int
take_time(struct date *d, int64_t first, int digits)
{
	d->has_time = true;
	if (digits > 2) {
		if (digits != 4 && digits != 6)
			return ERR_INVALID;
		d->second = digits == 6 ? first % 100 : 0;
		first /= digits == 6 ? 100 : 1;
		d->minute = first % 100;
		d->hour = first / 100;
		skip_fraction(d);
		return OK;
	}
	d->hour = first;
	if (take_sexagesimal(d, &d->minute) != OK ||
		take_sexagesimal(d, &d->second) != OK)
		return ERR_INVALID;
	skip_fraction(d);
	return OK;
}

/* +hh, +hmm, +hhmm, +hh:mm */
static int
take_offset(struct date *d)
{
	int64_t sign = peek(d, 0) == '-' ? -1 : 1, minutes = 0;
	int digits;
	d->at++;
	int64_t hours = take_number(d, &digits);
	if (digits > 4)
		return ERR_INVALID;
	if (digits > 2) {
		minutes = hours % 100;
		hours /= 100;
	} else if (take_sexagesimal(d, &minutes) != OK) {
		return ERR_INVALID;
	}
	if (hours > 15 || minutes > 59)
		return ERR_INVALID;
	d->zone = sign * (hours * TIME_HOUR + minutes * TIME_MINUTE);
	d->has_zone = true;
	d->place[0] = '\0';
	return OK;
}

/* Year, month, day marks of Chinese, Japanese and Korean. */
static bool
take_mark(struct date *d, int64_t value)
{
	static const struct {
		const char *mark;
		char part;
		bool korean;
	} marks[] = {
		{"年", 'y', false},
		{"月", 'm', false},
		{"日", 'd', false},
		{"년", 'y', true},
		{"월", 'm', true},
		{"일", 'd', true},
	};
	for (size_t i = 0; i < COUNT_OF(marks); i++) {
		size_t n = strlen(marks[i].mark);
		if (d->s.n - d->at < n || memcmp(d->s.p + d->at, marks[i].mark, n) != 0)
			continue;
		d->at += n;
		d->korean |= marks[i].korean;
		if (marks[i].part == 'y')
			d->year = value;
		else if (value < 1 || value > 31)
			d->month = 13;
		else if (marks[i].part == 'm')
			d->month = (int)value;
		else
			d->day = (int)value;
		return true;
	}
	return false;
}

static char
separator_before(const struct date *d, size_t start)
{
	char c = start ? d->s.p[start - 1] : '\0';
	return c == '-' || c == '/' || c == '.' ? c : ' ';
}

static int
scan_number(struct date *d)
{
	size_t start = d->at;
	int digits;
	int64_t value = take_number(d, &digits);
	if (str_digit(peek(d, 0)))
		return ERR_INVALID;
	bool after_t = start && str_lower((unsigned char)d->s.p[start - 1]) == 't' &&
		       d->numbers_len + (d->month > 0) > 0;
	if (!d->has_time && (peek(d, 0) == ':' || after_t))
		return take_time(d, value, digits);
	if (peek(d, 0) == ':')
		return ERR_INVALID;
	if (take_mark(d, value))
		return OK;
	if (d->numbers_len == NUMBERS_MAX)
		return ERR_INVALID;
	d->numbers[d->numbers_len++] =
		(struct number){value, digits, separator_before(d, start)};
	return OK;
}

static bool
word_char(int c)
{
	return str_alpha(c) || c >= 0x80 || c == '.' || c == '_' || c == '/';
}

/* Things that need not be known: week days, "at", the "th" of "16th". */
static void
scan_word(struct date *d)
{
	size_t start = d->at;
	while (word_char(peek(d, 0)))
		d->at++;
	struct span word = {d->s.p + start, d->at - start};
	char name[DATE_WORD_MAX];
	feed_date_fold(word, name);
	static const struct {
		const char *name;
		int half;
		bool korean;
	} halves[] = {
		{"am", 1, false},
		{"pm", 2, false},
		{"오전", 1, true},
		{"오후", 2, true},
		{"上午", 1, false},
		{"下午", 2, false},
	};
	for (size_t i = 0; i < COUNT_OF(halves); i++)
		if (str_eq(name, halves[i].name)) {
			d->half = halves[i].half;
			d->korean |= halves[i].korean;
			return;
		}
	if (str_eq(name, "w") && str_digit(peek(d, 0))) {
		d->week = true;
		return;
	}
	if (strchr(name, '/')) {
		memcpy(d->place, name, sizeof name);
		return;
	}
	int64_t zone;
	bool is_zone = feed_date_zone(name, &zone);
	int month = is_zone && d->has_time ? 0 : feed_date_month(name);
	if (month) {
		/* "mar., 01 déc. 2020": the first was a week day. */
		d->month = month;
		d->month_at = d->numbers_len;
	} else if (is_zone && (d->has_time || !str_eq(name, "at")) && !d->has_zone) {
		d->zone = zone;
		d->has_zone = true;
	}
}

static int
scan(struct date *d)
{
	int status = OK;
	d->negative = peek(d, 0) == '-' && str_digit(peek(d, 1));
	while (status == OK && d->at < d->s.n) {
		int c = peek(d, 0);
		bool digit_next = str_digit(peek(d, 1));
		if (str_digit(c)) {
			status = scan_number(d);
		} else if ((c == '+' || c == '-') && digit_next && d->has_time) {
			status = take_offset(d);
		} else if (c == '(') {
			while (d->at < d->s.n && peek(d, 0) != ')')
				d->at++;
		} else if (str_lower(c) == 't' && digit_next) {
			d->at++;
		} else if (word_char(c) && c != '.' && c != '/') {
			scan_word(d);
		} else if (c == ':') {
			status = ERR_INVALID;
		} else {
			d->at++;
		}
	}
	return status;
}

/* ---- what the numbers mean */

static int64_t
full_year(struct number n)
{
	if (n.digits > 2)
		return n.value;
	return n.value + (n.value < 69 ? 2000 : 1900);
}

static int
set(struct date *d, int64_t year, int64_t month, int64_t day)
{
	if (year < 0 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
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
	const struct number *n = d->numbers;
	if (d->numbers_len == 1) {
		/* "Nov. 2020" alone; with a time a day is missing. */
		if (n[0].digits != 4 || d->has_time)
			return ERR_INVALID;
		return set(d, n[0].value, d->month, 1);
	}
	if (d->numbers_len != 2)
		return ERR_INVALID;
	/* "2004-július-13", "13 July 2004", "July 13 04". */
	bool year_first = n[0].digits > 2 || n[0].value > 31;
	return set(d, full_year(n[year_first ? 0 : 1]), d->month,
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

/* One number without marks: compact ISO forms. */
static int
resolve_compact(struct date *d)
{
	int64_t v = d->numbers[0].value;
	switch (d->numbers[0].digits) {
	case 4:
		if (d->negative) /* -YYMM */
			return set(d, v / 100 + 2000, v % 100, 1);
		return set(d, v, 1, 1);
	case 6:
		return set(d, full_year((struct number){v / 10000, 2, ' '}),
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

static int
resolve_three(struct date *d)
{
	const struct number *n = d->numbers;
	if (n[0].digits >= 3)
		return set(d, n[0].value, n[1].value, n[2].value);
	if (n[1].before == '-' && n[2].digits <= 2)
		return set(d, full_year(n[0]), n[1].value, n[2].value);
	/* 09/15/2014 is American, unless it can not be; others put the day first. */
	bool month_first = n[1].before == '/' && n[0].value <= 12;
	return set(d, full_year(n[2]), n[!month_first].value, n[month_first].value);
}

static int
resolve(struct date *d)
{
	const struct number *n = d->numbers;
	if (d->year >= 0 && d->month)
		return set(d, d->year, d->month, d->day ? d->day : 1);
	if (d->month)
		return resolve_named(d);
	if (d->week && d->numbers_len >= 2)
		return from_week(
			d, n[0].value, n[1].value, d->numbers_len > 2 ? n[2].value : 1);
	switch (d->numbers_len) {
	case 1:
		return resolve_compact(d);
	case 2:
		if (d->negative) /* -YY-MM */
			return set(d, full_year(n[0]), n[1].value, 1);
		if (n[0].digits != 4)
			return ERR_INVALID;
		if (n[1].digits == 3)
			return from_day_of_year(d, n[0].value, n[1].value);
		return set(d, n[0].value, n[1].value, 1);
	case 3:
		return resolve_three(d);
	default:
		return ERR_INVALID;
	}
}

static int
time_of_day(struct date *d)
{
	if (d->half && (d->hour < 1 || d->hour > 12))
		return d->hour < 24 ? OK : ERR_INVALID;
	if (d->half)
		d->hour = d->hour % 12 + (d->half == 2 ? 12 : 0);
	bool midnight = d->hour == 24 && !d->minute && !d->second;
	return (d->hour < 24 || midnight) && d->minute < 60 && d->second <= 60
		       ? OK
		       : ERR_INVALID;
}

/* Nine digits or more are seconds (or milliseconds) since 1970. */
static bool
epoch(const struct date *d, int64_t *out)
{
	const struct number *n = &d->numbers[0];
	if (d->numbers_len != 1 || d->month || d->has_time || d->negative ||
		(n->digits != 9 && n->digits != 10 && n->digits != 13))
		return false;
	*out = n->digits == 13 ? n->value / 1000 : n->value;
	return true;
}

int
feed_date_parse(struct span s, int64_t *out)
{
	struct date d = {.s = span_trim(s), .year = -1};
	if (!d.s.n || d.s.n > DATE_LENGTH_MAX || scan(&d) != OK)
		return ERR_INVALID;
	if (epoch(&d, out))
		return OK;
	if (resolve(&d) != OK || time_of_day(&d) != OK)
		return ERR_INVALID;
	int64_t next = d.month == 12 ? time_days(d.year + 1, 1, 1)
				     : time_days(d.year, d.month + 1, 1);
	if (d.day > next - time_days(d.year, d.month, 1))
		return ERR_INVALID;
	int64_t local = time_from_utc(
		d.year, d.month, d.day, (int)d.hour, (int)d.minute, (int)d.second);
	int64_t zone = d.has_zone ? d.zone : d.korean ? 9 * TIME_HOUR : 0;
	if (d.place[0] && !d.has_zone)
		feed_date_place(d.place, local, &zone);
	*out = local - zone;
	return OK;
}
