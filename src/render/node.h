/*
 * What the nodes of gumbo's tree are asked. Private to render.
 */
#ifndef RENDER_NODE_H
#define RENDER_NODE_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

/* An attribute's value, or NULL. */
const char *render_node_attribute(const GumboNode *node, const char *name);
/* It as an integer; fallback when there is none. */
int64_t render_node_number(const GumboNode *node, const char *name, int64_t fallback);
/* A word or a part of one in its classes: "wp-smiley" has "smiley". */
bool render_node_has_class(const GumboNode *node, const char *word);
/* Not meant to be seen: hidden, display:none, visibility:hidden, aria-hidden. */
bool render_node_hidden(const GumboNode *node);
/* What its style says of white space. */
enum node_space {
	NODE_SPACE_UNSAID,
	NODE_SPACE_FLOWS, /* normal, nowrap */
	NODE_SPACE_LINES, /* pre-line, pre-wrap, break-spaces: ends of lines count */
	NODE_SPACE_STAYS, /* pre: blanks as well */
};
enum node_space render_node_space(const GumboNode *node);
/* At most one pixel in "width" or "height", as an attribute or a style. */
bool render_node_dot(const GumboNode *node, const char *side);

#endif
