/*
 * A row of the screen as data: text of exactly so many cells, in runs of one style each.
 * Views lay out rows; paint.c copies them to curses; tests read them. It is the last gate
 * before the terminal as well: what is put into a row is valid UTF-8 without controls and
 * hidden characters afterwards, whatever came in (cases 1-12). UI thread.
 */
#ifndef UI_ROW_H
#define UI_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* What a run is; ui/theme.c gives each its look. The bits above are added to that. */
enum ui_style {
	STYLE_NORMAL,
	STYLE_TITLE,    /* the bar on top */
	STYLE_STATUS,   /* the bar below */
	STYLE_PROMPT,   /* the line that is typed */
	STYLE_KEY,      /* keys in hints and help */
	STYLE_HINT,     /* what they do; what matters less */
	STYLE_ERROR,    /* failed */
	STYLE_NOTE,     /* good news; a refresh that runs */
	STYLE_UNREAD,   /* titles with something unread */
	STYLE_READ,     /* titles without */
	STYLE_COUNT,    /* numbers of unread items */
	STYLE_TAG,      /* group rows */
	STYLE_STAR,     /* the star */
	STYLE_DATE,     /* dates in lists */
	STYLE_FEED,     /* feed names beside items */
	STYLE_HEADING,  /* titles and headings of an article */
	STYLE_META,     /* lines below an article's title */
	STYLE_RULE,     /* rules */
	STYLE_LINK,     /* links and their numbers */
	STYLE_QUOTE,    /* quotations */
	STYLE_CODE,     /* code */
	STYLE_MARK,     /* bullets and such */
	STYLE_PICK,     /* the picked link, a found word */
	STYLE_SELECTED, /* the row under the cursor */
	STYLE_COUNT_OF,
	STYLE_BOLD = 1 << 8,
	STYLE_ITALIC = 1 << 9,
	STYLE_UNDERLINE = 1 << 10,
	STYLE_STRIKE = 1 << 11,
	STYLE_CURSOR = 1 << 12, /* the row under the cursor */
	STYLE_ASIDE = 1 << 13,  /* … of a pane without the focus */
};

#define STYLE_ELEMENT(style) ((style)&0xff)

struct ui_run {
	uint32_t start; /* byte in the text; it goes on to the next run's start */
	uint16_t style;
};

struct ui_row {
	struct buf text;
	struct ui_run *runs;
	size_t runs_len, runs_cap;
	size_t cells, width; /* filled so far; in all */
	int base;            /* style of the padding */
	bool selected;       /* under the cursor of its view */
	bool ascii;          /* the terminal's character set is not UTF-8 */
};

void ui_row_init(struct ui_row *row);
void ui_row_done(struct ui_row *row);

/* Empties the row for width cells; blanks get the style base. */
void ui_row_start(struct ui_row *row, size_t width, int base);
/* The cells that are free yet. */
size_t ui_row_left(const struct ui_row *row);
/* Appends text, at most cells (and what is left) wide; what does not fit ends in an
 * ellipsis, never in half a character. Returns the cells used. */
size_t ui_row_put(struct ui_row *row, int style, const char *text, size_t cells);
size_t
ui_row_put_n(struct ui_row *row, int style, const char *text, size_t n, size_t cells);
/* A column: as ui_row_put, then blanks up to cells; or blanks first. */
void ui_row_column(struct ui_row *row, int style, const char *text, size_t cells);
void ui_row_column_right(struct ui_row *row, int style, const char *text, size_t cells);
/* Blanks: so many; up to a column; to the end, which every row must get. */
void ui_row_blank(struct ui_row *row, size_t cells);
void ui_row_to(struct ui_row *row, size_t column);
void ui_row_end(struct ui_row *row);

/* Appends a complete row, for which there must be room, and adds bits to its styles. This
 * is how rows of panes side by side become one row of the screen. */
void ui_row_join(struct ui_row *row, const struct ui_row *part, int bits);

/* Cells that text would take in a row. */
size_t ui_row_measure(const struct ui_row *row, const char *text);

/* A screen, or a part of it. */
struct ui_frame {
	struct ui_row *rows; /* height of them */
	size_t height, width;
	bool ascii;
	long cursor_x, cursor_y; /* -1: hidden */
};

/* The row at y, started; y below height. */
struct ui_row *ui_frame_row(struct ui_frame *frame, size_t y, int base);
/* Makes every row of the frame from y on blank. */
void ui_frame_blank(struct ui_frame *frame, size_t y);

#endif
