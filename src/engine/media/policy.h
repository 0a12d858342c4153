/*
 * What happens to episodes without anybody asking each time: new ones are downloaded and
 * queued, files of old ones are deleted. The options auto-download, auto-queue,
 * keep-played, keep-unplayed and keep-newest control this. The worker's.
 */
#ifndef ENGINE_MEDIA_POLICY_H
#define ENGINE_MEDIA_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct options;
struct store_batch;
struct store_view;

#define ENGINE_MEDIA_NEW_MAX 20 /* of a poll */

/* What the option auto-download asks for. Pointers into the options. */
struct engine_media_wish {
	bool download;     /* anything at all */
	size_t newest;     /* of a poll; SIZE_MAX: all */
	const char *query; /* only what it matches; "": all */
};
struct engine_media_wish engine_media_wish(const struct options *options);
/* How many of len new episodes are too many for one poll; the user is told of them. */
size_t engine_media_left(struct engine *engine, size_t len);
/* How many of these, the oldest first, are too large: what comes from a feed
 * automatically is limited to a tenth of media-limit a day, going by the sizes that the
 * feed states. The user is told of them. */
size_t engine_media_too_large(struct engine *engine, const struct store_view *view,
	uint32_t feed, const uint64_t *items, size_t len);
/* Reports how many episodes a feed's first poll brought, and their size as far as the
 * feed says. They are never downloaded automatically; the user hears of it if there are
 * many that auto-download would have taken. */
void engine_media_offer(struct engine *engine, uint32_t feed, size_t len, int64_t bytes);
/* A poll that was not the feed's first brought these items, the oldest first: requests
 * the episodes of the latest, as the options of the feed say. */
int engine_media_new(struct engine *engine, struct store_batch *batch, uint32_t feed,
	const uint64_t *items, size_t len, struct err *err) MUST_USE;
/* clean.c: gives up the files that have stayed as long as the options keep-played,
 * keep-unplayed and keep-newest say. */
void engine_media_clean(struct engine *engine);
/* Frees that many bytes, if that is possible at all: what is in the trash is deleted
 * first, then what was played, the oldest first. True: there will be more room within
 * seconds. False: *spare gets how much could be freed, if that is too little. */
bool engine_media_make_room(struct engine *engine, int64_t bytes, int64_t *spare);

#endif
