/*
 * Text that XML and our own code can work with: valid UTF-8 without controls.
 */
#ifndef FEED_CLEAN_TEXT_H
#define FEED_CLEAN_TEXT_H

#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"
#include "feed/repair_note.h"

/* The length of the broken UTF-8 sequence at s (n > 0) whose bytes still belong together:
 * a lead byte with at least one right continuation byte. It is cut, overlong, too large
 * or half of a surrogate pair. 0: a single stray byte. */
size_t feed_clean_broken(const char *s, size_t n);

/* Drops C0 controls (TAB and LF stay, CR and CRLF become LF), DEL, U+FEFF and
 * non-characters; C1 controls become what windows-1252 has there. In invalid UTF-8 a
 * stray byte becomes its windows-1252 character, a broken sequence U+FFFD, a pair of
 * encoded surrogates its character (cases 2, 41, 42, 46). Returns text itself when there
 * was nothing to do, else what it wrote to out. */
struct span feed_clean(struct span text, struct buf *out, struct notes *notes);

#endif
