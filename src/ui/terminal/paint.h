/*
 * Paints rows: the theme as attributes and colours of curses. Only for term.c.
 */
#ifndef UI_TERMINAL_PAINT_H
#define UI_TERMINAL_PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "ui/draw/row.h"
#include "ui/draw/theme.h"
#include "ui/terminal/graphic.h"

struct config;

#define PAINT_ROWS_MAX 512 /* beyond them, links are only text */
#define PAINT_SPANS_MAX 4  /* of a row; further ones widen the last */

/* Cells of a row that have links: columns from..to-1. */
struct ui_paint_span {
	uint16_t from, to;
};

struct ui_paint {
	int available;         /* colours of the terminal; 0: none may be used */
	int colors;            /* used by the theme */
	enum ui_ground ground; /* as the terminal says */
	struct ui_theme theme;
	uint64_t linked[PAINT_ROWS_MAX]; /* hashes of the rows with links; 0: none */
	struct ui_paint_span spans[PAINT_ROWS_MAX][PAINT_SPANS_MAX];
	bool again[PAINT_ROWS_MAX]; /* rows whose links are to be written */
	bool inked[PAINT_ROWS_MAX]; /* rows with pictures */
	enum ui_graphic_way drawn[PAINT_ROWS_MAX]; /* how these were drawn */
	bool pictures;                             /* the frame has some */
	struct ui_graphic graphic;
	bool exact;                     /* it takes colours that curses can't name */
	uint32_t attrs[STYLE_COUNT_OF]; /* of curses */
	short pairs[STYLE_COUNT_OF];
};

/* Call it after curses was started: finds out how many colours there are. */
void ui_paint_start(struct ui_paint *paint);
/* As ui_term_colors. */
void ui_paint_colors(struct ui_paint *paint, const struct config *config,
	const struct config *file, const char *theme);
/* Before curses paints a frame: where rows are different now, cells that had links
 * (links: if they are wanted) will be painted even if they look the same, since they
 * would keep their links. Such rows are not scrolled; all others can be. */
void ui_paint_unlink(struct ui_paint *paint, const struct ui_frame *frame, bool links);
/* After it: writes the links of those rows again (links: as above), as links of the
 * terminal (OSC 8), each of which is closed before the cursor moves; and pictures as well
 * as the terminal can, unless another frame comes soon (hurry). What takes too long is
 * left for the next frame; true if one should follow just for that. */
bool ui_paint_links(
	struct ui_paint *paint, const struct ui_frame *frame, bool links, bool hurry);
/* Puts a row on the screen of curses. */
void ui_paint_row(const struct ui_paint *paint, const struct ui_row *row, int y);

#endif
