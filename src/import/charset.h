/*
 * Text files as UTF-8, from any character set that a program or an editor may have used.
 */
#ifndef IMPORT_CHARSET_H
#define IMPORT_CHARSET_H

#include "base/buf.h"
#include "base/str.h"

/* The text without a byte order mark: of bytes itself, or in out if it had to be
 * converted. */
struct span import_text_of(struct span bytes, struct buf *out);
/* The same for the beginning of a file, which may end within a character: only what has
 * wide characters is converted. */
struct span import_text_head(struct span bytes, struct buf *out);

#endif
