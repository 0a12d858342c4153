/*
 * The words of a date: months, zones, eras, halves of the day.
 */
#include "config.h"

#include "feed/date_inside.h"

#include <string.h>

#include "base/i18n.h"

bool
feed_date_word_char(int c)
{
	return str_alpha(c) || c >= 0x80 || c == '.' || c == '_' || c == '/';
}

/* Morning or afternoon; 0 neither. */
static int
half_of(struct date *d, const char *name)
{
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
		{"午前", 1, false},
		{"午後", 2, false},
		{"πμ", 1, false},
		{"μμ", 2, false},
		{"ص", 1, false},
		{"م", 2, false},
	};
	unsigned char first = (unsigned char)*name;
	if (first != 'a' && first != 'p' && first < 0x80)
		return 0;
	for (size_t i = 0; i < COUNT_OF(halves); i++)
		if (str_eq(name, halves[i].name)) {
			d->korean |= halves[i].korean;
			return halves[i].half;
		}
	/* "p. m." */
	size_t next = date_skip_blanks(d, d->at) - d->at;
	if (!d->has_time || (!str_eq(name, "a") && !str_eq(name, "p")) ||
		str_lower(date_char_at(d, next)) != 'm' ||
		str_alpha(date_char_at(d, next + 1)))
		return 0;
	d->at += next + 1;
	return *name == 'a' ? 1 : 2;
}

/* Whether a word announces a time. */
static bool
announces_time(const char *name)
{
	static const char *const names[] = {"kl", "klo", "ore", "ora", "alle", "um", "om",
		"at", "a", "as", "las", "godz", "saat", "ob"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(name, names[i]))
			return true;
	return false;
}

/* Sets the year that the years of an era are counted from, if the word ends with one. */
static void
take_era(struct date *d, const char *name)
{
	static const struct {
		const char *name;
		int before;
	} eras[] = {
		{"令和", 2018},
		{"平成", 1988},
		{"昭和", 1925},
		{"民國", 1911},
		{"民国", 1911},
	};
	for (size_t i = 0; i < COUNT_OF(eras); i++)
		if (strstr(name, eras[i].name))
			d->era = eras[i].before;
}

/* A zone by the initials of its name: "Pacific Daylight Time" is PDT. */
static void
take_initial(struct date *d, const char *name)
{
	size_t n = strlen(d->initials);
	int64_t zone;
	if (!d->has_time || d->has_zone || n + 1 == sizeof d->initials ||
		!str_alpha((unsigned char)*name))
		return;
	d->initials[n] = *name;
	if (str_eq(name, "time") && feed_date_zone(d->initials, &zone)) {
		d->zone = zone;
		d->has_zone = true;
	}
}

static void
skip_word(struct date *d)
{
	while (feed_date_word_char(date_char_at(d, 0)))
		d->at++;
}

/* Reads the word that starts here and folds it. */
static void
take_folded(struct date *d, char *name)
{
	size_t start = d->at;
	/* Two Arabic months of each pair begin alike: "كانون الأول", "كانون الثاني". */
	static const char *const pairs[] = {"كانون", "تشرين"};
	skip_word(d);
	struct span word = {d->s.p + start, d->at - start};
	const char *slash = memchr(word.p, '/', word.n);
	if (slash) { /* "05/Sep/2024" */
		feed_date_fold((struct span){word.p, (size_t)(slash - word.p)}, name);
		if (feed_date_month(name)) {
			d->at = start + (size_t)(slash - word.p);
			return;
		}
	}
	feed_date_fold(word, name);
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		size_t next = date_skip_blanks(d, d->at);
		if (!str_eq(name, pairs[i]) || next == d->at)
			continue;
		d->at = next;
		skip_word(d);
		word.n = d->at - start;
		feed_date_fold(word, name);
		char *blank = strchr(name, ' ');
		if (blank)
			*blank = '-';
	}
}

void
feed_date_word(struct date *d)
{
	char name[DATE_WORD_MAX];
	take_folded(d, name);
	int half = half_of(d, name);
	if (half) {
		d->half = half;
		return;
	}
	if (str_eq(name, "w") && str_digit(date_char_at(d, 0))) {
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
	} else if (is_zone && !d->has_zone &&
		   (d->has_time || (d->numbers_len && !str_eq(name, "at")))) {
		d->zone = zone;
		d->has_zone = true;
	} else {
		int weekday = feed_date_weekday(name);
		d->weekday = weekday ? weekday : d->weekday;
		take_initial(d, name);
		take_era(d, name);
	}
	d->time_next = !month && !d->has_time && announces_time(name);
	d->day_first |= d->time_next && !str_eq(name, "at");
}
