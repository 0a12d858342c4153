/*
 * Raised and lowered text in Unicode's forms. Private to render.
 */
#ifndef RENDER_SHIFT_H
#define RENDER_SHIFT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Appends the n bytes at s, raised (shift above 0) or lowered. False, with nothing
 * appended, if a character has no such form. */
bool render_shift(struct buf *out, const char *s, size_t n, int shift);

#endif
