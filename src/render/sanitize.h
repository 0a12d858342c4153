/*
 * What makes hostile HTML harmless to the tree builder behind it (case 14). Private to
 * render.
 */
#ifndef RENDER_SANITIZE_H
#define RENDER_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Elements open at once in the sanitized text; what is nested deeper loses its tags. */
#define SANITIZE_DEPTH_MAX 160
/* Bytes of an attribute's value; a longer one is dropped with its name. */
#define SANITIZE_VALUE_MAX 4096

/* What render_sanitize_next appended: the start tags of what was open when the part
 * before ended, the sanitized text from body to end, and end tags of what is open then.
 */
struct sanitized_part {
	size_t body, end; /* offsets in the buffer */
	bool last;
};

struct sanitizer;

/* A sanitizer of the n bytes of html, which stay the caller's. */
struct sanitizer *render_sanitize_new(const char *html, size_t n);
void render_sanitize_free(struct sanitizer *sanitizer);
/* Appends the next part, of about want bytes (at least one), to out, which must have no
 * maximum: known tags only, with the attributes that matter, each once, balanced; no
 * scripts and the like; of comments only such as "<!--b-->": the b element around ends
 * here, before what it holds. All parts together take
 * time linear in n and give at most a small multiple of n bytes. Any part is a document
 * that a tree builder can read alone. */
struct sanitized_part
render_sanitize_next(struct sanitizer *sanitizer, struct buf *out, size_t want);

#endif
