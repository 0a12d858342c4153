/*
 * Most sets other than UTF-8 have one byte for each character. iconv takes about forty
 * steps for each, so there it only converts every possible byte once, into a table that
 * then converts the text. Sets whose characters have several bytes, or depend on what is
 * before them, go through iconv as a whole.
 */
#include "config.h"

#include "feed/convert.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/err.h"
#include "base/simd.h"
#include "base/utf8.h"
#include "feed/charset.h"

#define BYTES 256

/* What stands for a byte that the set does not have. */
static uint32_t
stand_in(bool western, unsigned char c)
{
	return western ? utf8_windows_1252(c) : UTF8_REPLACEMENT;
}

/* ---- sets of single bytes */

/* The text of each byte. */
struct table {
	char text[BYTES][4];
	uint8_t len[BYTES];
	bool bad[BYTES];
};

/* False: the byte is only the first of a character of several, or it changes what
 * follows. */
static bool
read_byte(struct table *t, iconv_t cd, unsigned char c, bool western)
{
	char byte = (char)c, *in = &byte, *out = t->text[c];
	size_t left = 1, room = sizeof t->text[c];
	size_t done = iconv(cd, &in, &left, &out, &room);
	t->bad[c] = done == (size_t)-1 && errno == EILSEQ;
	if (t->bad[c])
		out = t->text[c] + utf8_encode(stand_in(western, c), t->text[c]);
	else if (done == (size_t)-1)
		return false;
	t->len[c] = (uint8_t)(out - t->text[c]);
	return t->len[c] > 0 && (c >= 0x80 || (t->len[c] == 1 && *t->text[c] == byte));
}

/* False: the set has characters of several bytes, or does not contain ASCII. */
static bool
read_table(struct table *t, iconv_t cd, bool western)
{
	unsigned c = 0;
	while (c < BYTES && read_byte(t, cd, (unsigned char)c, western))
		c++;
	iconv(cd, NULL, NULL, NULL, NULL);
	return c == BYTES;
}

/* How many bytes from s on are ASCII, which such sets contain. */
static size_t
ascii_run(const char *s, size_t n)
{
	size_t i = 0;
	for (; i + sizeof(simd_u8) <= n; i += sizeof(simd_u8)) {
		simd_u8 other = (simd_u8)(simd_load(s + i) >= SIMD_ALL(0x80));
		if (simd_any(other))
			return i + (size_t)__builtin_ctzll(simd_bits(other));
	}
	while (i < n && (unsigned char)s[i] < 0x80)
		i++;
	return i;
}

/* The length of the text as UTF-8. */
static size_t
converted_len(const struct table *t, struct span b, size_t at, struct misfits *misfits)
{
	size_t len = 0;
	for (size_t i = 0;; i++) {
		size_t run = ascii_run(b.p + i, b.n - i);
		len += run;
		i += run;
		if (i == b.n)
			return len;
		unsigned char c = (unsigned char)b.p[i];
		if (t->bad[c] && misfits->count++ == 0)
			misfits->first = at + len;
		len += t->len[c];
	}
}

static int
convert_by_table(
	const struct table *t, struct span b, struct buf *out, struct misfits *misfits)
{
	size_t len = converted_len(t, b, out->len, misfits);
	/* Four bytes are written for each character, whatever its length. */
	char *to = buf_reserve(out, len + sizeof t->text[0]);
	if (!to)
		return ERR_LIMIT;
	for (size_t i = 0;; i++) {
		size_t run = ascii_run(b.p + i, b.n - i);
		memcpy(to, b.p + i, run);
		to += run;
		i += run;
		if (i == b.n)
			break;
		unsigned char c = (unsigned char)b.p[i];
		memcpy(to, t->text[c], sizeof t->text[c]);
		to += t->len[c];
	}
	buf_end(out, len);
	return OK;
}

/* ---- all others */

static int
convert_by_iconv(struct span b, iconv_t cd, size_t unit, bool western, struct buf *out,
	struct misfits *misfits)
{
	char *in = (char *)(uintptr_t)b.p;
	size_t left = b.n;
	int status = OK;
	while (left && status == OK) {
		size_t want = left + left / 2 + 16;
		char *to = buf_reserve(out, want), *at = to;
		if (!to)
			to = at = buf_reserve(out, want = left + 4);
		if (!to)
			return ERR_LIMIT;
		size_t room = want;
		size_t done = iconv(cd, &in, &left, &at, &room);
		int why = errno;
		buf_end(out, (size_t)(at - to));
		if (done != (size_t)-1 || why == E2BIG || !left)
			continue;
		/* This is EILSEQ, or EINVAL for a cut sequence at the end. */
		if (misfits->count++ == 0)
			misfits->first = out->len;
		char bytes[4];
		status = buf_add(out, bytes,
			utf8_encode(stand_in(western, (unsigned char)*in), bytes));
		size_t step = left < unit ? left : unit;
		in += step;
		left -= step;
	}
	return status;
}

int
feed_convert(struct span b, const char *charset, struct buf *out, struct misfits *misfits)
{
	struct table table;
	bool western = str_eq(charset, CHARSET_WESTERN);
	size_t unit = str_istarts(charset, "UTF-32")   ? 4
		      : str_istarts(charset, "UTF-16") ? 2
						       : 1;
	iconv_t cd = iconv_open("UTF-8", charset);
	*misfits = (struct misfits){0, 0};
	if (cd == (iconv_t)-1)
		return ERR_INVALID;
	int status = read_table(&table, cd, western)
			     ? convert_by_table(&table, b, out, misfits)
			     : convert_by_iconv(b, cd, unit, western, out, misfits);
	iconv_close(cd);
	return status;
}
