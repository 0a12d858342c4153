/*
 * Puts a document together from text, breaks and frames, in reading order. Private to
 * render; one thread.
 */
#ifndef RENDER_FLOW_H
#define RENDER_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "render/doc.h"

/* A link whose number is given when the first of its text is. */
struct anchor {
	const char *url;
	size_t from;     /* where its text starts */
	uint16_t number; /* 0: none yet, or no room for it */
	bool seen;
};

/* A table while it is built. */
struct building {
	struct building *outer;
	struct table *table;
	uint32_t column;                   /* of the next cell */
	uint32_t row_cells, row_heads;     /* of this row so far */
	uint32_t first;                    /* block of this cell */
	uint32_t blocks;                   /* in all cells so far */
	uint16_t taken[TABLE_COLUMNS_MAX]; /* rows that a cell above still covers */
};

/* What an element changes and its end puts back. */
struct flow_state {
	uint16_t style;
	bool pre;
	bool lines;   /* ends of lines count, blanks do not */
	int8_t shift; /* above 0: raised, below: lowered */
	const struct frame *frame;
	struct anchor *anchor;
	struct building *table;
	int64_t number, step; /* of the next item of an ordered list */
	char numbering;       /* 1 a A i I, '\0': bullets */
	uint8_t bullets;      /* lists around, for the kind of bullet */
	uint8_t marker_cells;
};

struct flow {
	struct render_doc *doc;
	const char *base;
	struct flow_state now;
	bool open;  /* the last block takes text */
	bool gap;   /* the next block stands after a blank line */
	bool row;   /* the next block is the first of a row */
	char space; /* white space seen and not yet written: ' ', DOC_GLUE or '\0' */
	int newlines;
	int marks;     /* combining marks in a row */
	size_t column; /* in BLOCK_PRE */
	size_t quiet;  /* text length after the last note, to see that nothing followed */
};

/* Running text: sanitised, white space collapsed unless now.pre. */
void flow_text(struct flow *flow, const char *s, size_t n);
/* A forced line break. */
void flow_newline(struct flow *flow);
/* Ends the block; the next text starts another. flow_gap also asks for a blank line. */
void flow_break(struct flow *flow);
void flow_gap(struct flow *flow);
void flow_rule(struct flow *flow);
/* A block without text of its own; valid until the next one. */
struct block *flow_block(struct flow *flow, enum block_kind kind);
/* A note of ours in RENDER_MARK style; label may be NULL. */
void flow_note(struct flow *flow, const char *kind, const char *label, const char *url);

/* How many blocks from the start on are complete. */
size_t flow_ready(const struct flow *flow);

void flow_quote(struct flow *flow);
void flow_indent(struct flow *flow, uint16_t cells);
/* marker has at most 23 bytes and fewer cells than cells. */
void flow_item(struct flow *flow, const char *marker, uint16_t cells);

void flow_link_open(struct flow *flow, struct span href);
void flow_link_close(struct flow *flow);

#endif
