/*
 * The article as HTML. Private to extract.
 */
#ifndef EXTRACT_WRITE_HTML_H
#define EXTRACT_WRITE_HTML_H

#include "extract/pick.h"

struct buf;
struct extract_tree;

/* Appends what is picked, without clutter and without a first heading that is one of the
 * titles (either may be NULL). */
void extract_write(struct extract_tree *tree, struct extract_pick pick,
	const char *const titles[2], struct buf *out);

#endif
