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

/* A link that is open. It gets its number with the first of its text. */
struct anchor {
	const char *url;
	size_t from;     /* where its text starts */
	uint16_t number; /* 0: none yet, or there are too many */
	bool seen;       /* its text has started */
};

/* A table while it is being built. */
struct table_builder {
	struct table_builder *outer;
	struct table *table;
	uint32_t column;                   /* of the next cell */
	uint32_t row_cells, row_heads;     /* in this row so far */
	uint32_t first;                    /* the first block of this cell */
	uint32_t blocks;                   /* in all cells so far */
	uint16_t taken[TABLE_COLUMNS_MAX]; /* rows still covered by a cell above */
};

/* What an element may change, and its end restores. */
struct flow_state {
	uint16_t style;
	bool pre;
	bool lines;   /* ends of lines count, blanks do not */
	int8_t shift; /* above 0: raised, below: lowered */
	const struct frame *frame;
	struct anchor *anchor;
	struct table_builder *table;
	int64_t number, step; /* of the next item of an ordered list */
	char numbering;       /* 1 a A i I; '\0': bullets */
	uint8_t bullets;      /* depth of bulleted lists, which decides on the bullet */
	uint8_t marker_cells;
};

struct flow {
	struct render_doc *doc;
	const char *base;
	struct flow_state now;
	bool open;       /* the last block takes more text */
	bool gap;        /* the next block follows a blank line */
	bool row;        /* the next block is the first of a row */
	char space;      /* white space not written yet: ' ', DOC_NBSP or '\0' */
	int newlines;    /* line breaks not written yet */
	int marks;       /* combining marks in a row */
	size_t column;   /* in BLOCK_PRE */
	size_t note_end; /* length of the text after the last note */
};

/* Adds running text: it is sanitised, and white space is collapsed unless now.pre. */
void render_flow_text(struct flow *flow, const char *s, size_t n);
/* Forces a line break. */
void render_flow_newline(struct flow *flow);
/* End the block, so that the next text starts another; render_flow_gap with a blank line
 * in between. */
void render_flow_break(struct flow *flow);
void render_flow_gap(struct flow *flow);
void render_flow_rule(struct flow *flow);
/* Adds a block without text; valid until the next one. */
struct block *render_flow_block(struct flow *flow, enum block_kind kind);
/* Adds a note of our own, such as [image: label 3], in RENDER_MARK style; label and url
 * may be NULL. */
void
render_flow_note(struct flow *flow, const char *kind, const char *label, const char *url);

/* How many blocks are complete, counted from the start. */
size_t render_flow_ready(const struct flow *flow);

void render_flow_quote(struct flow *flow);
void render_flow_indent(struct flow *flow, uint16_t cells);
/* marker has at most 23 bytes and takes fewer cells than cells. */
void render_flow_item(struct flow *flow, const char *marker, uint16_t cells);

void render_flow_link_open(struct flow *flow, struct span href);
void render_flow_link_close(struct flow *flow);

#endif
