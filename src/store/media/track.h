/*
 * What belongs to an episode beside its file: chapters and transcript.
 */
#ifndef STORE_MEDIA_TRACK_H
#define STORE_MEDIA_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "episode/chapter.h"
#include "episode/transcript.h"
#include "store/item/item.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

/* Where chapters come from, the best first: those of the file fit it in any case. */
enum store_chapters_source {
	STORE_CHAPTERS_FILE,     /* its tags, or what the player says of it */
	STORE_CHAPTERS_DOCUMENT, /* that the feed names */
	STORE_CHAPTERS_FEED,     /* the feed itself */
	STORE_CHAPTERS_TEXT,     /* times in the text */
	STORE_CHAPTERS_SOURCES,
};

struct store_chapters {
	struct chapters chapters; /* in arena; none: len 0 */
	enum store_chapters_source source;
	size_t len[STORE_CHAPTERS_SOURCES]; /* that each source lists */
	/* By how many milliseconds the file is longer (or shorter) than the feed says;
	 * 0: it is not, or that is unknown. Chapters that are not the file's own may not
	 * fit it then: advertisements, say, were put into it. */
	int64_t longer;
};

#define STORE_CHAPTERS_ALL ((1U << STORE_CHAPTERS_SOURCES) - 1)
/* The sources that count, a bit each, by a value of the option chapters-from. */
unsigned store_media_chapters_sources(const char *option);

/* The chapters of the best of these sources that has some. */
void store_media_chapters(const struct store_view *view, uint64_t item, unsigned sources,
	struct arena *arena, struct store_chapters *out);
/* ERR_NOT_FOUND: it is not here. */
int store_media_transcript(const struct store_view *view, uint64_t item,
	struct arena *arena, struct transcript *out) MUST_USE;

struct store_track {
	const char *text; /* in the form that the two headers of episode/ write */
	const char *url;  /* where it came from; NULL: a file */
	const char *etag; /* of that answer; NULL: none */
	int64_t time;     /* of the answer */
};
/* Stores one of them in place of an earlier one. which: from STORE_ITEM_CHAPTERS on.
 * ERR_NOT_FOUND, without a sentence: the item is not there any more. */
int store_media_track_put(struct store_batch *batch, uint64_t item,
	enum store_item_other which, const struct store_track *track,
	struct err *err) MUST_USE;

#endif
