/*
 * A web page as a flat tree: elements and texts in the order of the page, each followed
 * by what is in it. It is built as browsers build theirs where that matters to selectors:
 * html, head, body and tbody are there even if the page leaves their tags out, and so are
 * the ends of li, p, td and the like.
 */
#ifndef SELECT_TREE_H
#define SELECT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct buf;

#define SELECT_NODES_MAX 400000 /* the rest of the page is not read */
#define SELECT_OPEN_MAX 400     /* elements that are nested deeper count as void */
#define SELECT_NO_NODE UINT32_MAX

struct select_node {
	struct span name; /* of the element, as written; n 0: a text */
	/* Its start tag, empty where the page has none; or the text. */
	struct span source;
	uint32_t parent;
	uint32_t before;      /* the element before it in its parent, or SELECT_NO_NODE */
	uint32_t next;        /* the first node that is not in it */
	uint32_t number;      /* among the elements of its parent, from 1 */
	uint32_t type_number; /* among those with its name */
	uint32_t left;        /* elements of its parent after it */
	uint32_t type_left;   /* those with its name */
	uint32_t children;    /* elements in it */
	bool filled;          /* it has a child or text */
};

struct select_tree {
	struct select_node *nodes; /* the first is html; all others are in it */
	size_t len, cap;
};

/* Borrows from html, which is UTF-8. Takes time linear in it. */
void select_tree_init(struct select_tree *tree, struct span html);
void select_tree_done(struct select_tree *tree);

/* The value of an attribute, as it is in the source; p is NULL if there is none. */
struct span select_tree_attribute(const struct select_node *node, struct span name);
/* Appends the text in the node at index as one line, without blanks at both ends and with
 * references resolved; the nodes in skip (SELECT_NO_NODE: none) are left out. At most
 * about max bytes. */
void select_tree_text(const struct select_tree *tree, uint32_t index,
	const uint32_t *skip, size_t skip_len, struct buf *out, size_t max);
/* Appends what is in the node as HTML, without those skipped; at most about max bytes. */
void select_tree_html(const struct select_tree *tree, uint32_t index,
	const uint32_t *skip, size_t skip_len, struct buf *out, size_t max);

#endif
