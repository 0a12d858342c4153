#include "config.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

bool
str_eq(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

bool
str_ieqn(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int x = str_lower((unsigned char)a[i]),
		    y = str_lower((unsigned char)b[i]);
		if (x != y)
			return false;
		if (!x)
			return true;
	}
	return true;
}

bool
str_ieq(const char *a, const char *b)
{
	return a == b || (a && b && str_ieqn(a, b, (size_t)-1));
}

bool
str_starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool
str_istarts(const char *s, const char *prefix)
{
	return str_ieqn(s, prefix, strlen(prefix));
}

bool
str_ends(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);
	return n >= m && memcmp(s + n - m, end, m) == 0;
}

bool
str_empty(const char *s)
{
	return !s || !*s;
}

/* The first byte at which needle might begin. What is not a letter has only one case, so
 * memchr finds it quickly. */
static const char *
first_of(const char *hay, const char *end, int first)
{
	if (!str_alpha(first))
		return hay < end ? memchr(hay, first, (size_t)(end - hay)) : NULL;
	for (first = str_lower(first); hay < end; hay++)
		if (str_lower((unsigned char)*hay) == first)
			return hay;
	return NULL;
}

const char *
str_ifind(const char *hay, size_t n, const char *needle)
{
	size_t m = strlen(needle);
	if (m > n || m == 0)
		return m ? NULL : hay;
	const char *end = hay + (n - m) + 1;
	for (; (hay = first_of(hay, end, (unsigned char)*needle)) != NULL; hay++) {
		size_t k = 1;
		while (k < m && str_lower((unsigned char)hay[k]) ==
					str_lower((unsigned char)needle[k]))
			k++;
		if (k == m)
			return hay;
	}
	return NULL;
}

int
str_int(struct span s, int64_t *out)
{
	size_t i = 0;
	bool negative = s.n && s.p[0] == '-';
	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		i++;
	if (i == s.n)
		return ERR_INVALID;
	int64_t value = 0;
	for (; i < s.n; i++) {
		int digit = s.p[i] - '0';
		if (digit < 0 || digit > 9 || value > (INT64_MAX - digit) / 10)
			return ERR_INVALID;
		value = value * 10 + digit;
	}
	*out = negative ? -value : value;
	return OK;
}

int
str_hundredths(struct span s, int64_t *out)
{
	struct span rest = s, whole;
	int64_t units, parts = 0;
	span_split(&rest, '.', &whole);
	size_t n = rest.p ? rest.n : 0;
	bool digits = whole.n && str_digit((unsigned char)whole.p[0]) &&
		      (!rest.p || (n && str_digit((unsigned char)rest.p[0])));
	if (!digits || n > 2 || str_int(whole, &units) != OK ||
		(n && str_int(rest, &parts) != OK) || units > INT64_MAX / 100 - 1)
		return ERR_INVALID;
	*out = units * 100 + (n == 1 ? parts * 10 : parts);
	return OK;
}

#define SUGGEST_MAX 32

/* The Levenshtein distance of the first SUGGEST_MAX bytes. */
static size_t
distance(const char *a, const char *b)
{
	size_t n = strnlen(a, SUGGEST_MAX), m = strnlen(b, SUGGEST_MAX);
	size_t row[SUGGEST_MAX + 1];
	for (size_t j = 0; j <= m; j++)
		row[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = row[j];
			row[j] = best;
		}
	}
	return row[m];
}

const char *
str_suggest(const char *word, const char *const *names)
{
	size_t best = strlen(word) / 3 + 1;
	const char *found = NULL;
	for (; *names; names++) {
		size_t d = distance(word, *names);
		if (d < best || (d == best && !found)) {
			best = d;
			found = *names;
		}
	}
	return found;
}

/* Copies the next word of *line to *to. OK, or ERR_SYNTAX for an open quote. */
static int
take_word(const char **line, char **to)
{
	const char *s = *line;
	char quote = '\0';
	for (; *s && (quote || !str_space((unsigned char)*s)); s++) {
		if (quote == '\0' && (*s == '"' || *s == '\'')) {
			quote = *s;
		} else if (*s == quote) {
			quote = '\0';
		} else if (*s == '\\' && s[1] &&
			   (!quote || (quote == '"' && (s[1] == '"' || s[1] == '\\')))) {
			*(*to)++ = *++s;
		} else {
			*(*to)++ = *s;
		}
	}
	*(*to)++ = '\0';
	*line = s;
	return quote ? ERR_SYNTAX : OK;
}

int
str_words(const char *line, char ***words, size_t *count)
{
	/* A word takes at least two bytes of the line, so there is room for all pointers.
	 * The words follow; together they are no longer than the line. */
	size_t len = strlen(line), most = len / 2 + 2;
	char **list = mem_alloc(most * sizeof *list + len + most);
	char *to = (char *)(list + most);
	size_t n = 0;
	for (;;) {
		while (str_space((unsigned char)*line))
			line++;
		if (!*line)
			break;
		list[n++] = to;
		if (take_word(&line, &to) != OK) {
			free(list);
			return ERR_SYNTAX;
		}
	}
	list[n] = NULL;
	*words = list;
	*count = n;
	return OK;
}
