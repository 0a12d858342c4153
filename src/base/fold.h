/*
 * Case folding: text as searches compare it, in lower case, without markup, with letters
 * and marks composed.
 */
#ifndef BASE_FOLD_H
#define BASE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum fold_how {
	FOLD_CASE, /* to lower case, letters composed with their marks */
	FOLD_BASE, /* the same, and without accents (letter.h) */
};

/* Bytes that are allocated after the folded text, for readers of whole vectors. */
#define FOLD_ROOM 16

/* Replaces out's content with the n bytes at s, folded. html: also drops tags and decodes
 * character references. */
void fold_text(struct buf *out, const char *s, size_t n, bool html, enum fold_how how);
/* The same for the beginning of s: stops at markup or a character beyond ASCII when it
 * has `most` bytes of ASCII. */
void fold_start(struct buf *out, const char *s, size_t n, bool html, enum fold_how how,
	size_t most);

#endif
