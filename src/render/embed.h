/*
 * Players of sound and video that pages embed, by their addresses: what they play, and
 * the address at which a person would open it. Private to render.
 */
#ifndef RENDER_EMBED_H
#define RENDER_EMBED_H

#include <gumbo.h>

#include "render/flow.h"

/* What a known player plays: a constant to translate, "video", "audio" or "page". NULL if
 * none is known by the address. */
const char *render_embed_kind(const char *url);
/* The address for people, owned by the document; the given one if there is no other. */
const char *render_embed_address(struct flow *flow, const char *url);
/* Medium embeds players through a service: the address of the player itself, owned by the
 * document. Any other address is returned as it is; NULL stays NULL. */
const char *render_embed_unwrap(struct flow *flow, const char *url);

/* The id of a video on an element that a script would turn into its player, owned by the
 * tree; NULL: there is none. */
const char *render_embed_id(const GumboNode *node);
/* The address of that player, owned by the document; NULL: there is none. */
const char *render_embed_source(struct flow *flow, const GumboNode *node);

#endif
