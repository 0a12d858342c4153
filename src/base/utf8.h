/*
 * UTF-8: decoding, validity, display width, and the one place where text from outside is
 * made safe. After utf8_clean_line or utf8_clean_text a string is valid UTF-8 and cannot
 * control a terminal. No other text from outside may be printed.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct arena;

#define UTF8_REPLACEMENT 0xFFFDu
#define UTF8_MARKS_MAX 4 /* combining marks kept on one character (case 9) */

/* The general cases of utf8_decode and utf8_encode. */
size_t utf8_decode_any(const char *s, size_t n, uint32_t *cp);
size_t utf8_encode_any(uint32_t cp, char *out);

/* Decodes the character at s, where n > 0 bytes are left, and returns its length. An
 * invalid byte gives UTF8_REPLACEMENT and length 1; overlong forms, surrogates and values
 * above U+10FFFF are invalid (RFC 3629). */
static inline size_t
utf8_decode(const char *s, size_t n, uint32_t *cp)
{
	const unsigned char *b = (const unsigned char *)s;
	/* Two bytes; three bytes, if any continuation may follow the first. */
	if (n >= 2 && b[0] >= 0xc2 && b[0] < 0xe0 && (b[1] & 0xc0) == 0x80) {
		*cp = (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu);
		return 2;
	}
	if (n >= 3 && b[0] >= 0xe1 && b[0] < 0xed && (b[1] & 0xc0) == 0x80 &&
		(b[2] & 0xc0) == 0x80) {
		*cp = (b[0] & 0x0fu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu);
		return 3;
	}
	return utf8_decode_any(s, n, cp);
}

/* Writes cp to out, up to 4 bytes, and returns the length. An impossible cp is written as
 * UTF8_REPLACEMENT. */
static inline size_t
utf8_encode(uint32_t cp, char *out)
{
	if (cp < 0x80 || cp >= 0x800)
		return utf8_encode_any(cp, out);
	out[0] = (char)(0xc0 | cp >> 6);
	out[1] = (char)(0x80 | (cp & 0x3f));
	return 2;
}

bool utf8_valid(const char *s, size_t n);
/* What windows-1252 has at 0x80-0x9f (as browsers have it); 0xfffd where it has none.
 * Other bytes are what they are in Latin-1. */
uint32_t utf8_windows_1252(uint32_t byte);
/* Code points from first to last. */
struct utf8_range {
	uint32_t first, last;
};

/* Is cp in one of the ranges, which are sorted? */
bool utf8_in(const struct utf8_range *ranges, size_t len, uint32_t cp);

/* Must cp never reach a screen? These are C0, C1, DEL, bidirectional overrides, isolates
 * and marks, zero-width and invisible characters, soft hyphen, variation selectors, tags
 * and non-characters (cases 1-10). They include ZWNJ and ZWJ, which stored text keeps,
 * and screens where utf8_joins says so. */
bool utf8_hidden(uint32_t cp);

/* Is it ZWNJ or ZWJ? */
static inline bool
utf8_joiner(uint32_t cp)
{
	return cp == 0x200c || cp == 0x200d;
}

/* Does a joiner between these two change how they are written, as in Persian, the scripts
 * of India, Sinhala and Khmer (UAX 31, contexts A1 to B)? after is 0 at the end; letters
 * of Malayalam without a vowel have one at the end of words. */
bool utf8_joins(uint32_t before, uint32_t after);
/* Is cp a joiner that writing needs between the character before it and the n bytes at s
 * that follow? */
bool utf8_needs_joiner(uint32_t before, uint32_t cp, const char *s, size_t n);
/* Is cp a pictograph, such as an emoji or a dingbat? */
bool utf8_pictograph(uint32_t cp);

/* Is it white space: ASCII's, NEL, NBSP, another of Unicode's spaces or separators? */
bool utf8_space(uint32_t cp);

/* The cells that cp takes on a terminal: 0, 1 or 2, from wcwidth(3), so that we agree
 * with curses; -1 if unknown (draw UTF8_REPLACEMENT then). Any thread, after setlocale to
 * a UTF-8 locale. */
int utf8_width(uint32_t cp);
/* The cells that the n bytes at s take; unknown characters count as 1. */
size_t utf8_columns(const char *s, size_t n);
/* Appends text and, after or before it, the blanks that make it this many cells wide. */
void utf8_column(struct buf *out, const char *text, size_t cells);
void utf8_column_right(struct buf *out, const char *text, size_t cells);
/* The length in bytes of the longest prefix of s (n bytes) that fits in cells; *used (may
 * be NULL) is how many cells it takes. Combining marks stay with their characters. */
size_t utf8_fit(const char *s, size_t n, size_t cells, size_t *used);

/* Appends s as one clean line: drops hidden characters, turns runs of white space
 * (including NBSP, line and paragraph separators) into one blank, trims both ends,
 * replaces invalid bytes by UTF8_REPLACEMENT, keeps at most UTF8_MARKS_MAX marks per
 * character. Cuts at max bytes (0: no limit), between characters, with "…". OK, or
 * ERR_LIMIT from out. */
int utf8_clean_line(struct buf *out, const char *s, size_t n, size_t max);
/* The same as a string in arena; NULL: nothing is left of it. */
char *utf8_line(struct arena *arena, const char *s, size_t n, size_t max);
/* The same for a line to be stored. It keeps spaces other than ASCII's, and format
 * characters that writing needs (joiners, direction marks, soft hyphens, variation
 * selectors of emoji), at most two in a row; screens leave these out by utf8_hidden.
 * Appends nothing if nothing of the line is visible. */
int utf8_keep_line(struct buf *out, const char *s, size_t n, size_t max);
/* Like utf8_clean_line, for running text: white space, LF and TAB are kept. */
int utf8_clean_text(struct buf *out, const char *s, size_t n);

#endif
