/*
 * HTML's elements as calls of flow.h. Private to render.
 */
#ifndef RENDER_ELEMENT_H
#define RENDER_ELEMENT_H

#include <stddef.h>

#include "render/flow.h"

/* Adds the n bytes of html to the flow's document. */
void render_element_parse(struct flow *flow, const char *html, size_t n);

#endif
