/*
 * Questions about nodes of the tree. Private to render.
 */
#ifndef RENDER_NODE_H
#define RENDER_NODE_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The value of an attribute, or NULL. */
const char *render_node_attribute(const GumboNode *node, const char *name);
/* The value of an attribute as an integer, or fallback if it is missing or not one. */
int64_t render_node_number(const GumboNode *node, const char *name, int64_t fallback);
/* Do its classes contain the word, or a word with it as a part ("smiley" in "wp-smiley")?
 */
bool render_node_has_class(const GumboNode *node, const char *word);
/* Is the word one of its classes? */
bool render_node_is(const GumboNode *node, const char *class);
/* Is one of them? */
bool render_node_is_any(const GumboNode *node, const char *const *classes, size_t n);

/* What its style says of white space. */
enum node_space {
	NODE_SPACE_UNSAID,
	NODE_SPACE_FLOWS, /* normal, nowrap */
	NODE_SPACE_LINES, /* pre-line: ends of lines count */
	NODE_SPACE_WRAPS, /* pre-wrap, break-spaces: blanks count, but lines may break */
	NODE_SPACE_STAYS, /* pre: blanks as well */
};

/* What an element's attributes say of its looks. */
struct node_style {
	bool hidden;       /* is it meant to be invisible? */
	bool block;        /* it begins and ends a line */
	bool floats;       /* text flows beside it */
	bool aside;        /* it is not for copying: numbers beside lines */
	bool small, clips; /* at most a pixel large; does not show what is larger */
	enum node_space space;
	uint8_t align;    /* enum cell_align */
	uint8_t indent;   /* cells that it lies further to the right */
	uint16_t on, off; /* enum render_style: added, and taken away */
	int8_t shift;     /* 1: raised, -1: lowered */
	char list;        /* what its items begin with: 1 a A i I, * bullets, - nothing */
};

/* Does a word of a class say how an element looks? */
bool render_node_class_styles(struct span word);
/* … and a style attribute? */
bool render_node_styles(struct span style);
void render_node_style(const GumboNode *node, struct node_style *style);
/* At most one pixel in "width" or "height", as an attribute or a style. */
bool render_node_dot(const GumboNode *node, const char *side);

#endif
