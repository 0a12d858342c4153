/*
 * Watched pages: what differs from what they said before becomes an item.
 */
#ifndef ENGINE_POLL_WATCH_H
#define ENGINE_POLL_WATCH_H

#include "base/attr.h"

struct engine_poll;
struct err;
struct store_batch;

/* The poll's document gets the item that tells what changed on the page, or that it is
 * being watched; or none, if nothing did. *text is what to remember by
 * store_feed_put_watched when the item is stored; NULL: nothing changed. May be called
 * again for the same poll. */
int engine_poll_watch_compare(struct store_batch *batch, const struct engine_poll *poll,
	const char **text, struct err *err) MUST_USE;

#endif
