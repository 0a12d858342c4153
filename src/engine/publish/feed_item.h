/*
 * Stored items as items of a feed for others. What concerns only the reader is left out:
 * what is read, starred and tagged, addresses with a password or a key in them, and
 * addresses that are not on the web.
 */
#ifndef ENGINE_PUBLISH_FEED_ITEM_H
#define ENGINE_PUBLISH_FEED_ITEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/feed.h"

struct store_view;

/* An item before its text is read. */
struct engine_publish_item {
	uint64_t id;
	char *iri;      /* unique in the world, in arena */
	int64_t latest; /* when it was published or changed */
};

/* An empty feed, to be freed with feed_free. The title is copied. */
struct feed *engine_publish_feed(enum feed_format format, const char *title);
/* ERR_NOT_FOUND: it is hidden. */
int engine_publish_read_item(const struct store_view *view, uint64_t id,
	struct arena *arena, struct engine_publish_item *out) MUST_USE;
/* Adds the item to the feed. ERR_NOT_FOUND: it is hidden. */
int engine_publish_add(
	const struct store_view *view, uint64_t id, struct feed *feed) MUST_USE;
/* May others see the address, as it is? */
bool engine_publish_is_public(struct arena *arena, const char *url);
/* Sets what depends on the items; to be called after the last one. */
void engine_publish_close(struct feed *feed);

#endif
