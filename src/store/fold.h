/*
 * Text as a search compares it: in lower case, without markup.
 */
#ifndef STORE_FOLD_H
#define STORE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Replaces out's content by the n bytes at s in lower case. unicode: letters beyond
 * ASCII, too. html: tags are dropped, character references decoded. */
void store_fold(struct buf *out, const char *s, size_t n, bool html, bool unicode);

#endif
