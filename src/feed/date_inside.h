/*
 * What the scanner finds in a date, for the files that read it.
 */
#ifndef FEED_DATE_INSIDE_H
#define FEED_DATE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "feed/date_names.h"

#define DATE_NUMBERS_MAX 4

struct date_number {
	int64_t value;
	int digits;
	char before; /* what separates it from the one before: - / . or blank */
};

struct date {
	struct span s;
	size_t at;
	struct date_number numbers[DATE_NUMBERS_MAX];
	int numbers_len;
	int64_t year;   /* marked as such (年, 년); else -1 */
	int month, day; /* by name or mark; 0 unknown */
	int month_at;   /* how many numbers stood before the month's name */
	int weekday;    /* by its English name, from 1 for Monday; 0 unknown */
	int64_t hour, minute, second;
	bool has_time, has_zone, negative, week;
	bool time_next; /* a word announced it: "kl.", "ore" */
	int half;       /* 1 am, 2 pm */
	int64_t zone;
	char place[DATE_WORD_MAX];
	char initials[6]; /* of the words after the time: "Pacific Daylight …" */
	int64_t era;      /* what the years of 令和 and the like are counted from */
	bool day_first;   /* not written in English: 05/09 is in September */
	bool korean;      /* written in Korean: Korean time, if no zone is given */
	bool buddhist;    /* written in Thai: years may count from 543 before ours */
};

/* The byte this far ahead; 0 after the end. */
static inline int
date_char_at(const struct date *d, size_t ahead)
{
	return d->at + ahead < d->s.n ? (unsigned char)d->s.p[d->at + ahead] : 0;
}

/* The offset after the blanks that begin at this one, if any. */
static inline size_t
date_skip_blanks(const struct date *d, size_t at)
{
	while (at < d->s.n && d->s.p[at] == ' ')
		at++;
	return at;
}

/* Whether a word may start, or continue, with this byte. "." and "/" only continue. */
bool feed_date_word_char(int c);
/* Reads the word here: a month, a zone, an era or a half of the day. Other words need not
 * be known: week days, "at", the "th" of "16th". */
void feed_date_word(struct date *d);
/* Reads a trimmed date of one of the usual forms. False: it has another. */
bool feed_date_common(struct span s, int64_t *out);
/* Sets year, month and day from the numbers and names that were found. */
int feed_date_resolve(struct date *d) MUST_USE;

#endif
