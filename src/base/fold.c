/*
 * Folding is the price of a search without an index, so text between tags is folded many
 * bytes at a time; only what holds more than ASCII pays for Unicode.
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

/* Tags that may stand inside a word, by their lengths. */
static const char *const inside[] = {"", "abiqsu", "emtt",
	"bdibdobigdeldfninskbdsubsupvarwbr", "abbrcitecodefontmarksampspan", "small",
	"strikestrong"};

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
	char lower[COUNT_OF(inside)];
	if (name.n == 0 || name.n >= COUNT_OF(inside))
		return false;
	for (size_t i = 0; i < name.n; i++)
		lower[i] = (char)str_lower(name.p[i]);
	for (const char *one = inside[name.n]; *one; one += name.n)
		if (memcmp(one, lower, name.n) == 0)
			return true;
	return false;
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

/* Elements whose content is no text. */
static const struct {
	const char *name, *end;
} hidden[] = {{"script", "</script"}, {"style", "</style"}};

/* Where folded text goes. */
struct fold {
	char *to;
	char *last; /* the last character, if it may compose with a mark; or NULL */
	uint32_t last_cp;
	enum fold_how how;
	bool endless[COUNT_OF(hidden)]; /* their ends do not come any more: so that the
					   time stays linear */
};

/* How much is left out with the tag at s: a script or a style goes with its content. */
static size_t
hidden_length(struct fold *f, const char *s, size_t n, size_t tag, struct span name)
{
	if (s[1] == '/')
		return tag;
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		if (f->endless[i] || !span_ieq(name, hidden[i].name))
			continue;
		const char *end = str_ifind(s + tag, n - tag, hidden[i].end);
		if (end)
			return (size_t)(end - s);
		f->endless[i] = true;
	}
	return tag;
}

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

/* ---- Plain text: ASCII without markup, many bytes at a time. */

typedef uint8_t lane __attribute__((vector_size(16)));
typedef uint64_t lane64 __attribute__((vector_size(16)));

#define EACH(byte) ((lane){0} + (uint8_t)(byte))

/* What ends a run of plain text: bytes of 0x80 and more, < and &; a mask of no bits where
 * they are as good as others. */
struct ends {
	lane high, markup;
};

/* The first byte that is not 0; there is one. */
static size_t
first_byte(lane64 bytes)
{
	uint64_t word = bytes[0] ? bytes[0] : bytes[1];
	size_t from = bytes[0] ? 0 : sizeof word;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return from + (size_t)__builtin_ctzll(word) / 8;
#else
	return from + (size_t)__builtin_clzll(word) / 8;
#endif
}

/* Writes the plain text that s begins with; returns its length. What follows it in to is
 * overwritten, up to a lane's length. */
static size_t
fold_plain(char *to, const char *s, size_t n, const struct ends *ends)
{
	size_t i = 0;
	for (; i + sizeof(lane) <= n; i += sizeof(lane)) {
		lane text;
		memcpy(&text, s + i, sizeof text);
		lane upper = (lane)(text - 'A' < EACH(26));
		lane markup = (lane)(text == '<') | (lane)(text == '&');
		lane64 end = (lane64)((text & ends->high) | (markup & ends->markup));
		text |= upper & EACH(0x20);
		memcpy(to + i, &text, sizeof text);
		if (end[0] | end[1])
			return i + first_byte(end);
	}
	for (; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if ((c & ends->high[0]) || (ends->markup[0] && (c == '<' || c == '&')))
			break;
		to[i] = (char)str_lower(c);
	}
	return i;
}

/* ---- The whole. */

static size_t
fold_reference(struct fold *f, const char *s, size_t n)
{
	uint32_t cp;
	size_t len = reference(s, n, &cp);
	fold_char(f, len ? cp : '&');
	return len ? len : 1;
}

static size_t
fold_tag(struct fold *f, const char *s, size_t n)
{
	size_t len = tag_length(s, n);
	if (!len) {
		fold_char(f, '<');
		return 1;
	}
	struct span name = tag_name(s, len);
	if (stands_inside(name))
		return len;
	fold_char(f, ' ');
	return hidden_length(f, s, n, len, name);
}

static size_t
fold_other(struct fold *f, const char *s, size_t n)
{
	uint32_t cp;
	size_t len = utf8_decode(s, n, &cp);
	fold_char(f, cp);
	return len;
}

static void
fold_all(struct fold *f, const char *s, size_t n, bool html)
{
	const struct ends ends = {EACH(f->how ? 0x80 : 0), EACH(html ? 0xff : 0)};
	while (n) {
		size_t len = fold_plain(f->to, s, n, &ends);
		if (len) {
			f->to += len;
			f->last = f->to - 1;
			f->last_cp = (unsigned char)f->to[-1];
		} else if (*s == '<' && html) {
			len = fold_tag(f, s, n);
		} else if (*s == '&' && html) {
			len = fold_reference(f, s, n);
		} else {
			len = fold_other(f, s, n);
		}
		s += len;
		n -= len;
	}
}

/* Lower case can be longer than upper (3 bytes for 2), an invalid byte becomes 3. */
#define GROWTH 3

void
fold_text(struct buf *out, const char *s, size_t n, bool html, enum fold_how how)
{
	buf_clear(out);
	char *start = buf_reserve(out, n * GROWTH + sizeof(lane) + FOLD_ROOM);
	struct fold f = {.to = start, .how = how};
	fold_all(&f, s, n, html);
	buf_end(out, (size_t)(f.to - start));
}
