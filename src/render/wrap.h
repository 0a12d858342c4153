/*
 * Cutting a block's text into lines of a width. Private to render.
 */
#ifndef RENDER_WRAP_H
#define RENDER_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
	uint32_t start, end; /* bytes of the text, blanks at the end not counted */
	uint32_t next;       /* where the next line starts */
	size_t cells;
};

/* The first line of text[at, end): at most width cells (at least 1, else one character
 * all the same), broken at a blank, between wide characters, behind a dash, and inside a
 * word only when it is longer than the line. pre: blanks stand, lines break at LF and at
 * the width alone. The text is a document's (doc.h). */
struct piece
render_wrap(const char *text, uint32_t at, uint32_t end, size_t width, bool pre);

#endif
