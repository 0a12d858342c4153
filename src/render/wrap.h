/*
 * Breaks a block's text into lines of a given width. Private to render.
 */
#ifndef RENDER_WRAP_H
#define RENDER_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
	uint32_t start, end; /* range in the text, without blanks at the end */
	uint32_t next;       /* where the next line starts */
	size_t cells;
};

/* The first line of text[at, end), at most width cells wide but at least one character.
 * It is broken at a blank, between wide characters or after a dash, and within a word
 * only if that is longer than the line. pre: blanks are kept, and lines break only at LF
 * and at the width. The text is that of a document (doc.h). */
struct piece
render_wrap(const char *text, uint32_t at, uint32_t end, size_t width, bool pre);

#endif
