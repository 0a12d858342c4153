/*
 * Sources that were escaped once more than they should have been. Private to render;
 * pure.
 */
#ifndef RENDER_ESCAPED_H
#define RENDER_ESCAPED_H

#include <stdbool.h>

#include "base/span.h"

/* Is it such a source? Decoding its references once gives what was meant. A text that is
 * about markup is none. Linear. */
bool render_escaped_twice(struct span source);

#endif
