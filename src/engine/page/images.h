/*
 * Pictures of articles and lists: fetched when the user wants to see them, decoded by a
 * program without privileges, kept in the cache (cache.h). The worker's.
 */
#ifndef ENGINE_PAGE_IMAGES_H
#define ENGINE_PAGE_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_picture;

/* Fetches those that are not in the cache, IMAGE_COUNT_MAX at most: an ENGINE_IMAGE event
 * for each. opened: only if the option images says so for the item's feed; if it says
 * ask, one event without an address. */
void engine_page_images(struct engine *engine, uint64_t item, const char *const *urls,
	size_t len, bool opened);
/* Those of a list (engine/api.h). */
void engine_page_thumbnails(
	struct engine *engine, const struct engine_picture *list, size_t len);
/* Drops those that are under way. */
void engine_page_images_stop(struct engine *engine);

#endif
