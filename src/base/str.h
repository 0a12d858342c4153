/*
 * Strings: comparison by ASCII alone (never by the locale: a Turkish i must not change a
 * tag), numbers, suggestions for typing errors, splitting a command line.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/span.h"

bool str_eq(const char *a, const char *b); /* NULL equals only NULL */
bool str_ieq(const char *a, const char *b);
bool str_ieqn(const char *a, const char *b, size_t n);
bool str_starts(const char *s, const char *prefix);
bool str_istarts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *end);
bool str_empty(const char *s); /* NULL or "" */
/* The first occurrence of needle in the n bytes of hay, ignoring ASCII case, or NULL. */
const char *str_ifind(const char *hay, size_t n, const char *needle);

/* Like those of ctype.h, for ASCII alone. Inline, since whole documents go through them.
 */
static inline int
str_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static inline bool
str_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool
str_digit(int c)
{
	return c >= '0' && c <= '9';
}

static inline bool
str_alpha(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The value of a hexadecimal digit, or -1. */
static inline int
str_hex(char c)
{
	int lower = str_lower((unsigned char)c);
	return str_digit(lower)               ? lower - '0'
	       : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
					      : -1;
}

static inline bool
str_alnum(char c)
{
	unsigned char u = (unsigned char)c;
	return (unsigned char)((u | 0x20) - 'a') < 26 || (unsigned char)(u - '0') < 10;
}

/* Reads a span that is a decimal integer. OK, or ERR_INVALID and *out untouched. */
int str_int(struct span s, int64_t *out) MUST_USE;
/* The same for one that is not negative and has at most two decimals: "1.4" is 140. */
int str_hundredths(struct span s, int64_t *out) MUST_USE;

/* The name that a mistyped word probably means, for "did you mean": the closest one, with
 * an edit distance of at most a third of the word's length, or NULL. names ends with
 * NULL. */
const char *str_suggest(const char *word, const char *const *names);

/* Splits a line into words with a shell's quoting: blanks separate words, '…' and "…"
 * keep them (with \" and \\ inside "…"), a backslash quotes the next byte. Nothing is
 * expanded. *words ends with NULL and is a single allocation, to be freed with free().
 * OK, or ERR_SYNTAX for an open quote. */
int str_words(const char *line, char ***words, size_t *count) MUST_USE;

#endif
