/*
 * The text of an element, gathered from its pieces. While one is gathered, the elements
 * in it are markup and are written back as HTML.
 */
#ifndef FEED_GATHER_H
#define FEED_GATHER_H

#include <stdbool.h>
#include <stddef.h>

#include "feed/build.h"

/* Gathering starts for the element of the top frame. */
void feed_gather_begin(struct build *b);
/* An element starts or ends within the text; its frame is the top one. */
void feed_gather_start(struct build *b, const struct xml_element *e);
void feed_gather_end(struct build *b);
void feed_gather_text(struct build *b, const char *text, size_t n);
/* Whether there are words so far, and no elements. */
bool feed_gather_is_text(const struct build *b);
/* The text is complete and goes to the kind of the element, whose frame this is. */
void feed_gather_finish(struct build *b, struct frame *frame);

#endif
