/*
 * A document between parsing and layout: a text, runs of style over it, and blocks that
 * divide it into paragraphs. Private to render.
 *
 * The text is clean UTF-8 (base/utf8.h). White space in it is already collapsed: one
 * blank between words, LF for a forced line break, and the characters below. Only
 * BLOCK_PRE keeps all blanks, and tabs. Between the blocks of a table the text has
 * separators that belong to no block, so that a row can be read as one line.
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

/* Never in the source: C0 controls are dropped. */
#define DOC_NBSP '\x01'   /* a blank at which a line must not break */
#define DOC_BREAK '\x02'  /* no blank, but a line may break here */
#define DOC_HYPHEN '\x03' /* the same, with a hyphen if it does */

#define DOC_TAB 8 /* cells */

/* Bytes of an item's marker: "mmmdccclxxxviii." is the longest. */
#define FRAME_MARKER 17

enum frame_kind {
	FRAME_QUOTE,
	FRAME_INDENT,
	FRAME_ITEM, /* has a marker on the first line of its first block */
};

/* What encloses a block: a quote, an indent, an item of a list. Frames form a chain from
 * the innermost outwards. */
struct frame {
	const struct frame *up;
	uint32_t first; /* index of its first block */
	uint32_t list;  /* of FRAME_ITEM: the same for all items of a list … */
	uint8_t kind;   /* enum frame_kind */
	uint8_t depth;  /* number of frames in the chain, with this one */
	uint8_t cells;  /* how many it takes from every line */
	char marker[];  /* … and its mark, right-aligned; one blank follows */
};

/* A piece of the text with the same style and link. */
struct text_run {
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
	const struct frame *frame;
	union {
		struct table *table; /* BLOCK_TABLE */
		uint32_t cells;      /* of its longest line; BLOCK_PRE */
	};
	uint32_t start, end;  /* in the text */
	uint32_t run;         /* the run that contains start */
	uint16_t fold;        /* the fold that it lies in; 0: none */
	unsigned kind : 2;    /* enum block_kind */
	unsigned gap : 2;     /* blank lines before it */
	unsigned heading : 3; /* its level, 1 to 6; 0: not a heading */
	unsigned align : 2;   /* enum cell_align */
	bool row : 1;         /* the first of a row of a table */
	bool hang : 1; /* broken lines continue below the start of their first word */
};

#define TABLE_COLUMNS_MAX 64
#define TABLE_ROWS_MAX 10000

enum cell_align {
	ALIGN_UNSAID,
	ALIGN_LEFT,
	ALIGN_CENTER,
	ALIGN_RIGHT,
};

struct cell {
	uint32_t block, end; /* its blocks; the same: it is empty */
	uint16_t max;        /* width of its longest line … */
	uint8_t min; /* … and of its longest word; the largest numbers for wider ones */
	uint8_t column, span;
	unsigned align : 2; /* enum cell_align, as its source says */
	bool head : 1;
	bool number : 1;  /* only digits and signs */
	bool none : 1;    /* it stands for a missing number: n/a, – */
	bool several : 1; /* it has more than one line, however wide it is */
	uint16_t row;
};

/* The cell has a word, and a line, of these widths. */
static inline void
cell_widen(struct cell *cell, size_t word, size_t line)
{
	word = word < UINT8_MAX ? word : UINT8_MAX;
	line = line < UINT16_MAX ? line : UINT16_MAX;
	if (word > cell->min)
		cell->min = (uint8_t)word;
	if (line > cell->max)
		cell->max = (uint16_t)line;
}

struct table {
	const struct frame *frame;
	uint32_t first, end; /* the range of its blocks */
	uint32_t rows, head_rows;
	uint32_t cells_len;
	uint8_t columns;
	bool grid;          /* can be drawn as a grid, if wide enough; only then: */
	struct cell *cells; /* row by row, from its end on */
	uint8_t *align; /* enum cell_align of its columns, of cells that say nothing */
};

/* A link to another place of the same text. */
struct jump {
	const char *name; /* the fragment of its address */
	uint16_t fold;    /* it opens and closes this one; 0: it leads to a place */
	uint32_t at;      /* where its words start */
	uint32_t end;
	int64_t time; /* it leads there in the episode, in milliseconds; -1: it does not
		       */
};

/* What lies below the summary of <details>. */
struct fold {
	uint16_t up;   /* the fold around it; 0: none */
	bool open;     /* it is shown */
	uint32_t mark; /* where its triangle is in the text */
};

/* A picture whose note stands in the text. */
struct picture {
	const char *url;
	uint32_t at;            /* where the note starts */
	uint32_t width, height; /* pixels; 0: it is not shown */
	uint32_t cols;          /* cells that it takes at most; 0: any */
};

/* What is left to read of plain text. */
struct plain {
	struct span rest; /* p is NULL at the end */
	bool within;      /* it begins within a line */
};

struct element_reader;
struct flow;
struct layout;

struct render_doc {
	struct arena arena;
	struct buf text;
	struct text_run *runs;
	size_t runs_len, runs_cap;
	struct block *blocks;
	size_t blocks_len, blocks_cap;
	struct render_link *links;
	size_t links_len, links_cap;
	struct map numbers; /* the number of a link by its address */
	size_t addresses;   /* bytes of all addresses that were resolved */
	struct jump *jumps;
	size_t jumps_len, jumps_cap;
	struct fold *folds; /* number n is at n - 1 */
	size_t folds_len, folds_cap;
	struct picture *pictures;
	size_t pictures_len, pictures_cap;
	bool justify;      /* lines of paragraphs are equally wide */
	bool folding;      /* <details> is folded, unless it is open */
	bool literal;      /* addresses in the text do not become links */
	int64_t plays;     /* likewise times up to this one; 0: no times */
	bool signs;        /* "~~" is around what is struck out */
	bool joined;       /* pictographs stay joined */
	struct map places; /* the place in the text, plus 1, by the name of an element */
	/* The state of parsing. */
	const char *page;  /* the item's own address; NULL: unknown */
	const char *title; /* the item's title; NULL: none */
	struct flow *flow;
	struct element_reader *html; /* NULL for plain text */
	struct plain unread;
	bool parsed;  /* to the end: no more blocks follow */
	size_t ready; /* blocks that are complete; later ones may grow */
	struct layout *layout;
};

/* The index of the run that contains a place of the text; the document has one. */
static inline size_t
doc_run(const struct render_doc *doc, uint32_t at)
{
	size_t low = 0, high = doc->runs_len;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;
		if (doc->runs[mid].start <= at)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* The innermost frame that encloses both; NULL: none. */
static inline const struct frame *
doc_common(const struct frame *a, const struct frame *b)
{
	while (a != b) {
		size_t da = a ? a->depth : 0, db = b ? b->depth : 0;
		if (da >= db && a)
			a = a->up;
		if (db >= da && b)
			b = b->up;
	}
	return a;
}

#endif
