/*
 * What makes hostile HTML harmless to the tree builder behind it (case 14). Private to
 * render.
 */
#ifndef RENDER_TAME_H
#define RENDER_TAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Elements open at once in the tamed text; what is nested deeper loses its tags. */
#define TAME_DEPTH_MAX 160
/* Bytes of an attribute's value; a longer one is dropped with its name. */
#define TAME_VALUE_MAX 4096

/* What render_tame_next appended: the start tags of what was open when the part before
 * ended, the tamed text from body to end, and end tags of what is open then. */
struct tame_part {
	size_t body, end; /* offsets in the buffer */
	bool last;
};

struct tame;

/* A tamer of the n bytes of html, which stay the caller's. */
struct tame *render_tame_new(const char *html, size_t n);
void render_tame_free(struct tame *tame);
/* Appends the next part, of about want bytes (at least one), to out, which must have no
 * maximum: known tags only, with the attributes that matter, each once, balanced; no
 * scripts and the like; of comments only such as "<!--b-->": the b element around ends
 * here, before what it holds. All parts together take
 * time linear in n and give at most a small multiple of n bytes. Any part is a document
 * that a tree builder can read alone. */
struct tame_part render_tame_next(struct tame *tame, struct buf *out, size_t want);

#endif
