/*
 * The formats of transcripts, each in a file of its own.
 */
#ifndef EPISODE_TRANSCRIPT_INSIDE_H
#define EPISODE_TRANSCRIPT_INSIDE_H

#include <stdint.h>

#include "base/span.h"

struct arena;
struct cue;
struct transcript;

/* Adds a cue, if there is anything to be seen in the text. speaker (in arena; NULL:
 * unknown); end 0: unknown. */
void episode_cue_add(struct transcript *t, struct arena *arena, int64_t start,
	int64_t end, char *speaker, struct span text);

/* The same with a clean text in arena; NULL: there is nothing to be seen. */
void episode_cue_put(struct transcript *t, struct arena *arena, const struct cue *cue);

/* They add what they find. */
void episode_transcript_vtt(
	struct span text, struct arena *arena, struct transcript *out); /* and SubRip */
void
episode_transcript_json(struct span text, struct arena *arena, struct transcript *out);
void
episode_transcript_html(struct span text, struct arena *arena, struct transcript *out);

#endif
