/*
 * A document between parsing and layout: one text, runs of style over it, and blocks that
 * cut it into paragraphs. Private to render.
 *
 * The text is clean UTF-8 (base/utf8.h) in which white space is already collapsed: one
 * blank between words, LF for a forced line break, DOC_GLUE for a blank at which no line
 * may break; in BLOCK_PRE blanks stand as they are.
 */
#ifndef RENDER_DOC_H
#define RENDER_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "render/html.h"

#define DOC_GLUE '\x01' /* no source character: C0 controls are dropped */

/* What a block stands inside: a chain from the innermost outwards. */
enum frame_kind {
	FRAME_QUOTE,
	FRAME_INDENT,
	FRAME_ITEM, /* its marker stands on the first line of its first block */
};

struct frame {
	const struct frame *up;
	enum frame_kind kind;
	uint16_t depth;  /* frames in the chain, this one counted */
	uint16_t cells;  /* that it takes of every line */
	uint32_t first;  /* index of its first block */
	char marker[24]; /* FRAME_ITEM: stands at the right, before one blank */
};

struct run {
	uint32_t start; /* up to the next run's start */
	uint16_t style;
	uint16_t link;
};

enum block_kind {
	BLOCK_TEXT,
	BLOCK_PRE,
	BLOCK_RULE,
	BLOCK_TABLE, /* no text of its own: its cells are the blocks that follow */
};

struct block {
	uint32_t start, end; /* in the text */
	uint32_t run;        /* the run that start is in */
	const struct frame *frame;
	struct table *table; /* BLOCK_TABLE */
	uint8_t kind;
	bool gap; /* a blank line stands before it */
	bool row; /* first of a table's row */
};

#define TABLE_COLUMNS_MAX 64
#define TABLE_ROWS_MAX 10000

struct cell {
	uint32_t block; /* its only block, or UINT32_MAX: empty */
	uint32_t row;
	uint16_t column, span;
	bool head;
	bool number;       /* digits and signs only: stands at the right */
	uint32_t min, max; /* cells of its longest word and of its longest line */
};

struct table {
	bool grid;           /* may be drawn as one, if the width allows */
	uint32_t first, end; /* its blocks */
	uint32_t rows, head_rows;
	uint16_t columns;
	struct cell *cells; /* row by row */
	uint32_t cells_len;
	const struct frame *frame;
};

struct element_reader;
struct flow;
struct layout;

struct render_doc {
	struct arena arena;
	struct buf text;
	struct run *runs;
	size_t runs_len, runs_cap;
	struct block *blocks;
	size_t blocks_len, blocks_cap;
	struct render_link *links;
	size_t links_len, links_cap;
	struct map numbers; /* address → number */
	size_t addresses;   /* bytes of all that were made */
	/* Reading: until parsed, more blocks follow, and those from ready on may grow. */
	char *source;
	struct flow *flow;
	struct element_reader *html; /* NULL for plain text */
	struct span rest;            /* of plain text */
	bool parsed;
	size_t ready;
	struct layout *layout;
};

#endif
