#include "config.h"

#include "episode/json.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"
#include "episode/text.h"
#include "model/media.h"

#define WEEK_MS ((int64_t)7 * 24 * 3600 * 1000)
#define EXPONENT_MAX 400 /* beyond what a double holds */

struct scan {
	const char *p, *end;
};

static void
skip_blanks(struct scan *s)
{
	while (s->p < s->end && str_space(*s->p))
		s->p++;
}

static bool
take(struct scan *s, char c)
{
	skip_blanks(s);
	if (s->p == s->end || *s->p != c)
		return false;
	s->p++;
	return true;
}

/* After the opening quote: moves past the closing one. */
static bool
take_string(struct scan *s, struct span *out)
{
	const char *from = s->p, *quote = s->p;
	while ((quote = memchr(quote, '"', (size_t)(s->end - quote))) != NULL) {
		const char *back = quote;
		while (back > from && back[-1] == '\\')
			back--;
		if ((quote - back) % 2 == 0) {
			*out = (struct span){from, (size_t)(quote - from)};
			s->p = quote + 1;
			return true;
		}
		quote++;
	}
	return false;
}

/* After the opening bracket: moves past all that is in it. */
static bool
skip_nested(struct scan *s)
{
	struct span text;
	for (size_t depth = 1; depth && s->p < s->end;) {
		char c = *s->p++;
		if (c == '"' && !take_string(s, &text))
			return false;
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
		if (!depth)
			return true;
	}
	return false;
}

/* A number, true, false or null. */
static enum episode_json_kind
take_word(struct scan *s, struct span *out)
{
	const char *from = s->p;
	while (s->p < s->end && !str_space(*s->p) && !strchr(",:]}[{\"", *s->p))
		s->p++;
	*out = (struct span){from, (size_t)(s->p - from)};
	if (out->n && (str_digit(*from) || *from == '-'))
		return EPISODE_JSON_NUMBER;
	if (span_eq(*out, "false"))
		return EPISODE_JSON_FALSE;
	return span_eq(*out, "true") || span_eq(*out, "null") ? EPISODE_JSON_OTHER
							      : EPISODE_JSON_NONE;
}

/* EPISODE_JSON_NONE: it is not a value. */
static enum episode_json_kind
take_value(struct scan *s, struct span *out)
{
	if (take(s, '"'))
		return take_string(s, out) ? EPISODE_JSON_STRING : EPISODE_JSON_NONE;
	if (take(s, '{') || take(s, '['))
		return skip_nested(s) ? EPISODE_JSON_OTHER : EPISODE_JSON_NONE;
	return take_word(s, out);
}

/* After the opening brace. *more: a value follows; false: the object is over. */
static bool
next_key(struct scan *s, bool first, struct span *key, bool *more)
{
	*more = !take(s, '}');
	if (!*more)
		return true;
	return (first || take(s, ',')) && take(s, '"') && take_string(s, key) &&
	       take(s, ':');
}

static bool
read_row(struct scan *s, struct episode_json_field *fields, size_t len)
{
	struct span key, text = {NULL, 0};
	bool more = true;
	for (size_t i = 0; i < len; i++)
		fields[i].kind = EPISODE_JSON_NONE;
	for (bool first = true; next_key(s, first, &key, &more); first = false) {
		size_t i = 0;
		if (!more)
			return true;
		enum episode_json_kind kind = take_value(s, &text);
		if (kind == EPISODE_JSON_NONE)
			return false;
		while (i < len && !span_eq(key, fields[i].name))
			i++;
		if (i < len) {
			fields[i].kind = kind;
			fields[i].text = text;
		}
	}
	return false;
}

/* Moves to the list's opening bracket. */
static bool
find_list(struct scan *s, const char *list)
{
	struct span key, text;
	bool more;
	if (!take(s, '{'))
		return false;
	for (bool first = true; next_key(s, first, &key, &more) && more; first = false) {
		if (span_eq(key, list))
			return take(s, '[');
		if (take_value(s, &text) == EPISODE_JSON_NONE)
			return false;
	}
	return false;
}

bool
episode_json_rows(struct span document, const char *list,
	struct episode_json_field *fields, size_t len,
	void (*row)(void *data, const struct episode_json_field *fields), void *data)
{
	struct scan s = {document.p, document.p + document.n};
	struct span text;
	if (!find_list(&s, list))
		return false;
	for (bool first = true; !take(&s, ']'); first = false) {
		if (!first && !take(&s, ','))
			return false;
		if (!take(&s, '{')) {
			if (take_value(&s, &text) == EPISODE_JSON_NONE)
				return false;
			continue;
		}
		if (!read_row(&s, fields, len))
			return false;
		row(data, fields);
	}
	return true;
}

/* ---- values */

static const char *
read_digits(struct span text, const char *p, double *value, int *count)
{
	for (*count = 0; p < text.p + text.n && str_digit(*p); p++, ++*count)
		*value = *value * 10 + (*p - '0');
	return p;
}

/* Whatever the locale's decimal point is; -1: it is not a number, or a negative one. */
static double
number_of(struct span text)
{
	const char *end = text.p + text.n;
	double value = 0, exponent = 0;
	int whole, places = 0, digits;
	const char *p = read_digits(text, text.p, &value, &whole);
	if (p < end && *p == '.')
		p = read_digits(text, p + 1, &value, &places);
	bool negative = false;
	if (whole && p < end && (*p == 'e' || *p == 'E')) {
		negative = ++p < end && *p == '-';
		p += p < end && (*p == '-' || *p == '+');
		p = read_digits(text, p, &exponent, &digits);
	}
	if (!whole || p != end || exponent > EXPONENT_MAX)
		return -1;
	if (!places && exponent == 0)
		return value;
	return value * pow(10, (negative ? -exponent : exponent) - places);
}

int64_t
episode_json_time(const struct episode_json_field *field)
{
	if (field->kind == EPISODE_JSON_STRING)
		return media_time(span_trim(field->text));
	double seconds = field->kind == EPISODE_JSON_NUMBER ? number_of(field->text) : -1;
	bool good = seconds >= 0 && seconds * 1000 < (double)WEEK_MS;
	return good ? (int64_t)llround(seconds * 1000) : -1;
}

static size_t
read_unit(struct span text, size_t at, uint32_t *unit)
{
	*unit = 0;
	if (at + 6 > text.n || text.p[at] != '\\' || text.p[at + 1] != 'u')
		return 0;
	for (size_t i = at + 2; i < at + 6; i++) {
		int digit = str_hex(text.p[i]);
		if (digit < 0)
			return 0;
		*unit = *unit * 16 + (uint32_t)digit;
	}
	return 6;
}

/* Appends what the escape at `at` stands for, and returns its length. */
static size_t
put_escape(struct buf *out, struct span text, size_t at)
{
	static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
	char utf8[4];
	uint32_t high, low;
	size_t n = read_unit(text, at, &high);
	if (n) {
		size_t second = high >= 0xd800 && high < 0xdc00
					? read_unit(text, at + n, &low)
					: 0;
		if (second && low >= 0xdc00 && low < 0xe000)
			high = 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
		else
			second = 0;
		buf_add(out, utf8, utf8_encode(high, utf8));
		return n + second;
	}
	const char *name =
		at + 1 < text.n && text.p[at + 1] ? strchr(names, text.p[at + 1]) : NULL;
	if (name)
		buf_addc(out, bytes[name - names]);
	return name ? 2 : 1;
}

char *
episode_json_line(struct arena *arena, const struct episode_json_field *field)
{
	struct span text = field->text;
	const char *back = field->kind == EPISODE_JSON_STRING && text.n
				   ? memchr(text.p, '\\', text.n)
				   : NULL;
	if (field->kind != EPISODE_JSON_STRING)
		return NULL;
	if (!back)
		return episode_line(arena, text);
	struct buf plain = BUF_INIT(0);
	for (size_t i = 0; i < text.n;) {
		back = memchr(text.p + i, '\\', text.n - i);
		size_t n = back ? (size_t)(back - text.p) - i : text.n - i;
		buf_add(&plain, text.p + i, n);
		i += n;
		i += back ? put_escape(&plain, text, i) : 0;
	}
	char *line = episode_line(arena, (struct span){buf_str(&plain), plain.len});
	buf_done(&plain);
	return line;
}
