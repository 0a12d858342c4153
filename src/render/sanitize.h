/*
 * Makes hostile HTML harmless for the tree builder that reads it next (case 14). Private
 * to render.
 */
#ifndef RENDER_SANITIZE_H
#define RENDER_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

/* Elements that may be open at once; those nested deeper lose their tags. */
#define SANITIZE_DEPTH_MAX 160
/* Bytes of an attribute's value; an attribute with a longer one is dropped. */
#define SANITIZE_VALUE_MAX 4096

/* What render_sanitize_next appended: start tags for what was open at the end of the last
 * part, the sanitized text from body to end, and end tags for what is open then. */
struct sanitized_part {
	size_t body, end; /* offsets in the buffer */
	bool last;
};

struct sanitizer;

/* Makes a sanitizer of the n bytes of html, which are borrowed. */
struct sanitizer *render_sanitize_new(const char *html, size_t n);
void render_sanitize_free(struct sanitizer *sanitizer);
/* What would change nothing in a rendered text is left out from now on. */
void render_sanitize_for_reading(struct sanitizer *sanitizer);
/* Appends the next part, of about want bytes (at least one), to out, which must have no
 * maximum. It contains only known tags, balanced, with the attributes that matter, each
 * once; no scripts and the like; and no comments, except those such as "<!--b-->", which
 * says that the enclosing b element ends here, before the elements in it, and
 * "<!--a+-->", after which the link ends but continues in the next a element. All parts
 * together take time linear in n and have at most a small multiple of n bytes. Each part
 * is a document of its own for a tree builder. */
struct sanitized_part
render_sanitize_next(struct sanitizer *sanitizer, struct buf *out, size_t want);

#endif
