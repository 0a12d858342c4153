/*
 * Builds a document from text, breaks and frames, in reading order. Private to render;
 * one thread.
 */
#ifndef RENDER_FLOW_H
#define RENDER_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "render/doc.h"

#define FLOW_BLANKS_MAX 64 /* in a row, of those that count */

/* A link that is open. It gets its number with the first of its text. */
struct anchor {
	const char *url;
	const char *jump; /* the name of the place in this text that it leads to */
	uint16_t fold;    /* the fold that it opens; 0: none */
	size_t from;      /* where its text starts */
	uint16_t number;  /* 0: none yet, or there are too many; or a jump */
	bool seen;        /* its text has started */
	bool quiet;       /* what it says needs no number after it */
	bool bracketed;   /* brackets are around it: its number comes after them */
};

/* A table while it is being built. */
struct table_builder {
	struct table_builder *outer;
	struct table *table;
	size_t cells;                      /* the first of its cells (struct flow) */
	uint32_t column;                   /* of the next cell */
	uint32_t row_cells, row_heads;     /* in this row so far */
	uint32_t row_first;                /* the first block of this row */
	uint32_t first;                    /* the first block of this cell */
	uint32_t blocks;                   /* in all cells so far */
	uint8_t align;                     /* enum cell_align of this row */
	bool heads;                        /* in thead */
	bool bold_head;                    /* the first row is bold … */
	bool other_plain;                  /* … and others are not */
	bool code;                         /* its rows are lines of code */
	bool lines;                        /* its rows are lines of a cell of outer */
	uint16_t taken[TABLE_COLUMNS_MAX]; /* rows still covered by a cell above */
};

/* The title of a picture that has yet to be shown. */
struct hover {
	const char *text;
	struct hover *next;
};

/* What an element may change, and its end restores. */
struct flow_state {
	uint16_t style;
	bool pre;
	bool lines;    /* ends of lines count, blanks do not */
	bool plain;    /* … and blanks do, too: plain text */
	bool quoted;   /* in a <q>, so that another one has single marks */
	uint8_t align; /* enum cell_align */
	int8_t shift;  /* above 0: raised, below: lowered */
	size_t from;   /* where what is raised or lowered starts */
	uint8_t heading;
	const char *title;    /* of an abbreviation */
	bool folds;           /* in <details>, which is closed */
	uint16_t fold, inner; /* the fold of what is written; that below the summary */
	const struct frame *frame;
	struct anchor *anchor;
	struct table_builder *table;
	int64_t number, step; /* of the next item of an ordered list */
	uint32_t list;        /* the innermost list; 0: none */
	char numbering;       /* 1 a A i I; '\0': bullets; '-': no marks */
	uint8_t bullets;      /* depth of bulleted lists, which decides on the bullet */
	uint8_t marker_cells;
};

struct flow {
	struct render_doc *doc;
	const char *base;
	struct flow_state now;
	bool open;         /* the last block takes more text */
	bool row;          /* the next block is the first of a row */
	bool tex;          /* the block has something that may be TeX */
	bool struck;       /* the sign before what is struck out has no second one yet */
	size_t run_in;     /* length of the text after a mark that starts a block */
	uint8_t gap;       /* blank lines before the next block */
	uint8_t newlines;  /* line breaks not written yet */
	uint32_t joiner;   /* of two letters, not written yet */
	int marks;         /* combining marks in a row */
	size_t column;     /* in BLOCK_PRE */
	uint32_t lists;    /* that have started */
	size_t word;       /* where the word that is being written starts */
	size_t closed;     /* length of the text after a bracket that closed early */
	size_t note_end;   /* length of the text after the last note */
	const char *note;  /* the address of what it stands for */
	const char *label; /* what the last picture's note says */
	struct hover *hovers; /* other texts of the last pictures, if their caption may
				 say the same */
	struct cell *cells;   /* of the open tables */
	size_t cells_len, cells_cap;
	struct cell *cell;            /* the cell that has just ended */
	struct table_builder *spare;  /* of tables that have ended */
	struct map abbreviations;     /* that have been spelled out */
	size_t blanks_len;            /* white space not written yet: */
	char blanks[FLOW_BLANKS_MAX]; /* ' ' or DOC_NBSP */
};

/* Adds running text: it is sanitised, and white space is collapsed unless now.pre. */
void render_flow_text(struct flow *flow, const char *s, size_t n);
/* The same in a style of its own, outside of any link and markup. */
void render_flow_text_as(struct flow *flow, const char *s, uint16_t style, uint16_t link);
/* Forces a line break. */
void render_flow_newline(struct flow *flow);
/* A place where a line may break: DOC_BREAK or DOC_HYPHEN. */
void render_flow_soft(struct flow *flow, char kind);
/* End the block, so that the next text starts another; render_flow_gap with a blank line
 * in between. */
void render_flow_break(struct flow *flow);
void render_flow_gap(struct flow *flow);
void render_flow_rule(struct flow *flow);
/* Adds a block without text; valid until the next one. */
struct block *render_flow_block(struct flow *flow, enum block_kind kind);
/* Makes the block that has just ended take more text. False if there is none. */
bool render_flow_reopen(struct flow *flow);
/* Drops the block that has just ended, and its text. */
void render_flow_drop(struct flow *flow);
/* Starts a block, unless one is open. */
void render_flow_open(struct flow *flow);
/* Sets style and link of what is written next. */
void render_flow_run(struct flow *flow, uint16_t style, uint16_t link);

/* How many blocks are complete, counted from the start. */
size_t render_flow_ready(const struct flow *flow);

void render_flow_quote(struct flow *flow);
void render_flow_indent(struct flow *flow, uint8_t cells);
/* marker has fewer bytes than FRAME_MARKER and takes fewer cells than cells. */
void render_flow_item(struct flow *flow, const char *marker, uint8_t cells);
/* A box that is checked or not: the mark of its item, if it comes first there. */
void render_flow_box(struct flow *flow, bool checked);

#endif
