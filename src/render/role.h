/*
 * What elements are by the habits of programs that write pages: by their classes, and by
 * what stands beside them. Private to render.
 */
#ifndef RENDER_ROLE_H
#define RENDER_ROLE_H

#include <gumbo.h>
#include <stdbool.h>

#include "render/flow.h"
#include "render/node.h"

/* Does a word of a class say something about a span? */
bool render_role_class(struct span word);
/* Is it of no use here: a line's number, a permalink, a button, a text for those who
 * listen that others see as well? */
bool render_role_hidden(
	struct flow *flow, const GumboNode *node, const struct node_style *style);
/* The name of the element that it should have been; NULL: it is what it says. */
const char *render_role_rule(const GumboNode *node);
/* Does it say what the picture before it shows? */
bool render_role_caption(const GumboNode *node);
/* Puts the sign of a box that is checked or not, if it is one without <input>. */
void render_role_box(struct flow *flow, const GumboNode *node);

/* Does it stand in the margin beside the words that it is about? */
bool render_role_note(const GumboNode *node);

#endif
