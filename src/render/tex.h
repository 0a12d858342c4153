/*
 * Formulas in TeX as text. Private to render; pure.
 */
#ifndef RENDER_TEX_H
#define RENDER_TEX_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Appends the formula in Unicode: "\alpha_{i} \leq \frac{1}{2}" as "αᵢ ≤ 1/2". False,
 * with nothing appended, if a part of it is not understood. */
bool render_tex(struct buf *out, struct span tex);

/* Appends "a/b", with brackets where it needs them. */
void render_tex_fraction(struct buf *out, struct span a, struct span b);
/* Appends "√a" likewise; index may be empty. */
void render_tex_root(struct buf *out, struct span index, struct span a);
/* Appends it raised (shift above 0) or lowered: xⁿ, x^y, x^{yz}. */
void render_tex_shift(struct buf *out, struct span s, int shift);

#endif
