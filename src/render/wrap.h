/*
 * Breaks a block's text into lines of a given width. Private to render.
 */
#ifndef RENDER_WRAP_H
#define RENDER_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is broken, and how. The text is that of a document (doc.h). */
struct wrap {
	const char *text;
	uint32_t end;
	size_t width;
	size_t rest; /* the width of the line after this one, if this one is broken */
	size_t tab;  /* cells to the next tab stop */
	bool pre;    /* code: blanks are kept */
};

struct piece {
	uint32_t start, end; /* range in the text, without blanks at the end */
	uint32_t next;       /* where the next line starts */
	size_t cells;
	bool broken; /* the next line continues this one */
	bool hyphen; /* it was broken at a soft hyphen, whose cell is not counted */
};

/* The first line of the text from at, at most width cells wide but at least one
 * character. Text is broken at a blank, a soft hyphen, between wide characters or after a
 * dash; at a blank that should not break, or within a word, only if what is between them
 * is longer than the line. Code is broken at a blank or after punctuation in the last
 * half of the line, or else at the width. */
struct piece render_wrap(const struct wrap *w, uint32_t at);

/* The cells that a character takes on a line of which column cells are used. */
size_t render_wrap_cells(const struct wrap *w, uint32_t cp, size_t column);

#endif
