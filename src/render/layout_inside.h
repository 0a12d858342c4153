/*
 * What the files of the layout share: the line that is being made, and where it comes
 * from. Private to them.
 */
#ifndef RENDER_LAYOUT_INSIDE_H
#define RENDER_LAYOUT_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "render/doc.h"
#include "render/layout.h"
#include "render/wrap.h"

/* A place in a row of blocks, up to which they are lines already. */
struct cursor {
	uint32_t block, end;
	uint32_t at;              /* in the text */
	bool inside;              /* the block has begun, and the following are valid */
	bool more;                /* the next line continues one that was too long */
	uint8_t gap;              /* blank lines to make first */
	size_t hang;              /* where such lines start */
	const struct frame *last; /* of the line before */
};

/* How a table is drawn. */
enum table_mode {
	TABLE_NONE,
	TABLE_GRID,
	TABLE_RECORDS, /* too wide: a line for each cell, with its column's name */
	TABLE_ROWS,    /* too wide, and without names: the cells of a row in a row */
};

/* The table that is being drawn, and its row. */
struct grid {
	enum table_mode mode;
	const struct table *table;
	size_t widths[TABLE_COLUMNS_MAX];
	size_t room;    /* cells of a line of the table */
	size_t between; /* cells between two columns */
	size_t label;   /* cells of the longest name of a column */
	uint32_t row;
	uint32_t first, end; /* cells of the row */
	uint64_t bars,
		before; /* bit n: a bar before column n, in this row and the last */
	struct cursor at[TABLE_COLUMNS_MAX]; /* where each cell of the row is */
	uint32_t cell; /* TABLE_RECORDS: the cell that is being drawn */
	bool ruled;    /* the rule below the last row is drawn, or not wanted */
	uint8_t gap;   /* blank lines before the next line */
};

struct layout {
	const struct render_doc *doc;
	size_t width, room;
	struct arena arena;
	struct render_line **chunks;
	size_t chunks_len, chunks_cap, len;
	struct render_shown *shown;
	size_t shown_len, shown_cap;
	size_t picture; /* the next one, by its index */
	struct cursor cursor;
	uint8_t gap;    /* blank lines before the next block */
	uint32_t fresh; /* the first block that has no line yet */
	struct grid grid;
	/* The current line. */
	struct buf text;
	struct render_span *spans;
	size_t spans_len, spans_cap;
	size_t left;
	uint32_t at; /* of the last line that has text */
	uint8_t heading;
	bool code;
	bool separate; /* the next span does not continue the last one */
};

/* Add to the line. at is RENDER_NOWHERE, or where the text stands in the document. */
void render_layout_put(struct layout *l, const char *s, size_t n, uint16_t style,
	uint16_t link, uint32_t at);
void render_layout_blanks(struct layout *l, size_t n, uint16_t style);
/* tab: cells to the next tab stop. */
void render_layout_piece(struct layout *l, const struct piece *piece, size_t tab);
/* Puts what is to the left of a block's text: the frames inside of stop, as far as they
 * take half of width at most, or in a cell all but one. block is the
 * block's index on its first line, or that of a table on each of its lines, else
 * UINT32_MAX: items that start with it have their markers. Returns their cells. */
size_t render_layout_frames(struct layout *l, const struct frame *frame,
	const struct frame *stop, size_t width, uint32_t block);
/* Puts the next line of what a cursor goes through, and returns its cells. */
size_t render_layout_line(
	struct layout *l, struct cursor *c, size_t width, const struct frame *stop);
/* Puts what is to the left of the blank line between two blocks. */
void
render_layout_between(struct layout *l, const struct frame *a, const struct frame *b);
/* Ends the line. */
void render_layout_finish(struct layout *l);
/* How many cells left of the others a line of this many cells begins. */
size_t render_layout_left(const struct layout *l, size_t cells);

/* layout_picture.c: puts the pictures of this part of the text, which the last line
 * shows, in front of that line. */
void render_layout_pictures(struct layout *l, uint32_t from, uint32_t to,
	const struct frame *frame, size_t width);

/* layout_table.c: starts a table, if it is to be drawn as one. */
bool render_layout_table(struct layout *l, const struct table *table);
/* Makes one line of the table, or moves on in it, and past it at its end. */
void render_layout_table_step(struct layout *l);

#endif
