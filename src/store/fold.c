/*
 * Folding goes byte by byte through a table, at about a nanosecond a byte; only words
 * that themselves hold other than ASCII pay for Unicode's lower case.
 *
 * Tags are dropped, not searched: "class" or "http" would else be found in nearly every
 * item. Nothing takes their place, so that a word with emphasis inside is still one
 * word. Character references are decoded, since "caf&eacute;" is a word like another;
 * the names are those of Latin-1 and of the marks that XML escapes, which is what feeds
 * really hold.
 */
#include "config.h"

#include "store/fold.h"

#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/utf8.h"

#define REFERENCE_MAX 10 /* bytes between & and ; */

/* HTML's names of U+00A0 to U+00FF, in order. */
static const char latin1[][7] = {"nbsp", "iexcl", "cent", "pound", "curren", "yen",
	"brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy", "reg", "macr",
	"deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil",
	"sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave",
	"Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave",
	"Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde",
	"Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave",
	"Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig", "agrave", "aacute",
	"acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute",
	"ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve",
	"oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute",
	"ucirc", "uuml", "yacute", "thorn", "yuml"};

static const struct {
	char name[5];
	char character;
} marks[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};

static uint32_t
named(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (span_eq(name, marks[i].name))
			return (uint32_t)marks[i].character;
	for (size_t i = 0; i < COUNT_OF(latin1); i++)
		if (name.n <= 6 && strncmp(latin1[i], name.p, name.n) == 0 &&
			(name.n == sizeof latin1[i] || !latin1[i][name.n]))
			return 0xa0 + (uint32_t)i;
	return 0;
}

/* &#233; or &#xe9;: the span begins after the #. */
static uint32_t
numbered(struct span digits)
{
	uint32_t value = 0, base = 10;
	if (digits.n && str_lower(digits.p[0]) == 'x') {
		base = 16;
		digits.p++;
		digits.n--;
	}
	for (size_t i = 0; i < digits.n; i++) {
		int c = str_lower(digits.p[i]);
		uint32_t digit = str_digit(c)           ? (uint32_t)(c - '0')
				 : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
							: base;
		if (digit >= base || value > 0x10ffff)
			return 0;
		value = value * base + digit;
	}
	return value;
}

/* Decodes the reference at s (which begins with &). Returns its length, 0: it is none. */
static size_t
reference(const char *s, size_t n, uint32_t *cp)
{
	size_t max = n < REFERENCE_MAX + 2 ? n : REFERENCE_MAX + 2;
	const char *end = memchr(s, ';', max);
	if (!end || end == s + 1)
		return 0;
	struct span name = {s + 1, (size_t)(end - s) - 1};
	*cp = name.p[0] == '#' ? numbered((struct span){name.p + 1, name.n - 1})
			       : named(name);
	return *cp ? (size_t)(end - s) + 1 : 0;
}

/* The length of the tag or comment at s (which begins with <); 0: it is none. */
static size_t
tag_length(const char *s, size_t n)
{
	if (n < 2 || !(str_alpha(s[1]) || s[1] == '/' || s[1] == '!'))
		return 0;
	const char *end = memchr(s, '>', n);
	return end ? (size_t)(end - s) + 1 : n;
}

static size_t
fold_char(uint32_t cp, char *to, bool unicode)
{
	if (cp < 0x80)
		cp = (uint32_t)str_lower((int)cp);
	else if (unicode)
		cp = utf8_lower(cp);
	return utf8_encode(cp, to);
}

/* Lower case can be longer than upper (3 bytes for 2), an invalid byte becomes 3. */
#define GROWTH 3

void
store_fold(struct buf *out, const char *s, size_t n, bool html, bool unicode)
{
	buf_clear(out);
	char *to = buf_reserve(out, n * GROWTH + 4), *start = to;
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)s[i];
		uint32_t cp;
		size_t skip = 0;
		if (html && c == '<')
			skip = tag_length(s + i, n - i);
		if (skip) {
			i += skip;
			continue;
		}
		if (html && c == '&')
			skip = reference(s + i, n - i, &cp);
		else if (unicode && c >= 0x80)
			skip = utf8_decode(s + i, n - i, &cp);
		if (skip) {
			to += fold_char(cp, to, unicode);
			i += skip;
		} else {
			*to++ = c >= 'A' && c <= 'Z' ? (char)(c + 32) : (char)c;
			i++;
		}
	}
	buf_end(out, (size_t)(to - start));
}
