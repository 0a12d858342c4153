/*
 * Plain text: lines stay lines, blank lines part paragraphs, addresses become links.
 * Private to render.
 */
#ifndef RENDER_PLAIN_H
#define RENDER_PLAIN_H

#include <stdbool.h>

#include "base/str.h"
#include "render/flow.h"

/* Takes about a millisecond's worth of lines off rest. True at the end. */
bool render_plain_step(struct flow *flow, struct span *rest);

#endif
