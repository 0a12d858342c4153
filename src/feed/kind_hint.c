/*
 * What a feed says about when it wants to be polled, and about what it holds.
 */
#include "config.h"

#include "feed/kind_inside.h"

#include <string.h>

#include "base/err.h"
#include "base/time.h"

/* This document holds all items, so there is none with older ones (RFC 5005, section 2).
 */
static void
start_complete(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	b->feed->complete = true;
	b->feed->older = NULL;
}

/* "60", "60.0", "60 minutes" */
static void
end_ttl(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	int64_t minutes;
	struct span number = span_trim(value->text), unit = number;
	while (unit.n && str_digit((unsigned char)*unit.p)) {
		unit.p++;
		unit.n--;
	}
	number.n -= unit.n;
	unit = span_trim(unit);
	bool known =
		!unit.n || *unit.p == '.' || (unit.n >= 3 && str_ieqn(unit.p, "min", 3));
	if (known && str_int(number, &minutes) == OK && minutes > 0 &&
		minutes < INT64_MAX / TIME_MINUTE)
		b->feed->hints.ttl = minutes * TIME_MINUTE;
}

static void
end_skip_hour(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	int64_t hour;
	if (str_int(span_trim(value->text), &hour) == OK && hour >= 0 && hour <= 24)
		b->feed->hints.skip_hours |= 1u << hour % 24;
}

static void
end_skip_day(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	static const char *const days[] = {
		"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
	struct span s = span_trim(value->text);
	for (unsigned i = 0; i < COUNT_OF(days); i++)
		if (s.n >= 3 && str_ieqn(s.p, days[i], 3))
			b->feed->hints.skip_days |= (uint8_t)(1u << i);
}

static void
end_period(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	static const struct {
		const char *name;
		int64_t seconds;
	} periods[] = {
		{"hourly", TIME_HOUR},
		{"daily", TIME_DAY},
		{"weekly", 7 * TIME_DAY},
		{"monthly", 30 * TIME_DAY},
		{"yearly", 365 * TIME_DAY},
	};
	struct span s = span_trim(value->text);
	for (size_t i = 0; i < COUNT_OF(periods); i++)
		if (s.n == strlen(periods[i].name) && str_ieqn(s.p, periods[i].name, s.n))
			b->update_period = periods[i].seconds;
}

static void
end_frequency(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	int64_t times;
	if (str_int(span_trim(value->text), &times) == OK && times > 0)
		b->update_frequency = times;
}

const struct kind feed_kind_ttl = {.text = true, .one_line = true, .end = end_ttl};
const struct kind feed_kind_skip_hour = {
	.text = true, .one_line = true, .end = end_skip_hour};
const struct kind feed_kind_skip_day = {
	.text = true, .one_line = true, .end = end_skip_day};
const struct kind feed_kind_period = {.text = true, .one_line = true, .end = end_period};
const struct kind feed_kind_frequency = {
	.text = true, .one_line = true, .end = end_frequency};

const struct kind feed_kind_complete = {.start = start_complete};
