/*
 * MathML as text. Private to render; pure.
 */
#ifndef RENDER_MATH_H
#define RENDER_MATH_H

#include "base/buf.h"
#include "base/span.h"

/* Appends what a math element says, as text of HTML without elements: its TeX, if it has
 * some, as render_tex has it or as it is; or else what its elements say. alttext is the
 * element's attribute, or an empty span; content is the source between its tags. Linear.
 */
void render_math(struct buf *out, struct span alttext, struct span content);
/* Appends a formula in TeX as text, or as it is where it is not understood. */
void render_math_tex(struct buf *out, struct span tex);

#endif
