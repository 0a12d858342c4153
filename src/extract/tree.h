/*
 * A page as a flat tree: nodes in the order of the text, each followed by those in it.
 * Built from sanitized source (render/sanitize.h), in which tags are balanced and
 * attributes quoted, so a browser's tree builder is not needed. Private to extract.
 */
#ifndef EXTRACT_TREE_H
#define EXTRACT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum extract_trait {
	EXTRACT_BLOCK = 1 << 0,
	EXTRACT_VOID = 1 << 1,
	EXTRACT_HEADING = 1 << 2,
	EXTRACT_LINK = 1 << 3,
	EXTRACT_LIST = 1 << 4, /* and tables */
	EXTRACT_OUT = 1 << 5,  /* around the article, hardly in it: nav, footer */
	EXTRACT_ASIDE = 1 << 6,
	EXTRACT_FIGURE = 1 << 7, /* pictures, films, figures */
	EXTRACT_MAIN = 1 << 8,   /* article, main */
	EXTRACT_PROSE = 1 << 9,  /* text right in it is an article's: p, pre, li … */
	EXTRACT_PRE = 1 << 10,
	EXTRACT_BOX = 1 << 11, /* holds blocks and means nothing: div, section */
	EXTRACT_TEXT = 1 << 12,
	EXTRACT_MARK = 1 << 13, /* a comment of the sanitizer: an element ends early */
	/* Set by extract_class_read: */
	EXTRACT_DROPPED = 1 << 14, /* with all that is in it */
	EXTRACT_BODY = 1 << 15,    /* it says that it is the text */
	EXTRACT_KEPT = 1 << 16,    /* belongs to an article, even beside the text */
	EXTRACT_ENDED = 1 << 17,   /* its end tag is written already */
	EXTRACT_COMMENTS = 1 << 18,
};

struct extract_node {
	uint32_t at, end; /* bytes of the source: a start tag, or text */
	uint32_t parent;  /* index */
	uint32_t next;    /* the first node after it and all in it */
	uint32_t block;   /* the innermost block around it, or itself */
	uint32_t traits;  /* enum extract_trait */
	/* In it and, but for own and linked, in what it holds, bytes without blanks: */
	uint32_t text, links;
	uint32_t own, linked; /* blocks: the text, and linked text, of no block in it */
	uint32_t good;        /* of paragraphs such as articles have */
};

/* Node 0 is around all others. */
struct extract_tree {
	struct buf source;
	struct extract_node *nodes;
	size_t len, cap;
	uint32_t first, last; /* the good blocks: extract_tree_weigh */
};

void extract_tree_init(struct extract_tree *tree, struct span html);
void extract_tree_done(struct extract_tree *tree);
/* Sums up text and links of all nodes. */
void extract_tree_sum(struct extract_tree *tree);
/* Works out what is good in each node, without what is dropped. */
void extract_tree_weigh(struct extract_tree *tree);

/* The name of an element, or the text of another node; and the value of an attribute, as
 * it is in the source, or p NULL. */
struct span
extract_tree_name(const struct extract_tree *tree, const struct extract_node *node);
struct span extract_tree_value(const struct extract_tree *tree,
	const struct extract_node *node, const char *attribute);
/* Its text as one line, entities and all, cut at about max bytes. */
void extract_tree_words(
	const struct extract_tree *tree, size_t index, struct buf *out, size_t max);

#endif
