/*
 * Sanitized HTML as a tree of gumbo's nodes. Private to render.
 */
#ifndef RENDER_TREE_H
#define RENDER_TREE_H

#include <gumbo.h>
#include <stddef.h>

#include "base/arena.h"

/* Makes a tree of what render_sanitize_next has written after a start tag. The element
 * of that tag is the root; it has no parent. The nodes are in arena; their strings are
 * there or in the source, which is written over, and which must end with a NUL behind its
 * n bytes. Of gumbo's fields those that are used here are set: of elements name,
 * attributes, children and the place of the end tag in the source. */
GumboNode *render_tree_build(struct arena *arena, char *source, size_t n);

#endif
