/*
 * Which process plays what. There is one player for a store.
 */
#ifndef STORE_MEDIA_PLAYER_H
#define STORE_MEDIA_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/episode_record.h"

struct err;
struct store_batch;
struct store_view;

/* What was last played; *live: its process is still alive. ERR_NOT_FOUND: nothing. */
int store_media_player(const struct store_view *view, int64_t now,
	struct player_record *out, bool *live) MUST_USE;

/* Stores it for this process. ERR_BUSY: another one that is alive is the player; then
 * nothing is changed. Returns a status. */
int store_media_player_put(struct store_batch *batch, const struct player_record *record,
	int64_t now, struct err *err) MUST_USE;

#endif
