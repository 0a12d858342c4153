/*
 * Sources that were escaped once more than they should have been. Private to render;
 * pure.
 */
#ifndef RENDER_ESCAPED_H
#define RENDER_ESCAPED_H

#include <stdbool.h>

#include "base/span.h"

/* Is it such a source? Decoding its references once gives what was meant. False for a
 * text that is about markup. Linear. */
bool render_escaped_twice(struct span source);

#endif
