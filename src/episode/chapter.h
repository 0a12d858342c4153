/*
 * Chapters of episodes, from wherever they come: feeds, files beside them, the tags of
 * sound files, times in a text. Texts are cleaned, lists sorted. Pure.
 */
#ifndef EPISODE_CHAPTER_H
#define EPISODE_CHAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/span.h"
#include "model/chapter.h"

struct arena;

#define EPISODE_CHAPTERS_MAX 1000 /* the rest is dropped */

/* Sorts them, drops those that have no length or begin after the duration (0: unknown),
 * and lets each end where the next one begins at the latest. */
void episode_chapters_settle(struct chapters *chapters, int64_t duration);
/* The chapter at a position, silent ones left out: its index, and its number, from 1,
 * among those that are listed; 0: there is none. */
size_t
episode_chapter_at(const struct chapters *chapters, int64_t position, size_t *index);

/* JSON chapters 1.2 (podcastindex-org/podcast-namespace), with the tolerance that files
 * need. ERR_SYNTAX: it is something else. The result is settled. */
int episode_chapters_json(
	struct span text, struct arena *arena, struct chapters *out) MUST_USE;

/* ID3v2 (id3.org: ID3v2.3.0, ID3v2.4.0, Chapter Frame Addendum): CHAP and CTOC of a tag,
 * as much of it as is here. Chapters that no table names are silent. */
void episode_chapters_id3(struct span tag, struct arena *arena, struct chapters *out);
/* Bytes of the tag at the beginning of a file; 0: there is none. 10 bytes of the file are
 * enough. */
#define EPISODE_ID3_HEAD 10
#define EPISODE_ID3_MAX ((size_t)16 << 20)
size_t episode_id3_size(struct span head);

/* "00:00 Intro" at the beginning of lines, if three or more ascend from the first minute
 * on; otherwise there are no chapters. html: the text is HTML. */
void episode_chapters_text(
	struct span text, bool html, struct arena *arena, struct chapters *out);

#endif
