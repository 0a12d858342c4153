/*
 * One pass. Runs of good bytes are copied whole, and only an odd byte takes the slow
 * path. A document that has none is not copied at all.
 */
#include "config.h"

#include "feed/clean_text.h"

#include <stdbool.h>
#include <string.h>

#include "base/simd.h"
#include "base/utf8.h"

struct clean {
	struct span text;
	struct buf *out;
	struct notes *notes;
};

static void
put(struct clean *c, uint32_t cp)
{
	char bytes[4];
	buf_add(c->out, bytes, utf8_encode(cp, bytes));
}

/* The second half of a CESU-8 pair: ED B0-BF xx. */
static bool
low_surrogate(const unsigned char *b, size_t n)
{
	return n >= 3 && b[0] == 0xed && b[1] >= 0xb0 && b[1] <= 0xbf &&
	       (b[2] & 0xc0) == 0x80;
}

size_t
feed_clean_broken(const char *s, size_t n)
{
	const unsigned char *b = (const unsigned char *)s;
	size_t want = b[0] >= 0xfe   ? 1
		      : b[0] >= 0xfc ? 6 /* RFC 2279 had these two */
		      : b[0] >= 0xf8 ? 5
		      : b[0] >= 0xf0 ? 4
		      : b[0] >= 0xe0 ? 3
		      : b[0] >= 0xc0 ? 2
				     : 1;
	size_t have = 1;
	while (have < want && have < n && (b[have] & 0xc0) == 0x80)
		have++;
	return have > 1 && (want < 5 || have == want) ? have : 0;
}

/* Whether the byte at the offset begins a character of several bytes, right after another
 * such character: not a letter of another set, but what is left of a character that was
 * cut. */
static bool
is_cut(const struct clean *c, size_t at)
{
	const unsigned char *b = (const unsigned char *)c->text.p;
	size_t from = at;
	uint32_t cp;
	if (b[at] < 0xc2 || b[at] > 0xf4)
		return false;
	while (from && at - from < 4 && (b[from - 1] & 0xc0) == 0x80)
		from--;
	if (from == at || !from)
		return false;
	from--;
	return utf8_decode(c->text.p + from, at - from, &cp) == at - from;
}

static size_t
mend_invalid(struct clean *c, size_t at)
{
	const unsigned char *b = (const unsigned char *)c->text.p + at;
	size_t n = c->text.n - at;
	feed_note(c->notes, NOTE_CHARSET_BYTES, c->text.p, at);
	if (n >= 6 && b[0] == 0xed && b[1] >= 0xa0 && b[1] <= 0xaf &&
		(b[2] & 0xc0) == 0x80 && low_surrogate(b + 3, n - 3)) {
		uint32_t high = (uint32_t)(b[1] & 0x0f) << 6 | (b[2] & 0x3fu);
		uint32_t low = (uint32_t)(b[4] & 0x0f) << 6 | (b[5] & 0x3fu);
		put(c, 0x10000 + (high << 10 | low));
		return 6;
	}
	size_t len = feed_clean_broken(c->text.p + at, n);
	put(c, len || is_cut(c, at) ? UTF8_REPLACEMENT : utf8_windows_1252(b[0]));
	return len ? len : 1;
}

/* Characters that no text needs: the byte order mark inside it, non-characters. */
static bool
unwanted(uint32_t cp)
{
	return cp == 0xfeff || (cp >= 0xfdd0 && cp <= 0xfdef) || (cp & 0xfffe) == 0xfffe;
}

/* Handles the character at the offset, which must not stay as it is. Returns its
 * length. */
static size_t
mend(struct clean *c, size_t at, uint32_t cp, size_t len)
{
	if (len == 1 && cp >= 0x80)
		return mend_invalid(c, at);
	if (cp == '\r') {
		put(c, '\n');
		return at + 1 < c->text.n && c->text.p[at + 1] == '\n' ? 2 : 1;
	}
	if (!unwanted(cp))
		feed_note(c->notes, NOTE_CONTROL, c->text.p, at);
	if (cp >= 0x80 && cp < 0xa0)
		put(c, utf8_windows_1252(cp));
	return len;
}

static bool
plain_ascii(unsigned char c)
{
	return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';
}

/* How many bytes from s on are ASCII without controls. */
static size_t
skip_ascii(const char *s, size_t n)
{
	size_t i = 0;
	for (; i + sizeof(simd_u8) <= n; i += sizeof(simd_u8)) {
		simd_u8 text = simd_load(s + i);
		simd_u8 odd = (simd_u8)(text - SIMD_ALL(0x20) >= SIMD_ALL(0x5f)) &
			      (simd_u8)(text != '\n') & (simd_u8)(text != '\t');
		if (simd_any(odd))
			return i + (size_t)__builtin_ctzll(simd_bits(odd));
	}
	while (i < n && plain_ascii((unsigned char)s[i]))
		i++;
	return i;
}

struct span
feed_clean(struct span text, struct buf *out, struct notes *notes)
{
	struct clean c = {text, out, notes};
	size_t start = out->len, copied = 0, at = 0;
	while ((at += skip_ascii(text.p + at, text.n - at)) < text.n) {
		uint32_t cp;
		size_t len = utf8_decode(text.p + at, text.n - at, &cp);
		if (len > 1 && cp >= 0xa0 && !unwanted(cp)) {
			at += len;
			continue;
		}
		buf_add(out, text.p + copied, at - copied);
		at += mend(&c, at, cp, len);
		copied = at;
	}
	if (!copied)
		return text;
	buf_add(out, text.p + copied, text.n - copied);
	return (struct span){buf_str(out) + start, out->len - start};
}
