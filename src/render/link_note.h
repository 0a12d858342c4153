/*
 * Links and their numbers, and notes that stand for what is not text. Private to render.
 */
#ifndef RENDER_LINK_NOTE_H
#define RENDER_LINK_NOTE_H

#include <stdint.h>

#include "base/str.h"
#include "render/flow.h"

void render_note_link(struct flow *flow, struct span href);
void render_note_link_end(struct flow *flow);
/* Starts a summary: what follows it is folded, and it is the link that unfolds it. */
void render_note_fold(struct flow *flow);
/* The link continues in another element: it gets no number yet. */
void render_note_link_pause(struct flow *flow);
/* An element with a name starts here, which links may lead to. */
void render_note_place(struct flow *flow, const char *name);
/* The number of the open link, or 0. It is assigned with the first visible part. */
uint16_t render_note_number(struct flow *flow);
/* If the word that has just ended contains addresses, they become links; if it is a time
 * of the episode, a jump. */
void render_note_addresses(struct flow *flow);
/* Adds a note such as [image: label 3], in RENDER_MARK style; label and url may be NULL.
 * kind must be a constant. Within a link it has the link's number. */
void
render_note_put(struct flow *flow, const char *kind, const char *label, const char *url);

#endif
