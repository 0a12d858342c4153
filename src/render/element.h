/*
 * Reads HTML and turns its elements into calls of flow.h. Private to render.
 */
#ifndef RENDER_ELEMENT_H
#define RENDER_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "render/flow.h"

struct element_reader;

/* Makes a reader of the n bytes of html (borrowed) into the flow's document. It reads
 * them in parts of about part bytes (0: parts that take about a millisecond). */
struct element_reader *
render_element_new(struct flow *flow, const char *html, size_t n, size_t part);
void render_element_free(struct element_reader *reader);
/* Reads the next part. True at the end. */
bool render_element_step(struct element_reader *reader);

#endif
