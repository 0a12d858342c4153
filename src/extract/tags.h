/*
 * Writes parts of a tree as HTML again, with every tag ended. Private to extract.
 */
#ifndef EXTRACT_TAGS_H
#define EXTRACT_TAGS_H

#include <stddef.h>
#include <stdint.h>

#include "render/sanitize.h"

struct buf;
struct extract_tree;

struct extract_tags {
	struct extract_tree *tree;
	struct buf *out;
	uint32_t open[SANITIZE_DEPTH_MAX + 4];
	size_t depth;
};

/* Call it before a node is written: ends the elements that end before it. */
void extract_tags_reach(struct extract_tags *tags, uint32_t index);
/* The start tag of this element was written, so its end tag has to be written, with the
 * element's name. */
void extract_tags_opened(struct extract_tags *tags, uint32_t index);
/* A mark of the sanitizer says that the element of its name ends here, before those in
 * it.
 */
void extract_tags_mark(struct extract_tags *tags, uint32_t index);
/* Ends all that is open. */
void extract_tags_end(struct extract_tags *tags);

#endif
