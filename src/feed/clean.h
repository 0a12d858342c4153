/*
 * Text that XML and our own code can work with: valid UTF-8 without controls.
 */
#ifndef FEED_CLEAN_H
#define FEED_CLEAN_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "feed/note.h"

/* What windows-1252 has at 0x80-0x9f (as browsers have it); 0xfffd where it has none. */
uint32_t feed_windows_1252(uint32_t byte);

/* Drops C0 controls (not TAB and LF; CR and CRLF become LF), DEL, U+FEFF and
 * non-characters; C1 controls become what windows-1252 has there; of invalid UTF-8 a
 * single byte becomes its windows-1252 character, a cut or overlong sequence U+FFFD, a
 * pair of encoded surrogates its character (cases 2, 41, 42, 46). Returns text itself
 * when there was nothing to do, else what it wrote to out. */
struct span feed_clean(struct span text, struct buf *out, struct notes *notes);

#endif
