/*
 * Conventions of writing that are found in text when its block or its element ends:
 * footnotes' marks, raised and lowered letters, the title said again, notes as GitHub has
 * them, TeX. Private to render.
 */
#ifndef RENDER_PROSE_H
#define RENDER_PROSE_H

#include <stdbool.h>
#include <stddef.h>

#include "render/flow.h"

/* A link within the text has just ended, whose words start at a place: if they are a
 * footnote's mark they are raised, without brackets. */
void render_prose_footnote(struct flow *flow, size_t from);
/* Is the open block a footnote's mark so far? Its text may follow on the same line. */
bool render_prose_runs_in(const struct flow *flow);
/* At the end of <sup> or <sub>: shifts what was written in it, or else marks it with ^ or
 * _, so that 2<sup>x</sup> is not 2x. */
void render_prose_shift(struct flow *flow);
/* Appends the letters of a text, without case, blanks and signs. */
void render_prose_letters(struct buf *out, struct span s);
/* A heading has just ended: the first one is dropped if it says the item's title. */
void render_prose_title(struct flow *flow);
/* A block of text has just ended: "[!NOTE]" at the start of a quote is its heading. */
void render_prose_alert(struct flow *flow);
/* … and a mark with wide blanks after it, as Word writes them, makes it an item of a
 * list. */
void render_prose_item(struct flow *flow);
/* A block that has $ or \ is about to end: what is TeX and understood wholly is replaced
 * by text. */
void render_prose_tex(struct flow *flow);

#endif
