/*
 * Changes at the end of a document's text, after it was written. Private to render.
 */
#ifndef RENDER_EDIT_H
#define RENDER_EDIT_H

#include <stddef.h>
#include <stdint.h>

#include "render/doc.h"

/* The bytes [from, to) of the text become the n bytes at s. */
struct edit {
	uint32_t from, to;
	const char *s;
	size_t n;
};

/* Makes the edits, which are in order and do not overlap, in time linear in the text from
 * the first of them to the end. Nothing may have been laid out of that. */
void render_edit(struct render_doc *doc, const struct edit *edits, size_t len);

/* The index of the first run that starts after a place, which is near the text's end. */
size_t render_edit_run(const struct render_doc *doc, uint32_t at);

#endif
