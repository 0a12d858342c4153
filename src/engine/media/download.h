/*
 * Downloads of episodes. The rows of the store say what is wanted; here they are claimed,
 * a few at a time, fetched as jobs, and written down as they come. If anything interrupts
 * this, what has come stays as a part file, and the next try fetches the rest. The
 * worker's.
 */
#ifndef ENGINE_MEDIA_DOWNLOAD_H
#define ENGINE_MEDIA_DOWNLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct engine;

int engine_media_download_init(struct engine *engine, struct err *err);
void engine_media_download_done(struct engine *engine);
/* A part of the worker (core/part.h). */
bool engine_media_download_step(struct engine *engine);
int64_t engine_media_download_wait(const struct engine *engine);
void engine_media_download_stop(struct engine *engine);
void engine_media_download_wind_up(struct engine *engine);

/* There may now be room for downloads that wait for it: checks at once. */
void engine_media_download_retry(struct engine *engine);
/* Reports the tries of an item's download since the program started: ENGINE_TRIES. */
void engine_media_tries_tell(struct engine *engine, uint64_t item);
/* Reports how much room the disk has, and whether it is mounted: ENGINE_ROOM. */
void engine_media_room_tell(struct engine *engine);
/* Another part, which comes after it: downloads by commands. */
bool engine_media_commands_step(struct engine *engine);
int64_t engine_media_commands_wait(const struct engine *engine);

/* From now on, works off what waits: until the end of the program (keep), or once, until
 * nothing is left that could be tried now; then ENGINE_DOWNLOADED says so. */
void engine_media_download_begin(struct engine *engine, bool keep);
/* Rows may have changed: checks them in the next step. */
void engine_media_download_rescan(struct engine *engine);
/* Episodes were played, the files of which may have to go at once: does not wait for the
 * next hourly cleaning. */
void engine_media_download_clean(struct engine *engine);

#endif
