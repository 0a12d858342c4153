/*
 * What belongs to an episode beside its file: chapters and transcript, fetched when
 * somebody asks for them, and chapters that are in the file. The worker's.
 */
#ifndef ENGINE_MEDIA_TRACK_H
#define ENGINE_MEDIA_TRACK_H

#include <stdbool.h>
#include <stdint.h>

struct chapters;
struct engine;

/* Fetches the document that the feed names for it, unless it is here. Chapters can be
 * edited after publishing, so theirs is fetched again when it is a day old. wanted: the
 * transcript in this language or at this address (NULL: by the option), in place of one
 * that is here. asked: looks for chapters in the file, too, and ends with an ENGINE_TRACK
 * event in any case. */
void engine_media_track_fetch(struct engine *engine, uint64_t item, bool transcript,
	const char *wanted, bool asked);
/* Stores the chapters in the tag of a file, as far as it is here. True: there are some,
 * and no other source is needed. */
bool engine_media_track_file(struct engine *engine, uint64_t item, const char *path);
/* Stores chapters that were found in the file. */
void engine_media_track_found(
	struct engine *engine, uint64_t item, const struct chapters *chapters);

#endif
