#include "config.h"

#include "feed/text.h"

#include <string.h>

#include "base/utf8.h"
#include "feed/entity.h"
#include "feed/parse.h"

/* The end of the tag, comment or declaration that starts at s ("<"), or 0 when it is a
 * plain "less than". *open is set once no comment ends any more, so that the time stays
 * linear. */
static size_t
tag_length(struct span s, bool *open)
{
	if (s.n < 2)
		return 0;
	if (s.n >= 4 && memcmp(s.p, "<!--", 4) == 0) {
		if (*open)
			return 0;
		const char *p = s.p + 4, *end = s.p + s.n;
		while ((p = memchr(p, '>', (size_t)(end - p))) != NULL) {
			if (p[-1] == '-' && p[-2] == '-')
				return (size_t)(p + 1 - s.p);
			p++;
		}
		*open = true;
		return 0;
	}
	int c = (unsigned char)s.p[1];
	if (!str_alpha(c) && c != '/' && c != '!' && c != '?')
		return 0;
	char quote = '\0';
	for (size_t i = 2; i < s.n; i++) {
		if (quote)
			quote = s.p[i] == quote ? '\0' : quote;
		else if (s.p[i] == '>')
			return i + 1;
		else if (s.p[i] == '<')
			return 0;
		else if ((s.p[i] == '"' || s.p[i] == '\'') && s.p[i - 1] == '=')
			quote = s.p[i];
	}
	return 0;
}

void
feed_text_plain(struct buf *out, struct span s)
{
	bool open = false;
	while (s.n) {
		size_t plain = 0, used = 1;
		while (plain < s.n && s.p[plain] != '<' && s.p[plain] != '&')
			plain++;
		buf_add(out, s.p, plain);
		s.p += plain;
		s.n -= plain;
		if (!s.n)
			break;
		struct entity_text decoded;
		if (*s.p == '<') {
			used = tag_length(s, &open);
		} else {
			enum entity_result result =
				feed_entity(s.p + 1, s.n - 1, &decoded);
			bool ok = result == ENTITY_OK || result == ENTITY_BAD;
			used = ok ? decoded.used + 1 : 0;
			if (ok)
				buf_add(out, decoded.text, decoded.len);
		}
		if (!used)
			buf_addc(out, *s.p);
		s.p += used ? used : 1;
		s.n -= used ? used : 1;
	}
}

char *
feed_text_line(struct arena *arena, struct buf *scratch, struct span text)
{
	size_t start = scratch->len;
	utf8_keep_line(scratch, text.p, text.n, FEED_TITLE_MAX);
	size_t n = scratch->len - start;
	char *line = n ? arena_strndup(arena, scratch->data + start, n) : NULL;
	buf_cut(scratch, start);
	return line;
}

void
feed_text_escape(struct buf *out, struct span s, bool quoted)
{
	static const char *const references[256] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
	size_t from = 0;
	for (size_t i = 0; i < s.n; i++) {
		const char *to = references[(unsigned char)s.p[i]];
		if (!to || (s.p[i] == '"' && !quoted))
			continue;
		buf_add(out, s.p + from, i - from);
		buf_adds(out, to);
		from = i + 1;
	}
	buf_add(out, s.p + from, s.n - from);
}

static int
base64_digit(int c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (str_digit(c))
		return c - '0' + 52;
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

void
feed_text_base64(struct buf *out, struct span s)
{
	uint32_t bits = 0;
	int have = 0;
	for (size_t i = 0; i < s.n && s.p[i] != '='; i++) {
		int digit = base64_digit((unsigned char)s.p[i]);
		if (digit < 0)
			continue;
		bits = bits << 6 | (uint32_t)digit;
		have += 6;
		if (have >= 8) {
			have -= 8;
			buf_addc(out, (char)(bits >> have & 0xff));
		}
	}
}

static bool
is_email(struct span s)
{
	const char *at = s.n ? memchr(s.p, '@', s.n) : NULL;
	if (!at || at == s.p || at + 1 == s.p + s.n)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (str_space((unsigned char)s.p[i]) || strchr("<>()\",;", s.p[i]))
			return false;
	return true;
}

/* Splits "outer (inner)" or "outer <inner>" at the brackets that end s. */
static bool
split_brackets(struct span s, struct span *outer, struct span *inner)
{
	if (!s.n)
		return false;
	char last = s.p[s.n - 1], open = last == ')' ? '(' : last == '>' ? '<' : '\0';
	const char *at = open ? memchr(s.p, open, s.n) : NULL;
	if (!at)
		return false;
	*outer = span_trim((struct span){s.p, (size_t)(at - s.p)});
	*inner = span_trim((struct span){at + 1, (size_t)(s.p + s.n - 1 - (at + 1))});
	return true;
}

static struct span
without_mailto(struct span s)
{
	if (s.n > 7 && str_ieqn(s.p, "mailto:", 7))
		return (struct span){s.p + 7, s.n - 7};
	return s;
}

struct person
feed_text_person(struct arena *arena, struct buf *scratch, struct span s)
{
	s = without_mailto(span_trim(s));
	struct span outer, inner, name = s, email = {NULL, 0};
	if (is_email(s)) {
		email = s;
		name = (struct span){NULL, 0};
	} else if (split_brackets(s, &outer, &inner)) {
		outer = without_mailto(outer);
		inner = without_mailto(inner);
		bool first = is_email(outer);
		if (first || is_email(inner)) {
			email = first ? outer : inner;
			name = first ? inner : outer;
		}
	}
	struct person person = {NULL};
	person.name = feed_text_line(arena, scratch, name);
	if (email.n)
		person.email = feed_text_line(arena, scratch, email);
	return person;
}
