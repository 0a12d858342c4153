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
span_eq(struct span a, const char *b)
{
	return strlen(b) == a.n && memcmp(a.p, b, a.n) == 0;
}

bool
span_ieq(struct span a, const char *b)
{
	return strlen(b) == a.n && str_ieqn(a.p, b, a.n);
}

bool
span_is_any(struct span s, const char *const *words, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (span_ieq(s, words[i]))
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
