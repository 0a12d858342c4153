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
	char before; /* what parts it from the one before: - / . or blank */
};

struct date {
	struct span s;
	size_t at;
	struct date_number numbers[DATE_NUMBERS_MAX];
	int numbers_len;
	int64_t year;   /* marked as such (年, 년); else -1 */
	int month, day; /* by name or mark; 0 unknown */
	int month_at;   /* how many numbers stood before the month's name */
	int64_t hour, minute, second;
	bool has_time, has_zone, negative, week;
	bool time_next; /* a word announced it: "kl.", "ore" */
	int half;       /* 1 am, 2 pm */
	int64_t zone;
	char place[DATE_WORD_MAX];
	bool korean;   /* written in Korean: Korean time, if no zone is given */
	bool buddhist; /* written in Thai: years may count from 543 before ours */
};

/* Reads a trimmed date of one of the usual forms. False: it has another. */
bool feed_date_common(struct span s, int64_t *out);
/* Sets year, month and day from the numbers and names that were found. */
int feed_date_resolve(struct date *d) MUST_USE;

#endif
