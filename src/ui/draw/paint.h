/*
 * Paints rows: the theme as attributes and colours of curses. Only for term.c.
 */
#ifndef UI_DRAW_PAINT_H
#define UI_DRAW_PAINT_H

#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "ui/draw/row.h"
#include "ui/draw/theme.h"

struct config;

struct ui_paint {
	int available; /* colours of the terminal; 0: none may be used */
	int colors;    /* used by the theme */
	struct ui_theme theme;
	uint32_t attrs[STYLE_COUNT_OF]; /* of curses */
	short pairs[STYLE_COUNT_OF];
};

/* Call it after curses was started: finds out how many colours there are. */
void ui_paint_start(struct ui_paint *paint);
/* As ui_term_colors. */
void
ui_paint_colors(struct ui_paint *paint, const struct config *config, const char *theme);
/* Puts a row on the screen of curses. */
void ui_paint_row(const struct ui_paint *paint, const struct ui_row *row, int y);

#endif
