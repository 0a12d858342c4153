#include "config.h"

#include "base/utf8.h"

#include <string.h>
#include <wchar.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/letter.h"
#include "base/simd.h"

size_t
utf8_decode_any(const char *s, size_t n, uint32_t *cp)
{
	const unsigned char *b = (const unsigned char *)s;
	*cp = b[0];
	if (b[0] < 0x80)
		return 1;
	*cp = UTF8_REPLACEMENT;
	size_t len = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
	if (b[0] < 0xc2 || b[0] > 0xf4 || len > n)
		return 1;
	uint32_t value = b[0] & (0xffu >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if ((b[i] & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (b[i] & 0x3fu);
	}
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	if (value < least[len] || value > 0x10ffff ||
		(value >= 0xd800 && value <= 0xdfff))
		return 1;
	*cp = value;
	return len;
}

size_t
utf8_encode_any(uint32_t cp, char *out)
{
	if (cp > 0x10ffff || (cp >= 0xd800 && cp <= 0xdfff))
		cp = UTF8_REPLACEMENT;
	if (cp < 0x80) {
		out[0] = (char)cp;
		return 1;
	}
	size_t len = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
	for (size_t i = len - 1; i > 0; i--, cp >>= 6)
		out[i] = (char)(0x80 | (cp & 0x3f));
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
	out[0] = (char)(lead[len] | cp);
	return len;
}

bool
utf8_valid(const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		if ((unsigned char)s[i] < 0x80) {
			i++;
			continue;
		}
		uint32_t cp;
		size_t len = utf8_decode(s + i, n - i, &cp);
		if (len == 1)
			return false;
		i += len;
	}
	return true;
}

uint32_t
utf8_windows_1252(uint32_t byte)
{
	static const uint16_t map[32] = {0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026,
		0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d,
		0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
		0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178};
	return byte >= 0x80 && byte < 0xa0 ? map[byte - 0x80] : byte;
}

bool
utf8_in(const struct utf8_range *ranges, size_t len, uint32_t cp)
{
	size_t low = 0, high = len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (cp > ranges[mid].last)
			low = mid + 1;
		else
			high = mid;
	}
	return low < len && cp >= ranges[low].first;
}

static const struct utf8_range hidden[] = {
	{0x0000, 0x001f},   /* C0 */
	{0x007f, 0x009f},   /* DEL, C1 */
	{0x00ad, 0x00ad},   /* soft hyphen */
	{0x034f, 0x034f},   /* combining grapheme joiner */
	{0x061c, 0x061c},   /* Arabic letter mark */
	{0x115f, 0x1160},   /* Hangul fillers */
	{0x17b4, 0x17b5},   /* Khmer inherent vowels */
	{0x180b, 0x180f},   /* Mongolian selectors */
	{0x200b, 0x200f},   /* zero width, LRM, RLM */
	{0x202a, 0x202e},   /* bidirectional embeddings and overrides */
	{0x2060, 0x206f},   /* invisible operators, isolates, deprecated */
	{0x3164, 0x3164},   /* Hangul filler */
	{0xd800, 0xdfff},   /* surrogates */
	{0xfdd0, 0xfdef},   /* non-characters */
	{0xfe00, 0xfe0f},   /* variation selectors */
	{0xfeff, 0xfeff},   /* byte order mark */
	{0xffa0, 0xffa0},   /* half-width Hangul filler */
	{0xfff0, 0xfffb},   /* specials, interlinear annotation */
	{0x1d173, 0x1d17a}, /* musical format controls */
	{0xe0000, 0xe0fff}, /* tags, selectors */
};

bool
utf8_hidden(uint32_t cp)
{
	if (cp >= 0x20 && cp < 0x7f)
		return false;
	if ((cp & 0xfffe) == 0xfffe)
		return true;
	return utf8_in(hidden, COUNT_OF(hidden), cp);
}

#define MALAYALAM_VIRAMA 0xd4d

/* Scripts whose letters have other shapes beside a joiner. */
static const struct utf8_range joining[] = {
	{0x0620, 0x08ff}, /* Arabic, Syriac, N'Ko, Mandaic */
	{0x0900, 0x0dff}, /* Devanagari to Sinhala */
	{0x1000, 0x109f}, /* Myanmar */
	{0x1780, 0x18af}, /* Khmer, Mongolian */
	{0x1b00, 0x1baf}, /* Balinese, Sundanese */
	{0xa8e0, 0xa9df}, /* Devanagari, Kayah Li, Javanese */
	{0xaa60, 0xaa7f}, /* Myanmar */
	{0xfb50, 0xfdcf}, /* Arabic forms */
};

static bool
joins(uint32_t cp)
{
	return utf8_in(joining, COUNT_OF(joining), cp) &&
	       (letter_mark(cp) || letter_of(cp)->kind == LETTER_WORD);
}

bool
utf8_joins(uint32_t before, uint32_t after)
{
	return before == MALAYALAM_VIRAMA || (joins(before) && joins(after));
}

bool
utf8_pictograph(uint32_t cp)
{
	return (cp >= 0x2600 && cp <= 0x27bf) || (cp >= 0x2b00 && cp <= 0x2bff) ||
	       (cp >= 0x1f000 && cp <= 0x1faff);
}

int
utf8_width(uint32_t cp)
{
	if (cp >= 0x20 && cp < 0x7f)
		return 1;
	return wcwidth((wchar_t)cp);
}

size_t
utf8_fit(const char *s, size_t n, size_t cells, size_t *used)
{
	size_t at = 0, total = 0;
	while (at < n) {
		uint32_t cp;
		size_t len = utf8_decode(s + at, n - at, &cp);
		int width = utf8_width(cp);
		size_t take = width < 0 ? 1 : (size_t)width;
		if (total + take > cells)
			break;
		total += take;
		at += len;
	}
	if (used)
		*used = total;
	return at;
}

size_t
utf8_columns(const char *s, size_t n)
{
	size_t used;
	utf8_fit(s, n, (size_t)-1, &used);
	return used;
}

/* Appends the blanks that text lacks to be this many cells wide. */
static void
put_blanks(struct buf *out, const char *text, size_t cells)
{
	for (size_t used = utf8_columns(text, strlen(text)); used < cells; used++)
		buf_addc(out, ' ');
}

void
utf8_column(struct buf *out, const char *text, size_t cells)
{
	buf_adds(out, text);
	put_blanks(out, text, cells);
}

void
utf8_column_right(struct buf *out, const char *text, size_t cells)
{
	put_blanks(out, text, cells);
	buf_adds(out, text);
}

bool
utf8_space(uint32_t cp)
{
	if (cp < 0x80)
		return cp == ' ' || (cp >= '\t' && cp <= '\r');
	return cp == 0x85 || cp == 0xa0 || cp == 0x1680 ||
	       (cp >= 0x2000 && cp <= 0x200a) || cp == 0x2028 || cp == 0x2029 ||
	       cp == 0x202f || cp == 0x205f || cp == 0x3000;
}

/* Counts marks in a row; true if this one is too many. */
static bool
excess_mark(uint32_t cp, int *marks)
{
	if (!letter_mark(cp)) {
		*marks = 0;
		return false;
	}
	return ++*marks > UTF8_MARKS_MAX;
}

/* Is it hidden on screens but needed in writing, so that it is stored (case 8)? */
static bool
is_format(uint32_t cp)
{
	return cp == 0xad || (cp >= 0x200c && cp <= 0x200f) ||
	       (cp >= 0x180b && cp <= 0x180d) || cp == 0xfe0e || cp == 0xfe0f;
}

static bool
is_break(uint32_t cp)
{
	return (cp < 0x80 && utf8_space(cp)) || cp == 0x85 || cp == 0x2028 ||
	       cp == 0x2029;
}

/* Decides, for each character of a line in turn, what becomes of it. */
struct liner {
	bool keep; /* the line is to be stored */
	int marks, formats;
	uint32_t before; /* the last character that was taken */
};

bool
utf8_needs_joiner(uint32_t before, uint32_t cp, const char *s, size_t n)
{
	uint32_t after = 0;
	if (!utf8_joiner(cp))
		return false;
	if (n > 0)
		utf8_decode(s, n, &after);
	return utf8_joins(before, after);
}

enum fate {
	FATE_DROP,
	FATE_GAP,
	FATE_TAKE,
};

static enum fate
fate_of(struct liner *l, uint32_t cp)
{
	if (l->keep ? is_break(cp) : utf8_space(cp))
		return FATE_GAP;
	if (l->keep && is_format(cp))
		return ++l->formats > 2 ? FATE_DROP : FATE_TAKE;
	if (utf8_hidden(cp) || excess_mark(cp, &l->marks))
		return FATE_DROP;
	l->formats = 0;
	return FATE_TAKE;
}

static bool
visible_ascii(char c)
{
	return c > 0x20 && c < 0x7f;
}

/* How many bytes from s on are words of ASCII with one blank between them: these stay as
 * they are. */
static size_t
plain_words(const char *s, size_t n)
{
	size_t i = 0;
	uint64_t before = 1; /* a blank neither comes first nor follows another one */
	for (; n - i >= sizeof(simd_u8); i += sizeof(simd_u8)) {
		simd_u8 text = simd_load(s + i);
		uint64_t blanks = simd_bits((simd_u8)(text == SIMD_ALL(' ')));
		if (simd_any((simd_u8)(text - SIMD_ALL(' ') >= SIMD_ALL(0x5f))) ||
			blanks & (blanks << 1 | before))
			break;
		before = blanks >> (sizeof(simd_u8) - 1);
	}
	i -= i && s[i - 1] == ' ';
	while (i < n && (visible_ascii(s[i]) || (i && s[i] == ' ' && i + 1 < n &&
							visible_ascii(s[i + 1]))))
		i++;
	return i;
}

static int
put_line(struct buf *out, const char *s, size_t n, size_t max, bool keep)
{
	struct liner liner = {.keep = keep};
	size_t start = out->len;
	bool gap = false, seen = false;
	int status = OK;
	for (size_t i = 0; i < n && status == OK;) {
		uint32_t cp;
		size_t used = out->len - start + gap + 3;
		size_t room = !max ? SIZE_MAX : max > used ? max - used : 0;
		size_t word = plain_words(s + i, n - i < room ? n - i : room);
		if (word) {
			liner.formats = liner.marks = 0;
			if (gap)
				buf_addc(out, ' ');
			status = buf_add(out, s + i, word);
			i += word;
			liner.before = (unsigned char)s[i - 1];
			gap = false;
			seen = true;
			continue;
		}
		i += utf8_decode(s + i, n - i, &cp);
		enum fate fate = utf8_needs_joiner(liner.before, cp, s + i, n - i)
					 ? FATE_TAKE
					 : fate_of(&liner, cp);
		if (fate == FATE_GAP)
			gap = out->len > start;
		if (fate != FATE_TAKE)
			continue;
		seen |= !utf8_space(cp) && !utf8_hidden(cp);
		liner.before = cp;
		char bytes[5] = " ";
		size_t len = gap;
		len += utf8_encode(cp, bytes + len);
		gap = false;
		if (max && out->len - start + len + 3 > max) {
			status = buf_adds(out, "…");
			break;
		}
		status = buf_add(out, bytes, len);
	}
	if (!seen)
		buf_cut(out, start);
	return status;
}

int
utf8_clean_line(struct buf *out, const char *s, size_t n, size_t max)
{
	return put_line(out, s, n, max, false);
}

char *
utf8_line(struct arena *arena, const char *s, size_t n, size_t max)
{
	if (n > 0 && (!max || n + 3 <= max) && plain_words(s, n) == n)
		return arena_strndup(arena, s, n);
	struct buf line = BUF_INIT(0);
	put_line(&line, s, n, max, false);
	char *copy = line.len ? arena_strndup(arena, line.data, line.len) : NULL;
	buf_done(&line);
	return copy;
}

int
utf8_keep_line(struct buf *out, const char *s, size_t n, size_t max)
{
	return put_line(out, s, n, max, true);
}

int
utf8_clean_text(struct buf *out, const char *s, size_t n)
{
	int marks = 0, status = OK;
	uint32_t before = 0;
	for (size_t i = 0; i < n && status == OK;) {
		uint32_t cp;
		i += utf8_decode(s + i, n - i, &cp);
		if (cp != '\n' && cp != '\t' &&
			!utf8_needs_joiner(before, cp, s + i, n - i) &&
			(utf8_hidden(cp) || excess_mark(cp, &marks)))
			continue;
		char bytes[4];
		before = cp;
		status = buf_add(out, bytes, utf8_encode(cp, bytes));
	}
	return status;
}
