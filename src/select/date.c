#include "config.h"

#include "select/date.h"

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "base/time.h"
#include "feed/date.h"

static bool
word_byte(char c)
{
	return str_alpha((unsigned char)c) || str_digit((unsigned char)c) ||
	       (unsigned char)c >= 0x80;
}

/* A year, and another number beside it: one alone is a count more often. */
static bool
has_year(struct span s)
{
	size_t digits = 0, numbers = 0;
	bool year = false;
	for (size_t i = 0; i <= s.n; i++) {
		if (i < s.n && str_digit((unsigned char)s.p[i])) {
			digits++;
			continue;
		}
		const char *p = s.p + i - digits;
		year = year ||
		       (digits == 4 && (p[0] == '2' || (p[0] == '1' && p[1] == '9')));
		numbers += digits > 0;
		digits = 0;
	}
	return year && numbers > 1;
}

int64_t
select_date(struct span text)
{
	int64_t date;
	text = span_trim(text);
	if (text.n > SELECT_DATE_MAX || !has_year(text))
		return TIME_NONE;
	/* From each word on, to the end or to an earlier one: a date is there or not, and
	 * the longest is the most precise. */
	for (size_t from = 0; from < text.n; from++) {
		if (!word_byte(text.p[from]) || (from && word_byte(text.p[from - 1])))
			continue;
		for (size_t to = text.n; to > from + 5; to--) {
			struct span part = {text.p + from, to - from};
			bool ends = word_byte(text.p[to - 1]) &&
				    (to == text.n || !word_byte(text.p[to]));
			if (ends && has_year(part) && feed_date_parse(part, &date) == OK)
				return date;
		}
	}
	return TIME_NONE;
}
