#include "config.h"

#include "base/span.h"

#include <string.h>

#include "base/str.h"

struct span
span_of(const char *s)
{
	return (struct span){s ? s : "", s ? strlen(s) : 0};
}

bool
span_same(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool
span_isame(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || str_ieqn(a.p, b.p, a.n));
}

bool
span_eq(struct span a, const char *b)
{
	return span_same(a, span_of(b));
}

bool
span_ieq(struct span a, const char *b)
{
	return span_isame(a, span_of(b));
}

bool
span_is_any(struct span s, const char *const *words, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (span_ieq(s, words[i]))
			return true;
	return false;
}

bool
span_among(struct span s, const char *words)
{
	struct span rest = span_of(words), word;
	while (span_split(&rest, ' ', &word))
		if (span_isame(s, word))
			return true;
	return false;
}

struct span
span_trim(struct span s)
{
	while (s.n && str_space((unsigned char)s.p[0]))
		s.p++, s.n--;
	while (s.n && str_space((unsigned char)s.p[s.n - 1]))
		s.n--;
	return s;
}

bool
span_split(struct span *rest, char sep, struct span *part)
{
	if (!rest->p)
		return false;
	const char *at = rest->n ? memchr(rest->p, sep, rest->n) : NULL;
	if (!at) {
		*part = *rest;
		*rest = (struct span){NULL, 0};
		return true;
	}
	*part = (struct span){rest->p, (size_t)(at - rest->p)};
	rest->n -= part->n + 1;
	rest->p = at + 1;
	return true;
}
