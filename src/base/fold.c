/*
 * Folding is the price of a search without an index, so runs between tags are folded
 * eight bytes at a time; only what holds more than ASCII pays for Unicode.
 *
 * Tags are dropped, not searched: "class" or "http" would else be found in nearly every
 * item. Nothing takes the place of those that stand inside words, so that a word with
 * emphasis inside is still one word; a blank takes that of the others, so that the last
 * word of a paragraph does not grow together with the first of the next. What scripts
 * and styles hold is no text. Character references are decoded, since "caf&eacute;" is a
 * word like another; the names are those of Latin-1 and of the marks that XML escapes,
 * which is what feeds really hold.
 */
#include "config.h"

#include "base/fold.h"

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
		if (latin1[i][0] == name.p[0] && name.n <= 6 &&
			strncmp(latin1[i], name.p, name.n) == 0 &&
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

/* Tags that may stand inside a word. */
static const struct {
	uint8_t len;
	char name[7];
} inside[] = {{1, "a"}, {4, "abbr"}, {1, "b"}, {3, "bdi"}, {3, "bdo"}, {3, "big"},
	{4, "cite"}, {4, "code"}, {3, "del"}, {3, "dfn"}, {2, "em"}, {4, "font"},
	{1, "i"}, {3, "ins"}, {3, "kbd"}, {4, "mark"}, {1, "q"}, {1, "s"}, {4, "samp"},
	{5, "small"}, {4, "span"}, {6, "strike"}, {6, "strong"}, {3, "sub"}, {3, "sup"},
	{2, "tt"}, {1, "u"}, {3, "var"}, {3, "wbr"}};

/* The name of the tag of len bytes at s; empty for a comment. */
static struct span
tag_name(const char *s, size_t len)
{
	size_t from = len > 1 && s[1] == '/' ? 2 : 1, to = from;
	while (to < len && (str_alpha(s[to]) || str_digit(s[to])))
		to++;
	return (struct span){s + from, to - from};
}

static bool
stands_inside(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(inside); i++)
		if (inside[i].len == name.n && str_ieqn(inside[i].name, name.p, name.n))
			return true;
	return false;
}

/* How much is left out with the tag at s: a script or a style goes with its content. */
static size_t
hidden_length(const char *s, size_t n, size_t tag, struct span name)
{
	const char *end = NULL;
	if (s[1] == '/')
		return tag;
	if (name.n == 6 && str_ieqn(name.p, "script", 6))
		end = str_ifind(s + tag, n - tag, "</script");
	else if (name.n == 5 && str_ieqn(name.p, "style", 5))
		end = str_ifind(s + tag, n - tag, "</style");
	return end ? (size_t)(end - s) : tag;
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

/* Where folded text goes. */
struct fold {
	char *to;
	char *last; /* the last character, if it may compose with a mark; or NULL */
	uint32_t last_cp;
	enum fold_how how;
};

/* A mark after its letter: e and U+0301 are é, however the author typed it. */
static bool
fold_mark(struct fold *f, uint32_t cp)
{
	if ((f->how & FOLD_BASE) && cp < 0x700 && utf8_mark(cp))
		return true;
	uint32_t whole = f->last && utf8_mark(cp) ? utf8_compose(f->last_cp, cp) : 0;
	if (!whole)
		return false;
	f->last_cp = whole;
	f->to = f->last + utf8_encode(whole, f->last);
	return true;
}

static void
fold_char(struct fold *f, uint32_t cp)
{
	if (cp < 0x80) {
		cp = (uint32_t)str_lower((int)cp);
	} else if (f->how & (FOLD_CASE | FOLD_BASE)) {
		cp = utf8_lower(cp);
		if (cp >= 0x300 && fold_mark(f, cp))
			return;
		if (f->how & FOLD_BASE)
			cp = utf8_base(cp);
	}
	f->last = f->to;
	f->last_cp = cp;
	f->to += utf8_encode(cp, f->to);
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

static void
fold_run(struct fold *f, const char *s, size_t n)
{
	while (n) {
		size_t run = f->how ? ascii_length(s, n) : n;
		fold_ascii(f->to, s, run);
		f->to += run;
		s += run;
		n -= run;
		if (run) {
			f->last = f->to - 1;
			f->last_cp = (unsigned char)f->to[-1];
		}
		if (!n)
			break;
		uint32_t cp;
		size_t len = utf8_decode(s, n, &cp);
		fold_char(f, cp);
		s += len;
		n -= len;
	}
}

/* Text with references, but no tags. */
static void
fold_references(struct fold *f, const char *s, size_t n)
{
	while (n) {
		const char *mark = memchr(s, '&', n);
		size_t run = mark ? (size_t)(mark - s) : n, skip;
		uint32_t cp;
		fold_run(f, s, run);
		s += run;
		n -= run;
		if (!n)
			break;
		skip = reference(s, n, &cp);
		fold_char(f, skip ? cp : '&');
		s += skip ? skip : 1;
		n -= skip ? skip : 1;
	}
}

static void
fold_html(struct fold *f, const char *s, size_t n)
{
	while (n) {
		const char *mark = memchr(s, '<', n);
		size_t run = mark ? (size_t)(mark - s) : n;
		fold_references(f, s, run);
		s += run;
		n -= run;
		if (!n)
			break;
		size_t skip = tag_length(s, n);
		struct span name = tag_name(s, skip);
		if (!skip) {
			fold_char(f, '<');
			skip = 1;
		} else if (!stands_inside(name)) {
			fold_char(f, ' ');
			skip = hidden_length(s, n, skip, name);
		}
		s += skip;
		n -= skip;
	}
}

/* Lower case can be longer than upper (3 bytes for 2), an invalid byte becomes 3. */
#define GROWTH 3

void
fold_text(struct buf *out, const char *s, size_t n, bool html, enum fold_how how)
{
	buf_clear(out);
	char *start = buf_reserve(out, n * GROWTH + 4);
	struct fold f = {.to = start, .how = how};
	if (html)
		fold_html(&f, s, n);
	else
		fold_run(&f, s, n);
	buf_end(out, (size_t)(f.to - start));
}
