/*
 * Plain text: lines stay lines, blank lines part paragraphs, addresses become links.
 * Private to render.
 */
#ifndef RENDER_PLAIN_H
#define RENDER_PLAIN_H

#include <stddef.h>

#include "render/flow.h"

void render_plain_parse(struct flow *flow, const char *text, size_t n);

#endif
