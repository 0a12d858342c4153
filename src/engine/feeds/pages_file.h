/*
 * The file of the feed of saved pages, beside the feeds file. It has the latest of them
 * with their texts; older ones, and those that an import brought, are in the store alone.
 */
#ifndef ENGINE_FEEDS_PAGES_FILE_H
#define ENGINE_FEEDS_PAGES_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct err;
struct feed;
struct item;

/* Its absolute path, in arena; NULL if the directory does not exist. */
char *engine_feeds_saved_path(const char *feeds_path, struct arena *arena);
/* The feed's address, in arena. */
char *engine_feeds_saved_url(const char *path, struct arena *arena);
/* What the file has; an empty feed if it is not there. The caller frees it. */
struct feed *engine_feeds_saved_read(const char *path);
/* Puts the item into the file; NULL: only makes sure that there is one. had (may be NULL)
 * says whether the file had it before. */
int engine_feeds_saved_put(const char *path, const struct item *item, int64_t now,
	bool *had, struct err *err) MUST_USE;

#endif
