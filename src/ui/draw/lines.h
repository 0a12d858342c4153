/*
 * Lines of text for a given width: those above and below an article, or a page about a
 * feed. UI thread.
 */
#ifndef UI_DRAW_LINES_H
#define UI_DRAW_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct ui_frame;

struct ui_line {
	char *text;
	size_t lead; /* bytes at the start that are a label */
	int style;
	uint16_t link; /* its number; 0: none */
};

struct ui_lines {
	struct arena arena;
	struct ui_line *list;
	size_t len;
};

void ui_lines_done(struct ui_lines *lines);
/* Appends a copy of n bytes as one line. */
void ui_lines_add(struct ui_lines *lines, int style, const char *text, size_t n);
/* Appends text, broken into lines of width cells, if possible at blanks. Lines after the
 * first are indented by indent cells. All get this link number (0: none). */
void ui_lines_wrap(struct ui_lines *lines, size_t width, int style, uint16_t link,
	const char *text, size_t indent);
/* How many bytes of text fit on a line of this many cells: as many as fit, up to a blank
 * unless a single word is wider than the line. At least one character, if n is not 0. */
size_t ui_lines_fit(const char *text, size_t n, size_t room);
/* Where the next line begins in what is left of a text: after blanks and a separator of
 * parts, "· ". */
const char *ui_lines_rest(const char *text);
/* Draws text in the place of a list that has no rows; the frame is blank. */
void ui_lines_empty(struct ui_frame *frame, int style, const char *text);
/* Appends a horizontal rule. */
void ui_lines_rule(struct ui_lines *lines, size_t width);

#endif
