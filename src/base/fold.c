/*
 * A search without an index spends most of its time on folding. So text between tags is
 * folded many bytes at a time, and only text beyond ASCII pays for Unicode.
 *
 * Tags are dropped rather than searched: otherwise "class" or "http" would be found in
 * nearly every item. Tags that occur inside words leave nothing behind, so that a word
 * with emphasis in it is still one word; all others become a blank, so that the last word
 * of a paragraph does not run into the first of the next. Scripts and styles are not
 * text. Character references are decoded as in articles, since "caf&eacute;" is an
 * ordinary word.
 */
#include "config.h"

#include "base/fold.h"

#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/entity.h"
#include "base/letter.h"
#include "base/simd.h"
#include "base/str.h"
#include "base/utf8.h"

/* Names of up to NAME bytes are padded with zeros, so that they compare without a loop.
 */
#define NAME 8

static inline bool
same_name(const char a[static NAME], const char b[static NAME])
{
	return memcmp(a, b, NAME) == 0;
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

/* A tag or a comment. */
struct tag {
	char name[NAME]; /* in lower case, as far as it fits */
	size_t name_len; /* of the whole name; 0 for a comment */
	size_t len;
};

/* Reads a name of letters and digits, and returns its length. */
static inline size_t
read_name(char name[static NAME], const char *s, size_t n)
{
	size_t len = 0;
	memset(name, 0, NAME);
	if (n >= sizeof(simd_u8)) {
		len = (size_t)__builtin_ctzll(~simd_alnum(simd_load(s)));
		simd_u8 first = simd_load_first(s, len);
		first |= (simd_u8)(first != 0) & SIMD_ALL(0x20);
		memcpy(name, &first, NAME);
	}
	for (; len < n && str_alnum(s[len]); len++)
		if (len < NAME)
			name[len] = (char)(s[len] | 0x20);
	return len;
}

/* Reads the tag at s, which begins with <. False: it is none. */
static bool
read_tag(const char *s, size_t n, struct tag *tag)
{
	if (n < 2 || !(str_alpha(s[1]) || s[1] == '/' || s[1] == '!'))
		return false;
	size_t from = s[1] == '/' ? 2 : 1;
	tag->name_len = read_name(tag->name, s + from, n - from);
	size_t at = from + tag->name_len;
	const char *end = s + at;
	if (at == n || *end != '>')
		end = memchr(end, '>', n - at);
	tag->len = end ? (size_t)(end - s) + 1 : n;
	return true;
}

static bool
stands_inside(const struct tag *tag)
{
	if (tag->name_len >= COUNT_OF(inside))
		return false;
	for (const char(*one)[NAME] = inside[tag->name_len]; (*one)[0]; one++)
		if (same_name(*one, tag->name))
			return true;
	return false;
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
hidden_length(struct fold *f, const char *s, size_t n, const struct tag *tag)
{
	if (s[1] == '/')
		return tag->len;
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		if (f->endless[i] || !same_name(tag->name, hidden[i].name))
			continue;
		const char *end = str_ifind(s + tag->len, n - tag->len, hidden[i].end);
		if (end)
			return (size_t)(end - s);
		f->endless[i] = true;
	}
	return tag->len;
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
		uint64_t end = simd_signs(text | (tags & mask));
		text |= upper & SIMD_ALL(0x20);
		memcpy(to + i, &text, sizeof text);
		if (end)
			return i + (size_t)__builtin_ctzll(end);
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
	struct entity_text decoded;
	enum entity_result result = entity_decode(s + 1, n - 1, &decoded);
	if (result == ENTITY_NONE || result == ENTITY_UNKNOWN) {
		fold_char(f, '&');
		return 1;
	}
	for (size_t at = 0; at < decoded.len;) {
		uint32_t cp;
		at += utf8_decode(decoded.text + at, decoded.len - at, &cp);
		fold_char(f, cp);
	}
	return decoded.used + 1;
}

static size_t
fold_tag(struct fold *f, const char *s, size_t n)
{
	struct tag tag;
	if (!read_tag(s, n, &tag)) {
		fold_char(f, '<');
		return 1;
	}
	if (stands_inside(&tag))
		return tag.len;
	fold_char(f, ' ');
	return hidden_length(f, s, n, &tag);
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
