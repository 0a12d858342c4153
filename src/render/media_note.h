/*
 * Pictures and media, as numbered notes in the text. Private to render.
 */
#ifndef RENDER_MEDIA_NOTE_H
#define RENDER_MEDIA_NOTE_H

#include <gumbo.h>

#include "render/flow.h"

/* An img element. Tracking pixels and buttons for sharing are left out; pictures of
 * characters become text. */
void render_media_image(struct flow *flow, const GumboNode *node);
/* Is it an <object> that a known player plays? */
bool render_media_is_player(const GumboNode *node);
/* A video, audio, iframe or embed element, or such an object, on a line of its own. */
void render_media_play(struct flow *flow, const GumboNode *node);
/* At the end of a caption: it goes if it says what the picture's note says. */
void render_media_caption(struct flow *flow);

#endif
