/*
 * Plain text: lines stay lines with their blanks and tabs, and continue below their first
 * word if they are too long; blank lines separate paragraphs. Private to render.
 */
#ifndef RENDER_PLAIN_H
#define RENDER_PLAIN_H

#include <stdbool.h>

#include "base/str.h"
#include "render/flow.h"

/* Reads some of the text. True at the end. */
bool render_plain_step(struct flow *flow, struct plain *plain);

#endif
