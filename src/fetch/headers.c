#include "config.h"

#include "fetch/headers.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/time.h"

/* The fields that are kept verbatim. */
static const struct field {
	const char *name;
	size_t at; /* of a char * in struct fetch_headers */
	bool sent_back;
} kept_fields[] = {
	{"etag", offsetof(struct fetch_headers, etag), true},
	{"last-modified", offsetof(struct fetch_headers, last_modified), true},
	{"content-type", offsetof(struct fetch_headers, content_type), false},
	{"content-encoding", offsetof(struct fetch_headers, content_encoding), false},
	{"location", offsetof(struct fetch_headers, location), false},
	{"retry-after", offsetof(struct fetch_headers, retry_after), false},
	{"date", offsetof(struct fetch_headers, date), false},
	{"expires", offsetof(struct fetch_headers, expires), false},
	{"age", offsetof(struct fetch_headers, age), false},
	{"im", offsetof(struct fetch_headers, im), false},
	{"content-range", offsetof(struct fetch_headers, content_range), false},
	{"cf-mitigated", offsetof(struct fetch_headers, mitigated), false},
};

static char **
field_slot(struct fetch_headers *headers, const struct field *field)
{
	return (char **)(void *)((char *)headers + field->at);
}

void
fetch_headers_done(struct fetch_headers *headers)
{
	for (size_t i = 0; i < COUNT_OF(kept_fields); i++)
		free(*field_slot(headers, &kept_fields[i]));
	buf_done(&headers->kept);
	*headers = (struct fetch_headers){.cache_max_age = -1, .keep = headers->keep};
}

static bool
has_controls(struct span value)
{
	for (size_t i = 0; i < value.n; i++)
		if (((unsigned char)value.p[i] < 0x20 && value.p[i] != '\t') ||
			value.p[i] == 0x7f)
			return true;
	return false;
}

/* A validator with a control character could not be sent back: it would start another
 * header line, or make libcurl fail, in every later request. */
static bool
may_send_back(struct span value)
{
	return value.n > 0 && value.n <= FETCH_VALIDATOR_MAX && !has_controls(value);
}

/* The number in s (RFC 9111, section 1.2.2); -1 unless there are only digits. */
static int64_t
delta_seconds(struct span s)
{
	int64_t value = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (!str_digit((unsigned char)s.p[i]))
			return -1;
		value = value * 10 + (s.p[i] - '0');
		if (value > FETCH_SECONDS_MAX)
			value = FETCH_SECONDS_MAX;
	}
	return s.n ? value : -1;
}

/* Takes one directive off the front of *rest. It may have commas inside "…". */
static bool
next_directive(struct span *rest, struct span *name, struct span *value)
{
	if (!rest->n)
		return false;
	size_t n = 0, equals = SIZE_MAX;
	for (bool quoted = false; n < rest->n && (quoted || rest->p[n] != ','); n++) {
		if (rest->p[n] == '"')
			quoted = !quoted;
		else if (rest->p[n] == '=' && equals == SIZE_MAX)
			equals = n;
	}
	size_t name_len = equals < n ? equals : n;
	*name = span_trim((struct span){rest->p, name_len});
	*value = (struct span){rest->p + name_len, 0};
	if (equals < n)
		*value = span_trim((struct span){rest->p + equals + 1, n - equals - 1});
	if (value->n >= 2 && value->p[0] == '"' && value->p[value->n - 1] == '"')
		*value = (struct span){value->p + 1, value->n - 2};
	if (n < rest->n)
		n++;
	rest->p += n;
	rest->n -= n;
	return true;
}

static void
read_cache_control(struct fetch_headers *headers, struct span value)
{
	struct span name, argument;
	while (next_directive(&value, &name, &argument)) {
		if (span_ieq(name, "no-store") || span_ieq(name, "no-cache"))
			headers->no_store = true;
		else if (span_ieq(name, "max-age") && headers->cache_max_age < 0)
			headers->cache_max_age = delta_seconds(argument);
	}
}

/* "HTTP/1.1 301 Moved" → 301. */
static void
read_status_line(struct fetch_headers *headers, struct span line)
{
	fetch_headers_done(headers);
	struct span version, code = {"", 0};
	span_split(&line, ' ', &version);
	line = span_trim(line);
	span_split(&line, ' ', &code);
	int64_t status = delta_seconds(code);
	headers->status = status > 0 && status < 1000 ? (long)status : 0;
}

/* The name of a field may begin like this, too, but a version contains no colon. */
static bool
is_status_line(struct span line)
{
	struct span version;
	if (line.n < 5 || memcmp(line.p, "HTTP/", 5) != 0)
		return false;
	span_split(&line, ' ', &version);
	return !memchr(version.p, ':', version.n);
}

static bool
is_wanted(const char *names, struct span name)
{
	struct span rest = span_of(names), one;
	while (span_split(&rest, ',', &one)) {
		one = span_trim(one);
		if (span_eq(one, "*") || span_isame(one, name))
			return true;
	}
	return false;
}

static void
keep(struct fetch_headers *headers, struct span name, struct span value)
{
	struct buf *kept = &headers->kept;
	if (is_wanted(headers->keep, name) && !has_controls(value) &&
		kept->len + name.n + value.n <= FETCH_KEEP_MAX)
		buf_addf(kept, "%.*s: %.*s\n", SPAN_FMT(name), SPAN_FMT(value));
}

void
fetch_headers_add(struct fetch_headers *headers, const char *bytes, size_t n)
{
	struct span line = {bytes, n};
	if (is_status_line(line)) {
		read_status_line(headers, line);
		return;
	}
	if (headers->ended)
		return;
	if (!span_trim(line).n) {
		headers->ended = true;
		return;
	}
	struct span name;
	if (str_space((unsigned char)bytes[0]) || !memchr(bytes, ':', n))
		return; /* a folded line (RFC 9112, section 5.2), which we ignore */
	span_split(&line, ':', &name);
	struct span value = span_trim(line);
	if (headers->keep)
		keep(headers, name, value);
	if (span_ieq(name, "cache-control")) {
		read_cache_control(headers, value);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(kept_fields); i++) {
		char **slot = field_slot(headers, &kept_fields[i]);
		if (!span_ieq(name, kept_fields[i].name))
			continue;
		if (!*slot && (!kept_fields[i].sent_back || may_send_back(value)))
			*slot = mem_strndup(value.p, value.n);
		return;
	}
}

/* Reads at most four digits; -1: there are none. */
static int
take_number(struct span *s)
{
	int value = 0;
	size_t i = 0;
	if (!s->n)
		return -1;
	for (; i < s->n && i < 4 && str_digit((unsigned char)s->p[i]); i++)
		value = value * 10 + (s->p[i] - '0');
	s->p += i;
	s->n -= i;
	return i ? value : -1;
}

static bool
take_byte(struct span *s, char c)
{
	if (!s->n || s->p[0] != c)
		return false;
	s->p++;
	s->n--;
	return true;
}

static void
skip_blanks(struct span *s, bool dashes)
{
	while (s->n && (s->p[0] == ' ' || s->p[0] == ',' || (dashes && s->p[0] == '-'))) {
		s->p++;
		s->n--;
	}
}

/* Takes the three letters of a month off the front: 1 to 12; 0: not a month. */
static int
take_month(struct span *s)
{
	static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	for (int i = 0; i < 12 && s->n >= 3; i++) {
		if (!str_ieqn(s->p, names + 3 * i, 3))
			continue;
		s->p += 3;
		s->n -= 3;
		return i + 1;
	}
	return 0;
}

static bool
take_clock(struct span *s, int clock[3])
{
	static const int limits[3] = {23, 59, 60}; /* 60: a leap second */
	for (int i = 0; i < 3; i++) {
		if (i && !take_byte(s, ':'))
			return false;
		clock[i] = take_number(s);
		if (clock[i] < 0 || clock[i] > limits[i])
			return false;
	}
	return true;
}

/* RFC 9110, section 5.6.7: a two-digit year more than 50 years ahead is in the past. */
static int
full_year(int year, int64_t now)
{
	if (year >= 100)
		return year;
	int64_t this_year = 1970 + now / (TIME_DAY * 146097 / 400);
	int guess = (int)(this_year - this_year % 100) + year;
	return guess > this_year + 50 ? guess - 100 : guess;
}

/* Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT |
 * Sun Nov  6 08:49:37 1994. The zone is GMT whatever it says. */
int64_t
fetch_headers_date(struct span s, int64_t now)
{
	static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int month, day, year, clock[3];
	s = span_trim(s);
	while (s.n && str_alpha((unsigned char)s.p[0])) {
		s.p++;
		s.n--;
	}
	skip_blanks(&s, false);
	bool asctime = s.n && str_alpha((unsigned char)s.p[0]);
	if (asctime) {
		month = take_month(&s);
		skip_blanks(&s, false);
		day = take_number(&s);
		skip_blanks(&s, false);
		if (!take_clock(&s, clock))
			return TIME_NONE;
		skip_blanks(&s, false);
		year = take_number(&s);
	} else {
		day = take_number(&s);
		skip_blanks(&s, true);
		month = take_month(&s);
		skip_blanks(&s, true);
		year = take_number(&s);
		skip_blanks(&s, false);
		if (!take_clock(&s, clock))
			return TIME_NONE;
	}
	if (month < 1 || day < 1 || day > days[month - 1] || year < 0)
		return TIME_NONE;
	return time_from_utc(
		full_year(year, now), month, day, clock[0], clock[1], clock[2]);
}

static int64_t
clamp_seconds(int64_t seconds)
{
	if (seconds < 0)
		return 0;
	return seconds > FETCH_SECONDS_MAX ? FETCH_SECONDS_MAX : seconds;
}

/* Compares a time from the server with the server's own clock (Date), if it is known. */
static int64_t
seconds_until(const struct fetch_headers *headers, int64_t moment, int64_t now)
{
	int64_t here = fetch_headers_date(span_of(headers->date), now);
	return clamp_seconds(moment - (here == TIME_NONE ? now : here));
}

int64_t
fetch_headers_retry_after(const struct fetch_headers *headers, int64_t now)
{
	struct span value = span_of(headers->retry_after);
	int64_t seconds = delta_seconds(value);
	if (seconds >= 0)
		return seconds;
	int64_t moment = fetch_headers_date(value, now);
	return moment == TIME_NONE ? -1 : seconds_until(headers, moment, now);
}

int64_t
fetch_headers_max_age(const struct fetch_headers *headers, int64_t now)
{
	if (headers->cache_max_age >= 0) {
		int64_t age = delta_seconds(span_of(headers->age));
		return clamp_seconds(headers->cache_max_age - (age > 0 ? age : 0));
	}
	if (!headers->expires)
		return -1;
	/* RFC 9111, section 5.3: an invalid date, above all "0", is in the past. */
	int64_t moment = fetch_headers_date(span_of(headers->expires), now);
	return moment == TIME_NONE ? 0 : seconds_until(headers, moment, now);
}

/* Takes an offset or a length off the front; -1: there is none, or it is too large. */
static int64_t
take_offset(struct span *s)
{
	int64_t value = 0;
	size_t i = 0;
	for (; i < s->n && str_digit((unsigned char)s->p[i]); i++) {
		int digit = s->p[i] - '0';
		if (value > (INT64_MAX - digit) / 10)
			return -1;
		value = value * 10 + digit;
	}
	s->p += i;
	s->n -= i;
	return i ? value : -1;
}

/* "bytes 500-999/8000", where * instead of the length means that it is unknown; a 416 has
 * the length, and * instead of the range. */
bool
fetch_headers_range(const struct fetch_headers *headers, struct fetch_range *out)
{
	struct span s = span_of(headers->content_range);
	struct fetch_range range = {-1, -1, -1};
	if (s.n < 6 || !str_ieqn(s.p, "bytes ", 6))
		return false;
	s = span_trim((struct span){s.p + 6, s.n - 6});
	if (!take_byte(&s, '*')) {
		range.first = take_offset(&s);
		if (!take_byte(&s, '-'))
			return false;
		range.last = take_offset(&s);
		if (range.first < 0 || range.last < range.first)
			return false;
	}
	if (!take_byte(&s, '/'))
		return false;
	if (!take_byte(&s, '*')) {
		range.total = take_offset(&s);
		if (range.total <= range.last)
			return false;
	}
	if (s.n || (range.first < 0 && range.total < 0))
		return false;
	*out = range;
	return true;
}

const char *
fetch_headers_validator(const struct fetch_headers *headers, int64_t now)
{
	if (headers->etag && headers->etag[0] == '"')
		return headers->etag;
	int64_t date = fetch_headers_date(span_of(headers->date), now);
	int64_t changed = fetch_headers_date(span_of(headers->last_modified), now);
	return date != TIME_NONE && changed != TIME_NONE &&
			       date - changed >= FETCH_STRONG_SECONDS
		       ? headers->last_modified
		       : NULL;
}

bool
fetch_headers_delta(const struct fetch_headers *headers)
{
	struct span rest = span_of(headers->im), name, value;
	if (headers->status == 226)
		return true;
	while (headers->status == 200 && next_directive(&rest, &name, &value))
		if (span_ieq(name, "feed"))
			return true;
	return false;
}
