/*
 * Raised and lowered text in Unicode's forms. Private to render.
 */
#ifndef RENDER_SHIFT_H
#define RENDER_SHIFT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "render/flow.h"

/* Appends the n bytes at s, raised (shift above 0) or lowered. False, with nothing
 * appended, if a character has no such form. */
bool render_shift(struct buf *out, const char *s, size_t n, int shift);

/* At the end of <sup> or <sub>: shifts what was written in it, or else marks it with ^ or
 * _, so that 2<sup>x</sup> is not 2x. */
void render_shift_end(struct flow *flow);

#endif
