/*
 * Pages that the user has just kept (save.h) and that come into the store with the
 * next poll of their feed: then they get their tags, and each becomes an action that can
 * be undone.
 */
#ifndef ENGINE_FEEDS_KEPT_H
#define ENGINE_FEEDS_KEPT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct engine;
struct engine_poll;

struct engine_kept {
	struct engine_kept_page *list;
	size_t len, cap;
};

/* Copies url and tags. known: it was kept before, so only the tags are undone; first: the
 * feed's line is new, so undoing that undoes it all. */
void engine_feeds_kept_add(struct engine_kept *kept, const char *url, char *const *tags,
	size_t len, bool known, bool first);
/* A poll of the feed with a document was stored. */
void engine_feeds_kept_take(struct engine *engine, struct engine_kept *kept,
	const struct engine_poll *poll, struct arena *arena);
void engine_feeds_kept_free(struct engine_kept *kept);

#endif
