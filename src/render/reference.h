/*
 * The character references that markup itself needs. Private to render.
 */
#ifndef RENDER_REFERENCE_H
#define RENDER_REFERENCE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Appends s with &lt; &gt; &amp; &quot; &apos; &nbsp; and references by number decoded,
 * once; others stay. */
void render_reference_decode(struct buf *out, struct span s);
/* Appends s as HTML's parsers read it: all references decoded, and ends of lines as LF.
 * In attributes, a name needs its semicolon where an address may continue. */
void render_reference_read(struct buf *out, struct span s, bool attribute);
/* Appends s as text of HTML. What looks like a reference by name stays one. */
void render_reference_encode(struct buf *out, struct span s);

#endif
