/*
 * Text as a search compares it: in lower case, without markup, composed.
 */
#ifndef BASE_FOLD_H
#define BASE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum fold_how {
	FOLD_ASCII = 0,     /* letters of ASCII alone; the rest stays */
	FOLD_CASE = 1 << 0, /* lower case, letters composed with their marks */
	FOLD_BASE = 1 << 1, /* FOLD_CASE, and accents taken off: letter.h */
};

/* Room behind the text that a buffer has in the end. */
#define FOLD_ROOM 16

/* Replaces out's content by the n bytes at s, folded. html: tags are dropped, character
 * references decoded. */
void fold_text(struct buf *out, const char *s, size_t n, bool html, enum fold_how how);

#endif
