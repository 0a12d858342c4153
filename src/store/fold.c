/*
 * Folding is the price of a search without an index, so runs between tags are folded
 * eight bytes at a time; only words that themselves hold other than ASCII pay for
 * Unicode's lower case.
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
		value = value * base + digit;
		if (digit >= base || value > 0x10ffff)
			return 0;
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

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Sets 0x20 in each byte of eight that is an upper-case letter: the sums carry into bit 7
 * from 'A' on and from past 'Z' on; bytes of 0x80 and more are left alone. */
static uint64_t
lower_eight(uint64_t word)
{
	uint64_t low = word & EACH(0x7f);
	uint64_t from_a = low + EACH(0x80 - 'A'), past_z = low + EACH(0x80 - 'Z' - 1);
	uint64_t upper = from_a & ~past_z & ~word & EACH(0x80);
	return word | upper >> 2;
}

static void
fold_ascii(char *to, const char *s, size_t n)
{
	for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t)) {
		uint64_t word;
		memcpy(&word, s, sizeof word);
		word = lower_eight(word);
		memcpy(to, &word, sizeof word);
		s += sizeof word;
		to += sizeof word;
	}
	while (n-- > 0)
		*to++ = (char)str_lower((unsigned char)*s++);
}

/* How many bytes of ASCII s begins with. */
static size_t
ascii_length(const char *s, size_t n)
{
	size_t i = 0;
	for (; i + sizeof(uint64_t) <= n; i += sizeof(uint64_t)) {
		uint64_t word;
		memcpy(&word, s + i, sizeof word);
		if (word & EACH(0x80))
			break;
	}
	while (i < n && (unsigned char)s[i] < 0x80)
		i++;
	return i;
}

/* Text without markup. Returns the end of what was written. */
static char *
fold_run(char *to, const char *s, size_t n, bool unicode)
{
	while (n) {
		size_t run = unicode ? ascii_length(s, n) : n;
		fold_ascii(to, s, run);
		to += run;
		s += run;
		n -= run;
		if (!n)
			break;
		uint32_t cp;
		size_t len = utf8_decode(s, n, &cp);
		to += fold_char(cp, to, true);
		s += len;
		n -= len;
	}
	return to;
}

/* Text with references, but no tags. */
static char *
fold_references(char *to, const char *s, size_t n, bool unicode)
{
	while (n) {
		const char *mark = memchr(s, '&', n);
		size_t run = mark ? (size_t)(mark - s) : n, skip;
		uint32_t cp;
		to = fold_run(to, s, run, unicode);
		s += run;
		n -= run;
		if (!n)
			break;
		skip = reference(s, n, &cp);
		if (skip)
			to += fold_char(cp, to, unicode);
		else
			*to++ = '&';
		s += skip ? skip : 1;
		n -= skip ? skip : 1;
	}
	return to;
}

/* Lower case can be longer than upper (3 bytes for 2), an invalid byte becomes 3. */
#define GROWTH 3

void
store_fold(struct buf *out, const char *s, size_t n, bool html, bool unicode)
{
	buf_clear(out);
	char *start = buf_reserve(out, n * GROWTH + 4), *to = start;
	if (!html)
		to = fold_run(to, s, n, unicode);
	while (html && n) {
		const char *mark = memchr(s, '<', n);
		size_t run = mark ? (size_t)(mark - s) : n;
		to = fold_references(to, s, run, unicode);
		s += run;
		n -= run;
		if (!n)
			break;
		size_t skip = tag_length(s, n);
		if (!skip)
			*to++ = '<';
		s += skip ? skip : 1;
		n -= skip ? skip : 1;
	}
	buf_end(out, (size_t)(to - start));
}
