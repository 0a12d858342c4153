/*
 * A search without an index spends most of its time on folding. So text between tags is
 * folded many bytes at a time, and only text beyond ASCII pays for Unicode.
 *
 * Tags are dropped rather than searched: otherwise "class" or "http" would be found in
 * nearly every item. Tags that occur inside words leave nothing behind, so that a word
 * with emphasis in it is still one word; all others become a blank, so that the last word
 * of a paragraph does not run into the first of the next. Scripts and styles are not
 * text. Character references are decoded, since "caf&eacute;" is an ordinary word; the
 * names known are those of Latin-1 and the characters that XML escapes, which are the
 * ones that feeds contain.
 */
#include "config.h"

#include "base/fold.h"

#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/letter.h"
#include "base/simd.h"
#include "base/str.h"
#include "base/utf8.h"

#define REFERENCE_MAX 10 /* bytes between & and ; */

/* Names of up to NAME bytes are padded with zeros, so that they compare without a loop.
 */
#define NAME 8

static inline bool
same_name(const char a[static NAME], const char b[static NAME])
{
	return memcmp(a, b, NAME) == 0;
}

/* HTML's names of U+00A0 to U+00FF, in order. */
static const char latin1[][NAME] = {"nbsp", "iexcl", "cent", "pound", "curren", "yen",
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
	char name[NAME];
	char character;
} marks[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};

static uint32_t
named(struct span text)
{
	char name[NAME] = "";
	if (text.n > sizeof name)
		return 0;
	memcpy(name, text.p, text.n);
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (same_name(name, marks[i].name))
			return (uint32_t)marks[i].character;
	for (size_t i = 0; i < COUNT_OF(latin1); i++)
		if (same_name(name, latin1[i]))
			return 0xa0 + (uint32_t)i;
	return 0;
}

/* The character of &#233; or &#xe9;; digits is what follows the #. */
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

/* Decodes the character reference at s, which begins with &. Returns its length, or 0 if
 * it is not one. */
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

/* Tags that may occur inside a word, by length. */
static const char inside[][12][NAME] = {
	{""},
	{"a", "b", "i", "q", "s", "u"},
	{"em", "tt"},
	{"sub", "sup", "del", "ins", "big", "kbd", "bdi", "bdo", "dfn", "var", "wbr"},
	{"span", "code", "font", "abbr", "cite", "mark", "samp"},
	{"small"},
	{"strong", "strike"},
};

/* Gets the name of the tag at s (len bytes) in lower case, as far as it fits. Returns its
 * whole length, which is 0 for a comment. */
static size_t
tag_name(const char *s, size_t len, char name[static NAME])
{
	size_t from = len > 1 && s[1] == '/' ? 2 : 1, n = 0;
	memset(name, 0, NAME);
	for (; from + n < len; n++) {
		int c = str_lower(s[from + n]);
		if (!(c >= 'a' && c <= 'z') && !str_digit(c))
			break;
		if (n < NAME)
			name[n] = (char)c;
	}
	return n;
}

static bool
stands_inside(const char name[static NAME], size_t n)
{
	if (n >= COUNT_OF(inside))
		return false;
	for (const char(*one)[NAME] = inside[n]; (*one)[0]; one++)
		if (same_name(*one, name))
			return true;
	return false;
}

/* The length of the tag or comment at s, which begins with <; 0 if it is neither. */
static size_t
tag_length(const char *s, size_t n)
{
	if (n < 2 || !(str_alpha(s[1]) || s[1] == '/' || s[1] == '!'))
		return 0;
	const char *end = memchr(s, '>', n);
	return end ? (size_t)(end - s) + 1 : n;
}

/* Elements whose content is not text. */
static const struct {
	char name[NAME];
	const char *end;
} hidden[] = {{"script", "</script"}, {"style", "</style"}};

struct fold {
	char *to;   /* where folded text goes next */
	char *last; /* the last character, if it may compose with a mark, else NULL */
	uint32_t last_cp;
	enum fold_how how;
	/* No end tag of these elements follows, so none is searched for again, and the
	 * time stays linear. */
	bool endless[COUNT_OF(hidden)];
};

/* How many bytes to skip for the tag at s: scripts and styles go with their content. */
static size_t
hidden_length(
	struct fold *f, const char *s, size_t n, size_t tag, const char name[static NAME])
{
	if (s[1] == '/')
		return tag;
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		if (f->endless[i] || !same_name(name, hidden[i].name))
			continue;
		const char *end = str_ifind(s + tag, n - tag, hidden[i].end);
		if (end)
			return (size_t)(end - s);
		f->endless[i] = true;
	}
	return tag;
}

/* Composes a mark with the letter before it, since e with U+0301 is é to a reader. */
static bool
fold_mark(struct fold *f, uint32_t mark)
{
	uint32_t whole = f->last ? letter_compose(f->last_cp, mark) : 0;
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
	} else {
		const struct letter *letter = letter_of(cp);
		cp = f->how == FOLD_BASE ? letter->base : letter->lower;
		if (letter->mark && (!cp || fold_mark(f, cp)))
			return;
	}
	f->last = f->to;
	f->last_cp = cp;
	f->to += utf8_encode(cp, f->to);
}

/* ---- Plain text: ASCII without markup, many bytes at a time. */

/* Folds the plain text at the start of s and returns its length. It may overwrite up to a
 * vector's length after it in to. markup: whether < and & end it, too. */
static size_t
fold_plain(char *to, const char *s, size_t n, bool markup)
{
	const simd_u8 mask = SIMD_ALL(markup ? 0xff : 0);
	size_t i = 0;
	for (; i + sizeof(simd_u8) <= n; i += sizeof(simd_u8)) {
		simd_u8 text = simd_load(s + i);
		simd_u8 upper = (simd_u8)(text - 'A' < SIMD_ALL(26));
		simd_u8 tags = (simd_u8)(text == '<') | (simd_u8)(text == '&');
		simd_u8 end = (text & SIMD_ALL(0x80)) | (tags & mask);
		text |= upper & SIMD_ALL(0x20);
		memcpy(to + i, &text, sizeof text);
		if (simd_any(end))
			return i +
			       (size_t)__builtin_ctzll(simd_bits((simd_u8)(end != 0)));
	}
	for (; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c >= 0x80 || (markup && (c == '<' || c == '&')))
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
	char name[NAME];
	if (stands_inside(name, tag_name(s, len, name)))
		return len;
	fold_char(f, ' ');
	return hidden_length(f, s, n, len, name);
}

/* Folds characters one by one as long as they are not ASCII: often they come in a row. */
static size_t
fold_others(struct fold *f, const char *s, size_t n)
{
	size_t len = 0;
	do {
		uint32_t cp;
		len += utf8_decode(s + len, n - len, &cp);
		fold_char(f, cp);
	} while (len < n && (unsigned char)s[len] >= 0x80);
	return len;
}

static void
fold_all(struct fold *f, const char *s, size_t n, bool html, size_t most)
{
	size_t ascii = 0;
	while (n && ascii < most) {
		size_t len = fold_plain(f->to, s, n, html);
		if (len) {
			ascii += len;
			f->to += len;
			f->last = f->to - 1;
			f->last_cp = (unsigned char)f->to[-1];
		} else if (*s == '<' && html) {
			len = fold_tag(f, s, n);
		} else if (*s == '&' && html) {
			len = fold_reference(f, s, n);
		} else {
			len = fold_others(f, s, n);
		}
		s += len;
		n -= len;
	}
}

/* Lower case can be longer than upper case (3 bytes for 2), and an invalid byte
 * becomes 3. */
#define GROWTH 3

void
fold_start(struct buf *out, const char *s, size_t n, bool html, enum fold_how how,
	size_t most)
{
	buf_clear(out);
	char *start = buf_reserve(out, n * GROWTH + sizeof(simd_u8) + FOLD_ROOM);
	struct fold f = {.to = start, .how = how};
	fold_all(&f, s, n, html, most);
	buf_end(out, (size_t)(f.to - start));
}

void
fold_text(struct buf *out, const char *s, size_t n, bool html, enum fold_how how)
{
	fold_start(out, s, n, html, how, SIZE_MAX);
}
