/*
 * What makes hostile HTML harmless to the tree builder behind it (case 14). Private to
 * render.
 */
#ifndef RENDER_TAME_H
#define RENDER_TAME_H

#include <stddef.h>

#include "base/buf.h"

/* Elements open at once in the tamed text; what is nested deeper loses its tags. */
#define TAME_DEPTH_MAX 160
/* Formatting elements (b, font, …) open at once: each may be opened again in every
 * paragraph, so this bounds how far a tree can outgrow its source. */
#define TAME_FORMAT_MAX 12
/* Bytes of an attribute's value; a longer one is dropped with its name. */
#define TAME_VALUE_MAX 4096

/* Appends the n bytes of html, tamed, to out, which must have no maximum. Known tags
 * only, with the attributes that matter, each once; balanced but for formatting end tags;
 * without comments, scripts and the like. Takes time linear in n and gives at most a
 * small multiple of n bytes. */
void render_tame(struct buf *out, const char *html, size_t n);

#endif
