/*
 * Transcripts of episodes: what is said in them, when, and by whom. Texts are cleaned.
 * Pure.
 */
#ifndef EPISODE_TRANSCRIPT_H
#define EPISODE_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/span.h"

struct arena;
struct buf;
struct transcript_reader;

#define EPISODE_TRANSCRIPT_MAX ((size_t)8 << 20) /* bytes of a file */
#define EPISODE_CUES_MAX 100000                  /* the rest is dropped */

struct cue {
	int64_t start, end; /* milliseconds; end 0: unknown */
	char *speaker;      /* NULL: unknown */
	char *text;         /* one clean line */
};

struct transcript {
	struct cue *list; /* in an arena, sorted if timed */
	size_t len;
	bool timed; /* otherwise it can be read, but not followed */
};

/* WebVTT, SubRip, JSON (podcastindex-org/podcast-namespace), HTML or plain text, by its
 * content: feeds often name a wrong type. ERR_SYNTAX: there is no text in it. */
int episode_transcript_read(
	struct span text, struct arena *arena, struct transcript *out) MUST_USE;
/* Writes it as WebVTT, from which the same is read back; without times, all of them are
 * 0. */
void episode_transcript_write(struct buf *out, const struct transcript *transcript);
/* Reads back what was written like that, in slices, so that nobody waits for a long one:
 * text and arena must stay, and what has been read is in out after each step. */
struct transcript_reader *episode_transcript_start(
	struct span text, struct arena *arena, struct transcript *out) NEVER_NULL;
/* Reads up to this many more lines. False: that was all. */
bool episode_transcript_step(struct transcript_reader *reader, size_t lines);
void episode_transcript_stop(struct transcript_reader *reader); /* may be NULL */
/* The cue at a position, or the last one before it; its index from 1, 0: none yet. */
size_t episode_transcript_at(const struct transcript *transcript, int64_t position);

#endif
