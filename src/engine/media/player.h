/*
 * The player: mpv as a child of the worker, which talks to it over a pair of sockets. mpv
 * exits when its owner does, for whatever reason. The position is the store's: it is
 * written at each pause, jump and stop, and every 15 seconds. The worker's.
 */
#ifndef ENGINE_MEDIA_PLAYER_H
#define ENGINE_MEDIA_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct engine;
struct player_verb;

int engine_media_player_init(struct engine *engine, struct err *err);
void engine_media_player_done(struct engine *engine);
/* A part of the worker (core/part.h). */
bool engine_media_player_step(struct engine *engine);
int64_t engine_media_player_wait(const struct engine *engine);
void engine_media_player_wind_up(struct engine *engine);

/* Does what is asked. */
void engine_media_player_do(struct engine *engine, const struct player_verb *verb);

#endif
