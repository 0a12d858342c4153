/*
 * Finds the elements of a page that a selector matches.
 */
#ifndef SELECT_SELECTOR_MATCH_H
#define SELECT_SELECTOR_MATCH_H

#include <stdbool.h>

struct select_tree;
struct selector;

/* Sets found for the nodes of tree that the selector matches, and clears it for the
 * others. scope says which nodes :scope and a leading combinator refer to (NULL: the
 * root). Both have an element per node. Takes time in proportion to the nodes times the
 * selector's steps, whatever the page is like. */
void select_match(const struct select_tree *tree, const struct selector *selector,
	const bool *scope, bool *found);

#endif
