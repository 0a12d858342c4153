#include "config.h"

#include "base/scan_json.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"

#define EXPONENT_MAX 400 /* beyond what a double holds */

struct scan {
	const char *p, *end;
};

static struct scan
scan_of(struct span text)
{
	const char *p = text.n ? text.p : "";
	return (struct scan){p, p + text.n};
}

static bool
take(struct scan *s, char c)
{
	while (s->p < s->end && str_space(*s->p))
		s->p++;
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

/* From the opening bracket on: moves past all that is in it. */
static bool
take_nested(struct scan *s, struct span *out)
{
	const char *from = s->p;
	struct span text;
	size_t depth = 0;
	do {
		char c = *s->p++;
		if (c == '"' && !take_string(s, &text))
			return false;
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
	} while (depth && s->p < s->end);
	*out = (struct span){from, (size_t)(s->p - from)};
	return depth == 0;
}

static bool
ends_word(char c)
{
	return str_space(c) || c == ',' || c == '}' || c == ']' || c == ':' || c == '"' ||
	       c == '{' || c == '[';
}

/* A number, true, false or null. */
static enum scan_kind
take_word(struct scan *s, struct span *out)
{
	static const struct {
		const char *word;
		enum scan_kind kind;
	} words[] = {{"true", SCAN_TRUE}, {"false", SCAN_FALSE}, {"null", SCAN_NULL}};
	const char *from = s->p;
	while (s->p < s->end && !ends_word(*s->p))
		s->p++;
	*out = (struct span){from, (size_t)(s->p - from)};
	if (out->n && (str_digit(*from) || *from == '-'))
		return SCAN_NUMBER;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (span_eq(*out, words[i].word))
			return words[i].kind;
	return SCAN_NONE;
}

/* SCAN_NONE: it is not a value. */
static enum scan_kind
take_value(struct scan *s, struct span *out)
{
	if (take(s, '"'))
		return take_string(s, out) ? SCAN_STRING : SCAN_NONE;
	if (s->p == s->end || (*s->p != '{' && *s->p != '['))
		return take_word(s, out);
	enum scan_kind kind = *s->p == '{' ? SCAN_OBJECT : SCAN_LIST;
	return take_nested(s, out) ? kind : SCAN_NONE;
}

/* After the opening brace. *more: a value follows; otherwise the object is over. */
static bool
next_key(struct scan *s, bool first, struct span *key, bool *more)
{
	*more = !take(s, '}');
	if (!*more)
		return true;
	return (first || take(s, ',')) && take(s, '"') && take_string(s, key) &&
	       take(s, ':');
}

static void
measure(struct scan_field *fields, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fields[i].length = strlen(fields[i].name);
}

/* The field of that name, looked for from a place on: rows mostly have their members in
 * the same order. len: it is none of them. */
static size_t
find_field(const struct scan_field *fields, size_t len, size_t from, struct span key)
{
	for (size_t i = 0; i < len; i++) {
		size_t at = from + i < len ? from + i : from + i - len;
		if (fields[at].length == key.n &&
			memcmp(fields[at].name, key.p, key.n) == 0)
			return at;
	}
	return len;
}

/* After the opening brace. */
static bool
take_members(struct scan *s, struct scan_field *fields, size_t len)
{
	struct span key, text = {NULL, 0};
	size_t next = 0;
	bool more = true;
	for (size_t i = 0; i < len; i++)
		fields[i].kind = SCAN_NONE;
	for (bool first = true; next_key(s, first, &key, &more); first = false) {
		if (!more)
			return true;
		enum scan_kind kind = take_value(s, &text);
		if (kind == SCAN_NONE)
			return false;
		size_t at = find_field(fields, len, next, key);
		if (at == len)
			continue;
		fields[at].kind = kind;
		fields[at].text = text;
		next = at + 1;
	}
	return false;
}

bool
scan_object(struct span text, struct scan_field *fields, size_t len)
{
	struct scan s = scan_of(span_trim(text));
	measure(fields, len);
	return take(&s, '{') && take_members(&s, fields, len) && s.p == s.end;
}

/* Moves to the value of the member. */
static bool
find_member(struct scan *s, const char *name)
{
	struct span key, text;
	bool more;
	if (!take(s, '{'))
		return false;
	for (bool first = true; next_key(s, first, &key, &more) && more; first = false) {
		if (span_eq(key, name))
			return true;
		if (take_value(s, &text) == SCAN_NONE)
			return false;
	}
	return false;
}

bool
scan_rows(struct span text, const char *list, struct scan_field *fields, size_t len,
	void (*row)(void *data, const struct scan_field *fields), void *data)
{
	struct scan s = scan_of(text);
	struct span other;
	measure(fields, len);
	if ((list && !find_member(&s, list)) || !take(&s, '['))
		return false;
	for (bool first = true; !take(&s, ']'); first = false) {
		if (!first && !take(&s, ','))
			return false;
		if (!take(&s, '{')) {
			if (take_value(&s, &other) == SCAN_NONE)
				return false;
			continue;
		}
		if (!take_members(&s, fields, len))
			return false;
		row(data, fields);
	}
	return true;
}

/* ---- values */

static int
read_digits(struct scan *s, double *value)
{
	const char *from = s->p;
	for (; s->p < s->end && str_digit(*s->p); s->p++)
		*value = *value * 10 + (*s->p - '0');
	return (int)(s->p - from);
}

static bool
read_exponent(struct scan *s, double *exponent)
{
	if (s->p == s->end || (*s->p != 'e' && *s->p != 'E'))
		return true;
	s->p++;
	bool negative = s->p < s->end && *s->p == '-';
	s->p += s->p < s->end && (*s->p == '-' || *s->p == '+');
	bool any = read_digits(s, exponent) > 0;
	*exponent = negative ? -*exponent : *exponent;
	return any && fabs(*exponent) <= EXPONENT_MAX;
}

bool
scan_number(const struct scan_field *field, double *out)
{
	/* Dividing by these is exact where the digits fit into a double. */
	static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
	struct scan s = scan_of(field->text);
	double value = 0, exponent = 0;
	int places = 0;
	if (field->kind != SCAN_NUMBER)
		return false;
	bool negative = *s.p == '-';
	s.p += negative;
	if (read_digits(&s, &value) == 0)
		return false;
	if (s.p < s.end && *s.p == '.') {
		s.p++;
		places = read_digits(&s, &value);
	}
	if (!read_exponent(&s, &exponent) || s.p != s.end)
		return false;
	if (exponent == 0 && (size_t)places < COUNT_OF(tens))
		value /= tens[places];
	else
		value *= pow(10, exponent - places);
	if (!isfinite(value))
		return false;
	*out = negative ? -value : value;
	return true;
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
scan_line(const struct scan_field *field, struct arena *arena, size_t max)
{
	struct span text = field->text;
	if (field->kind != SCAN_STRING)
		return NULL;
	const char *back = memchr(text.p, '\\', text.n);
	if (!back)
		return utf8_line(arena, text.p, text.n, max);
	struct buf plain = BUF_INIT(0);
	for (size_t i = 0; i < text.n;) {
		back = memchr(text.p + i, '\\', text.n - i);
		size_t n = back ? (size_t)(back - text.p) - i : text.n - i;
		buf_add(&plain, text.p + i, n);
		i += n;
		i += back ? put_escape(&plain, text, i) : 0;
	}
	char *line = utf8_line(arena, buf_str(&plain), plain.len, max);
	buf_done(&plain);
	return line;
}
