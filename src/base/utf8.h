/*
 * UTF-8: decoding, validity, display width, and the one sanitiser for text that came from
 * outside. After utf8_clean_line or utf8_clean_text a string is valid UTF-8 and can
 * not steer a terminal; nothing else may print outside text.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define UTF8_REPLACEMENT 0xFFFDu
#define UTF8_MARKS_MAX 4 /* combining marks kept on one character (case 9) */

/* As utf8_decode and utf8_encode, of whatever length. */
size_t utf8_decode_any(const char *s, size_t n, uint32_t *cp);
size_t utf8_encode_any(uint32_t cp, char *out);

/* Decodes the character at s (n > 0 bytes left) and returns its length in bytes. An
 * invalid byte gives UTF8_REPLACEMENT and length 1; overlong forms, surrogates and values
 * above U+10FFFF are invalid (RFC 3629). */
static inline size_t
utf8_decode(const char *s, size_t n, uint32_t *cp)
{
	const unsigned char *b = (const unsigned char *)s;
	/* Of two bytes, and of three where any two may follow the first. */
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

/* Writes cp to out (room for 4) and returns the length; an impossible cp is written as
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
/* Code points from first to last. */
struct utf8_range {
	uint32_t first, last;
};

/* Is it in one of these? They are sorted. */
bool utf8_in(const struct utf8_range *ranges, size_t len, uint32_t cp);

/* Code points that never reach a screen: C0, C1, DEL, bidirectional overrides and
 * isolates and marks, zero-width and invisible characters, soft hyphen, variation
 * selectors, tags, non-characters (cases 1-10). ZWNJ and ZWJ are among them: for display,
 * not for storage of bodies. */
bool utf8_hidden(uint32_t cp);

/* White space: ASCII's, NEL, NBSP, Unicode's other spaces and separators. */
bool utf8_space(uint32_t cp);

/* Cells that a terminal gives cp: 0, 1 or 2, by wcwidth(3), so that we agree with curses;
 * -1 when it knows no width (draw UTF8_REPLACEMENT then). Needs setlocale to a UTF-8
 * locale; any thread after that. */
int utf8_width(uint32_t cp);
/* Cells of the n bytes at s, unknown characters counted 1. */
size_t utf8_columns(const char *s, size_t n);
/* The longest prefix of s (n bytes) that fits in cells; *used (may be NULL) tells the
 * cells it takes. Returns bytes; combining marks stay with their character. */
size_t utf8_fit(const char *s, size_t n, size_t cells, size_t *used);

/* Appends one clean line made from s: hidden characters dropped, white space runs
 * (NBSP, line and paragraph separators included) become one blank, the ends trimmed,
 * invalid bytes become UTF8_REPLACEMENT, at most UTF8_MARKS_MAX marks a character. Stops
 * at max bytes (0: no limit), on a character boundary, with "…". 0 or ERR_LIMIT of out.
 */
int utf8_clean_line(struct buf *out, const char *s, size_t n, size_t max);
/* The same for storage: spaces stay what they are, unless ASCII or a line's end, and so
 * do format characters that writing needs (joiners, direction marks, soft hyphens,
 * emoji's variation selectors), two in a row at most. A screen leaves them out by
 * utf8_hidden. Appends nothing when nothing of the line can be seen. */
int utf8_keep_line(struct buf *out, const char *s, size_t n, size_t max);
/* The same for running text: LF and TAB stay, other white space stays as it is. */
int utf8_clean_text(struct buf *out, const char *s, size_t n);

#endif
