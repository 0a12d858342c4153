/*
 * A row of the screen as data: text of an exact width, in runs of one style each. Views
 * lay out rows, paint.c copies them to curses, and tests read them. It is also the last
 * gate before the terminal: whatever is put into a row, its text is valid UTF-8 without
 * controls and hidden characters (cases 1-12). UI thread.
 */
#ifndef UI_DRAW_ROW_H
#define UI_DRAW_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bidi.h"
#include "base/buf.h"

/* What a run is; ui/draw/theme.c says how each looks. The bits below are added. */
enum ui_style {
	STYLE_NORMAL,
	STYLE_TITLE,     /* the bar on top */
	STYLE_STATUS,    /* the bar below */
	STYLE_PROMPT,    /* the line that is typed */
	STYLE_KEY,       /* keys in hints and help */
	STYLE_HINT,      /* what they do, and less important text */
	STYLE_ERROR,     /* failures */
	STYLE_NOTE,      /* good news, and progress */
	STYLE_UNREAD,    /* titles with something unread */
	STYLE_READ,      /* titles without */
	STYLE_COUNT,     /* numbers of unread items */
	STYLE_TAG,       /* group rows */
	STYLE_STAR,      /* the star */
	STYLE_DATE,      /* dates in lists */
	STYLE_FEED,      /* feed names beside items */
	STYLE_HEADING,   /* titles and headings of an article */
	STYLE_HEADING1,  /* headings of the first level in its text */
	STYLE_HEADING2,  /* … and of the second */
	STYLE_META,      /* lines below an article's title */
	STYLE_RULE,      /* rules */
	STYLE_LINK,      /* links and their numbers */
	STYLE_QUOTE,     /* quotations */
	STYLE_CODE,      /* code in a line of text */
	STYLE_BLOCK,     /* lines of code, and the bar beside them */
	STYLE_HIGHLIGHT, /* words that the author marked */
	STYLE_MARK,      /* bullets and the like */
	STYLE_PICK,      /* the picked link, a found word */
	STYLE_SELECTED,  /* the row under the cursor */
	STYLE_COUNT_OF,
	STYLE_BOLD = 1 << 8,
	STYLE_ITALIC = 1 << 9,
	STYLE_UNDERLINE = 1 << 10,
	STYLE_STRIKE = 1 << 11,
	STYLE_CURSOR = 1 << 12, /* in the row under the cursor */
	STYLE_ASIDE = 1 << 13,  /* … of a pane without the focus */
};

#define STYLE_ELEMENT(style) ((style)&0xff)

struct image_raster;
struct match;

/* A picture of which rows show lines: upper and lower are the colours (0xrrggbb) of the
 * halves of its cells, line by line. */
struct ui_picture {
	const char *store, *url; /* where it is kept (image/cache.h) */
	uint64_t key;            /* of it, among all pictures */
	size_t cols, rows;       /* cells */
	uint32_t *upper, *lower;
	const struct image_raster *raster; /* a small one, instead of store and url */
};

struct ui_run {
	uint32_t start; /* in the text; it ends where the next one starts */
	uint16_t style;
	uint16_t link;   /* its number in the article, also of a jump; 0: none */
	const char *url; /* where it leads, until it is painted; NULL: nowhere */
	/* Colours of its own (0xrrggbb) with UI_INK; 0: those of its style. */
	uint32_t fg, bg;
	/* The cells are of this line of a picture, until it is painted; NULL: of none. */
	const struct ui_picture *picture;
	uint32_t line;
};

#define UI_INK ((uint32_t)1 << 24)

struct ui_row {
	struct buf text;
	struct ui_run *runs;
	size_t runs_len, runs_cap;
	size_t cells, width; /* used so far, and in all */
	int base;            /* style of the padding */
	bool selected;       /* under the cursor of its view */
	bool ascii;          /* the terminal's character set is not UTF-8 */
	bool plain;          /* signs become ASCII */
	bool turns;          /* text from right to left is put in order (ui_row_turn) */
	bool turned;         /* some was */
	uint16_t link;       /* of what is put from now on; as in a run */
	const char *url;
};

void ui_row_init(struct ui_row *row);
void ui_row_done(struct ui_row *row);

/* Starts a row of width cells; padding gets the style base. */
void ui_row_start(struct ui_row *row, size_t width, int base);
/* The cells that are still free. */
size_t ui_row_left(const struct ui_row *row);
/* Appends text, up to this many cells and up to the end of the row. Text that is cut ends
 * with an ellipsis. Returns the cells used. */
size_t ui_row_put(struct ui_row *row, int style, const char *text, size_t cells);
size_t
ui_row_put_n(struct ui_row *row, int style, const char *text, size_t n, size_t cells);
/* Appends a line of a picture as cells of two colours, as far as there is room. */
void ui_row_picture(struct ui_row *row, const struct ui_picture *picture, size_t line);
/* Append a column: text as by ui_row_put, and blanks after or before it, up to cells. */
void ui_row_column(struct ui_row *row, int style, const char *text, size_t cells);
void ui_row_column_right(struct ui_row *row, int style, const char *text, size_t cells);
/* Append blanks: a number of them; up to a column; up to the end of the row, which every
 * row needs. */
void ui_row_blank(struct ui_row *row, size_t cells);
void ui_row_to(struct ui_row *row, size_t column);
void ui_row_end(struct ui_row *row);

/* Appends a complete row, for which there must be room, and adds bits to its styles. Rows
 * of panes that are side by side are joined this way. */
void ui_row_join(struct ui_row *row, const struct ui_row *part, int bits);

/* Gives another style to bytes of the text. */
void ui_row_restyle(struct ui_row *row, size_t from, size_t to, int style);
/* The same for words in the text from a byte on. */
void ui_row_mark(struct ui_row *row, size_t from, const struct match *words, int style);

/* Puts the text from a byte on in the order in which it is read from left to right on the
 * screen, if it has letters that go from right to left. */
void ui_row_turn(struct ui_row *row, size_t from, enum bidi_base base);

/* How many cells text would take. */
size_t ui_row_measure(const struct ui_row *row, const char *text);

/* A screen, or a part of it. */
struct ui_frame {
	struct ui_row *rows; /* as many as the height */
	size_t height, width;
	bool ascii, turns, plain; /* of all rows */
	long cursor_x, cursor_y;  /* of the terminal */
	bool cursor_shown;
};

/* Starts the row at y (less than height). */
struct ui_row *ui_frame_row(struct ui_frame *frame, size_t y, int base);
/* Makes all rows from y on blank. */
void ui_frame_blank(struct ui_frame *frame, size_t y);

#endif
