/*
 * Plain text: lines stay lines, blank lines separate paragraphs, addresses become links.
 * Private to render.
 */
#ifndef RENDER_PLAIN_H
#define RENDER_PLAIN_H

#include <stdbool.h>

#include "base/str.h"
#include "render/flow.h"

/* Reads lines off *rest, for about a millisecond. True at the end. */
bool render_plain_step(struct flow *flow, struct span *rest);

#endif
