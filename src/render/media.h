/*
 * Pictures and media, as numbered notes in the text. Private to render.
 */
#ifndef RENDER_MEDIA_H
#define RENDER_MEDIA_H

#include <gumbo.h>

#include "render/flow.h"

/* An img element. Tracking pixels are left out; pictures of characters become text. */
void render_media_image(struct flow *flow, const GumboNode *node);
/* A video, audio, iframe or embed element. */
void render_media_play(struct flow *flow, const GumboNode *node);

#endif
