/*
 * A document between parsing and layout: a text, runs of style over it, and blocks that
 * divide it into paragraphs. Private to render.
 *
 * The text is clean UTF-8 (base/utf8.h). White space in it is already collapsed: one
 * blank between words, LF for a forced line break, DOC_NBSP for a blank at which a line
 * must not break. Only BLOCK_PRE keeps all blanks.
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
#include "render/line.h"

#define DOC_NBSP '\x01' /* never in the source: C0 controls are dropped */

enum frame_kind {
	FRAME_QUOTE,
	FRAME_INDENT,
	FRAME_ITEM, /* has a marker on the first line of its first block */
};

/* What encloses a block: a quote, an indent, an item of a list. Frames form a chain from
 * the innermost outwards. */
struct frame {
	const struct frame *up;
	enum frame_kind kind;
	uint16_t depth;  /* number of frames in the chain, with this one */
	uint16_t cells;  /* how many it takes from every line */
	uint32_t first;  /* index of its first block */
	char marker[24]; /* of FRAME_ITEM; right-aligned, followed by one blank */
};

/* A piece of the text with the same style and link. */
struct run {
	uint32_t start; /* it ends where the next run starts */
	uint16_t style;
	uint16_t link;
};

enum block_kind {
	BLOCK_TEXT,
	BLOCK_PRE,
	BLOCK_RULE,
	BLOCK_TABLE, /* has no text; the blocks that follow are its cells */
};

struct block {
	uint32_t start, end; /* in the text */
	uint32_t run;        /* the run that contains start */
	const struct frame *frame;
	struct table *table; /* BLOCK_TABLE */
	uint8_t kind;
	bool gap; /* preceded by a blank line */
	bool row; /* the first of a row of a table */
};

#define TABLE_COLUMNS_MAX 64
#define TABLE_ROWS_MAX 10000

struct cell {
	uint32_t block; /* its only block; UINT32_MAX: it is empty */
	uint32_t row;
	uint16_t column, span;
	bool head;
	bool number;       /* only digits and signs: right-aligned */
	uint32_t min, max; /* width of its longest word, and of its longest line */
};

struct table {
	bool grid;           /* can be drawn as a grid, if wide enough */
	uint32_t first, end; /* the range of its blocks */
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
	struct map numbers; /* the number of a link by its address */
	size_t addresses;   /* bytes of all addresses that were resolved */
	/* The state of parsing. */
	char *source;
	struct flow *flow;
	struct element_reader *html; /* NULL for plain text */
	struct span rest;            /* of plain text */
	bool parsed;                 /* to the end: no more blocks follow */
	size_t ready;                /* blocks that are complete; later ones may grow */
	struct layout *layout;
};

#endif
