/*
 * Templates, which lay out the rows of lists: text with
 *
 *	{NAME}           the value of a field
 *	{NAME:SIZE}      the same, in SIZE columns
 *	{NAME:FORMAT}    of a time: %… as for strftime(3), short, or ago
 *	{NAME:SIZE FORMAT}
 *	{?NAME}…{:}…{/}  the first text if the field has a value other than 0, "" and no,
 *	                 otherwise the second ({:}… may be left out);
 *	                 {?!NAME} is the reverse, {?NAME>N} and {?NAME<N} compare.
 *	                 NAME may also be width (of the row) and mixed (whether rows
 *	                 come from several feeds).
 *	{#ELEMENT}…{#}   text in the colours of an element of color lines
 *	{{ }} \t \n \\ \0 \e
 *
 * SIZE is N (columns, cut or padded), <N (at most N, not padded), =N (as wide as the
 * widest value among the rows shown, at most N; rows that are printed one by one get N),
 * or * (what the other columns leave; several share it, and *2 gets twice as much as *);
 * N% is a share of the whole row. With - in front the value is aligned to the right.
 *
 * Pure.
 */
#ifndef OUTPUT_TEMPLATE_H
#define OUTPUT_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "output/field.h"

struct buf;
struct output_template;

/* What rows are laid out for. */
struct output_width {
	size_t width; /* cells; 0: no limit; parts that would share the room keep their
			 own width */
	bool mixed;   /* rows come from several feeds */
	struct output_clock clock;
	/* The cells that text takes; NULL: as in UTF-8. */
	size_t (*measure)(const void *data, const char *text);
	const void *data;
};

/* A part of a row, in order. */
struct output_piece {
	const char *text;
	size_t len;
	const struct output_field *field; /* NULL: literal text */
	int element;  /* index of the element that is named for it; -1: none */
	size_t cells; /* in which it is put, cut or padded; SIZE_MAX: as it is */
	bool right;
	size_t part; /* of the template */
};

/* Reads a template. elements: the names of elements of color lines, ending with NULL, by
 * whose index pieces name them; NULL: any will do. Both tables are borrowed, text is not.
 * ERR_INVALID with a sentence. */
int output_template_new(const struct output_field *fields, const char *const *elements,
	const char *text, struct output_template **out, struct err *err) MUST_USE;
void output_template_free(struct output_template *t);
/* Whether a field is in it. */
bool output_template_uses(const struct output_template *t, const char *field);

/* The rows of a screen, so that columns are as wide as needed for all of them. */
struct output_lines {
	struct output_piece **pieces; /* of each row */
	size_t *lens;
	size_t len;
};
/* Lays out len rows, in arena. */
struct output_lines
output_template_lay(const struct output_template *t, const void *const *rows, size_t len,
	const struct output_width *room, struct arena *arena);

/* Appends one row, and an LF unless the template ends with \n or \0. */
void output_template_put(const struct output_template *t, const void *row,
	const struct output_width *room, struct buf *out);

#endif
