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

/* Decodes the character at s (n > 0 bytes left) and returns its length in bytes. An
 * invalid byte gives UTF8_REPLACEMENT and length 1; overlong forms, surrogates and values
 * above U+10FFFF are invalid (RFC 3629). */
size_t utf8_decode(const char *s, size_t n, uint32_t *cp);
/* Writes cp to out (room for 4) and returns the length; an impossible cp is written as
 * UTF8_REPLACEMENT. */
size_t utf8_encode(uint32_t cp, char *out);
bool utf8_valid(const char *s, size_t n);
/* The lower-case form of one character (Unicode's simple mapping), whatever the locale.
 */
uint32_t utf8_lower(uint32_t cp);
/* The letter without its accents, for alphabets in which these are (Latin, Greek,
 * Cyrillic); others as they are. й is a letter of its own. */
uint32_t utf8_base(uint32_t cp);
/* The one character that cp and the mark after it make (NFC), or 0. */
uint32_t utf8_compose(uint32_t cp, uint32_t mark);

/* What a character is to a search for words. */
enum utf8_kind {
	UTF8_APART, /* parts words: space, punctuation, symbols */
	UTF8_LETTER,
	UTF8_IDEOGRAPH, /* of a script that writes no blanks between words */
};

enum utf8_kind utf8_kind(uint32_t cp);

/* Code points that never reach a screen: C0, C1, DEL, bidirectional overrides and
 * isolates and marks, zero-width and invisible characters, soft hyphen, variation
 * selectors, tags, non-characters (cases 1-10). ZWNJ and ZWJ are among them: for display,
 * not for storage of bodies. */
bool utf8_hidden(uint32_t cp);

/* White space: ASCII's, NEL, NBSP, Unicode's other spaces and separators. */
bool utf8_space(uint32_t cp);
/* A combining mark: it takes no cell and belongs to the character before it. */
bool utf8_mark(uint32_t cp);

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
