/*
 * HTML's elements as calls of flow.h. Private to render.
 */
#ifndef RENDER_ELEMENT_H
#define RENDER_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "render/flow.h"

struct element_reader;

/* A reader of the n bytes of html, which stay the caller's, into the flow's document, in
 * parts of about part bytes (0: some that take a millisecond each). */
struct element_reader *
render_element_new(struct flow *flow, const char *html, size_t n, size_t part);
void render_element_free(struct element_reader *reader);
/* Reads the next part. True at the end. */
bool render_element_step(struct element_reader *reader);

#endif
