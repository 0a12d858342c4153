/*
 * One scanner for all forms. It goes through the string once and sorts what it sees: a
 * time ("h:mm", "14h03", what follows "T"), an offset (a sign after a time), words (a
 * month, a zone, a half of the day; others, such as week days, are skipped), and bare
 * numbers. What the numbers mean is decided at the end (date_resolve.c).
 */
#include "config.h"

#include "feed/date.h"

#include <string.h>

#include "base/err.h"
#include "base/time.h"
#include "base/utf8.h"
#include "feed/date_inside.h"

#define DATE_LENGTH_MAX 160

static int64_t
take_number(struct date *d, int *digits)
{
	int64_t value = 0;
	*digits = 0;
	while (str_digit(date_char_at(d, 0)) && *digits < 16) {
		value = value * 10 + (date_char_at(d, 0) - '0');
		d->at++;
		(*digits)++;
	}
	return value;
}

/* SQL Server writes ":123". */
static bool
has_fraction(const struct date *d)
{
	int mark = date_char_at(d, 0);
	bool three = str_digit(date_char_at(d, 1)) && str_digit(date_char_at(d, 2)) &&
		     str_digit(date_char_at(d, 3)) && !str_digit(date_char_at(d, 4));
	return mark == ':'
		       ? three
		       : (mark == '.' || mark == ',') && str_digit(date_char_at(d, 1));
}

static void
skip_fraction(struct date *d)
{
	if (has_fraction(d)) {
		d->at++;
		while (str_digit(date_char_at(d, 0)))
			d->at++;
	}
}

/* Reads ":mm" or ":ss", if it follows; a colon without digits spoils the date. */
static int
take_sexagesimal(struct date *d, int64_t *out)
{
	int digits;
	if (date_char_at(d, 0) != ':')
		return OK;
	d->at++;
	*out = take_number(d, &digits);
	return digits == 1 || digits == 2 ? OK : ERR_INVALID;
}

/* Reads the rest of a time of day whose hour was read, or all of it in the form without
 * colons. */
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

/* +hh, +hmm, +hhmm, +hh:mm, +hh:mm:ss */
static int
take_offset(struct date *d)
{
	int64_t sign = date_char_at(d, 0) == '-' ? -1 : 1, minutes = 0, seconds = 0;
	int digits;
	d->at = date_skip_blanks(d, d->at + 1);
	int64_t hours = take_number(d, &digits);
	if (digits > 4)
		return ERR_INVALID;
	if (digits > 2) {
		minutes = hours % 100;
		hours /= 100;
	} else if (take_sexagesimal(d, &minutes) != OK ||
		   take_sexagesimal(d, &seconds) != OK) {
		return ERR_INVALID;
	}
	if (hours > 15 || minutes > 59 || seconds > 59)
		return ERR_INVALID;
	d->zone = sign * (hours * TIME_HOUR + minutes * TIME_MINUTE + seconds);
	d->has_zone = true;
	d->place[0] = '\0';
	return OK;
}

/* The marks after numbers in Chinese, Japanese and Korean. */
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
		{"時", 'H', false},
		{"时", 'H', false},
		{"点", 'H', false},
		{"點", 'H', false},
		{"시", 'H', true},
		{"分", 'M', false},
		{"분", 'M', true},
		{"秒", 'S', false},
		{"초", 'S', true},
	};
	for (size_t i = 0; i < COUNT_OF(marks); i++) {
		size_t n = strlen(marks[i].mark);
		if (d->s.n - d->at < n || memcmp(d->s.p + d->at, marks[i].mark, n) != 0)
			continue;
		d->at += n;
		d->korean |= marks[i].korean;
		d->has_time |= marks[i].part == 'H';
		if (marks[i].part == 'H')
			d->hour = value;
		else if (marks[i].part == 'M')
			d->minute = value;
		else if (marks[i].part == 'S')
			d->second = value;
		else if (marks[i].part == 'y')
			d->year = d->era + value;
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

/* Whether a day has been named, so that the next number begins a time. */
static bool
has_day(const struct date *d)
{
	if (d->day)
		return d->month && d->year >= 0;
	return d->numbers_len >= (d->month ? 2 : 3);
}

/* Whether one of the words stands at the offset, in any case, and no letter after it.
 * Returns its length. */
static size_t
word_at(const struct date *d, size_t at, const char *const *words)
{
	for (; *words; words++) {
		size_t n = strlen(*words);
		if (d->s.n - at < n || !str_ieqn(d->s.p + at, *words, n))
			continue;
		int next = at + n < d->s.n ? (unsigned char)d->s.p[at + n] : 0;
		if (!str_alpha(next) && next < 0x80)
			return n;
	}
	return 0;
}

/* Two digits at the offset, and no third. */
static bool
two_digits(const struct date *d, size_t at)
{
	size_t ahead = at - d->at;
	return str_digit(date_char_at(d, ahead)) &&
	       str_digit(date_char_at(d, ahead + 1)) &&
	       !str_digit(date_char_at(d, ahead + 2));
}

static const char *const hour_words[] = {
	"h", "hrs", "uhr", "uur", "heures", "heure", "horas", NULL};

/* "14h03", "14 h", "14 Uhr 03", "2pm": the word after the hour makes it one. */
static bool
take_hour(struct date *d)
{
	static const char *const halves[] = {"am", "pm", "a.m", "p.m", NULL};
	size_t at = date_skip_blanks(d, d->at), n;
	int first = at < d->s.n ? str_lower((unsigned char)d->s.p[at]) : 0, digits;
	if (first != 'h' && first != 'u' && first != 'a' && first != 'p')
		return false;
	n = word_at(d, at, hour_words);
	d->day_first |= n == 1 || first == 'u';
	if (!n && !word_at(d, at, halves))
		return false;
	if (!n)
		return true;
	size_t behind = at + n, minutes = date_skip_blanks(d, behind);
	d->at = behind;
	if (two_digits(d, minutes) && (minutes == behind || has_day(d))) {
		d->at = minutes;
		d->minute = take_number(d, &digits);
	}
	return true;
}

/* "14.03" and "14.03.22", where a day or a word ("kl.", "ore") came before, or a word
 * ("Uhr") comes after. */
static bool
take_dotted(struct date *d)
{
	int digits;
	if (date_char_at(d, 0) != '.' || !two_digits(d, d->at + 1) ||
		!(has_day(d) || d->time_next ||
			word_at(d, date_skip_blanks(d, d->at + 3), hour_words)))
		return false;
	d->at++;
	d->day_first = true;
	d->minute = take_number(d, &digits);
	if (date_char_at(d, 0) == '.' && two_digits(d, d->at + 1)) {
		d->at++;
		d->second = take_number(d, &digits);
		skip_fraction(d);
	}
	return true;
}

/* "30 Nov -0001" is what some make of no date at all. */
static bool
is_negative_year(const struct date *d, size_t start, int digits)
{
	return digits == 4 && start >= 2 && d->s.p[start - 1] == '-' &&
	       d->s.p[start - 2] == ' ';
}

static int
scan_number(struct date *d)
{
	size_t start = d->at;
	int digits;
	int64_t value = take_number(d, &digits);
	if (str_digit(date_char_at(d, 0)) || is_negative_year(d, start, digits))
		return ERR_INVALID;
	bool after_t = start && str_lower((unsigned char)d->s.p[start - 1]) == 't' &&
		       d->numbers_len + (d->month > 0) > 0;
	/* "03 Apr 02 1500 GMT", "20020403 1500" */
	bool compact = d->numbers_len == 1 && d->numbers[0].digits == 8;
	bool hours = (digits == 4 && d->month && has_day(d) && value < 2400) ||
		     (compact && (digits == 4 || digits == 6));
	/* "03/Apr/2002:15:00:00" */
	bool year = digits == 4 && d->month && d->numbers_len == 1 &&
		    date_char_at(d, 0) == ':';
	bool dotted = after_t && date_char_at(d, 0) == '.' && two_digits(d, d->at + 1);
	if (year)
		d->at++;
	else if (!d->has_time && !dotted &&
		 (date_char_at(d, 0) == ':' || after_t || hours))
		return take_time(d, value, digits);
	else if (date_char_at(d, 0) == ':')
		return ERR_INVALID;
	bool announced = d->time_next && has_day(d); /* "kl. 14" */
	if (!d->has_time && digits <= 2 && value <= 24 &&
		(take_dotted(d) || take_hour(d) || announced)) {
		d->has_time = true;
		d->hour = value;
		return OK;
	}
	d->time_next = false;
	if (take_mark(d, value))
		return OK;
	if (digits >= 9) /* seconds since 1970 */
		skip_fraction(d);
	if (d->numbers_len == DATE_NUMBERS_MAX)
		return ERR_INVALID;
	d->numbers[d->numbers_len++] =
		(struct date_number){value, digits, separator_before(d, start)};
	return OK;
}

/* "14:03 + 0200"; a minus would be between two times. */
static bool
plus_apart(const struct date *d)
{
	return date_char_at(d, 0) == '+' && date_char_at(d, 1) == ' ' &&
	       str_digit(date_char_at(d, 2));
}

static int
scan(struct date *d)
{
	int status = OK;
	d->negative = date_char_at(d, 0) == '-' && str_digit(date_char_at(d, 1));
	while (status == OK && d->at < d->s.n) {
		int c = date_char_at(d, 0);
		bool digit_next = str_digit(date_char_at(d, 1));
		if (str_digit(c)) {
			status = scan_number(d);
		} else if (d->has_time &&
			   ((digit_next && (c == '+' || c == '-')) || plus_apart(d))) {
			status = take_offset(d);
		} else if (c == '(' && d->has_time && !d->has_zone &&
			   str_alpha(date_char_at(d, 1))) {
			d->at++; /* "14:03 (GMT+7)" */
		} else if (c == '(') {
			while (d->at < d->s.n && date_char_at(d, 0) != ')')
				d->at++;
		} else if (str_lower(c) == 't' && digit_next) {
			d->at++;
		} else if (feed_date_word_char(c) && c != '.' && c != '/') {
			feed_date_word(d);
		} else if (c == ':' && (d->numbers_len || d->month || d->has_time)) {
			status = ERR_INVALID;
		} else if (c == '=') {
			d->at = d->s.n; /* Go's "m=+0.01" */
		} else {
			d->at++;
		}
	}
	return status;
}

/* Midnight is 24:00 at the end of a day (ISO 8601). With minutes it is the hour after the
 * day began, as some programs count it. */
static int
time_of_day(struct date *d)
{
	if (d->half && (d->hour < 1 || d->hour > 12))
		return d->hour < 24 ? OK : ERR_INVALID;
	if (d->half)
		d->hour = d->hour % 12 + (d->half == 2 ? 12 : 0);
	if (d->hour == 24 && d->minute)
		d->hour = 0;
	bool midnight = d->hour == 24 && !d->second;
	return (d->hour < 24 || midnight) && d->minute < 60 && d->second <= 60
		       ? OK
		       : ERR_INVALID;
}

/* Nine digits or more are seconds (or thousandths, or millionths) since 1970. */
static bool
epoch(const struct date *d, int64_t *out)
{
	const struct date_number *n = &d->numbers[0];
	if (d->numbers_len != 1 || d->month || d->has_time || d->negative ||
		(n->digits != 9 && n->digits != 10 && n->digits != 13 && n->digits != 16))
		return false;
	*out = n->digits == 13   ? n->value / 1000
	       : n->digits == 16 ? n->value / 1000000
				 : n->value;
	return true;
}

/* The digits of other scripts, by their zeros. */
static const uint32_t zeros[] = {0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10};

/* Replaces characters of other scripts by those of ASCII that mean the same (digits,
 * blanks, minus signs), and drops direction marks. s is at most DATE_LENGTH_MAX long, and
 * so is the result. */
static struct span
normal(struct date *d, struct span s, char *out)
{
	size_t n = 0;
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t len = utf8_decode(s.p + i, s.n - i, &cp);
		for (size_t k = 0; k < COUNT_OF(zeros); k++)
			if (cp >= zeros[k] && cp <= zeros[k] + 9)
				cp = '0' + (cp - zeros[k]);
		d->buddhist |= cp >= 0xe00 && cp < 0xe80;
		if (cp > 0x7f && utf8_space(cp))
			cp = ' ';
		else if (cp == 0x2212 || cp == 0x2013)
			cp = '-';
		else if (cp == 0x60c || cp == 0xff0c)
			cp = ',';
		else if (cp == 0xff1a)
			cp = ':';
		d->day_first |= cp >= 0x80 && cp != UTF8_REPLACEMENT && !utf8_hidden(cp);
		if (cp < 0x80 || !utf8_hidden(cp))
			n += cp == UTF8_REPLACEMENT ? 0 : utf8_encode(cp, out + n);
		i += len;
	}
	return (struct span){out, n};
}

/* The number in "/Date(1725544980000+0200)/", as .NET writes dates into JSON; else s. */
static struct span
inside_date(struct span s)
{
	static const char start[] = "/Date(";
	const size_t n = sizeof start - 1;
	if (s.n <= n || !str_ieqn(s.p, start, n))
		return s;
	struct span number = {s.p + n, 0};
	while (n + number.n < s.n && str_digit((unsigned char)number.p[number.n]))
		number.n++;
	return number;
}

int
feed_date_parse(struct span s, int64_t *out)
{
	char plain[DATE_LENGTH_MAX];
	struct date d = {.s = inside_date(span_trim(s)), .year = -1};
	if (!d.s.n || d.s.n > DATE_LENGTH_MAX)
		return ERR_INVALID;
	if (feed_date_common(d.s, out))
		return OK;
	for (size_t i = 0; i < d.s.n; i++)
		if ((unsigned char)d.s.p[i] >= 0x80) {
			d.s = normal(&d, d.s, plain);
			break;
		}
	if (scan(&d) != OK)
		return ERR_INVALID;
	if (epoch(&d, out))
		return OK;
	if (feed_date_resolve(&d) != OK || time_of_day(&d) != OK)
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
