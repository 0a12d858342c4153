/*
 * Where pictures stand in the text. Private to render; html.h has what others may know.
 */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H

#include <stddef.h>

#include "render/flow.h"

/* The note that was put last stands for the picture of this address, which the document
 * keeps. */
void render_picture_note(struct flow *flow, const char *url);

#endif
