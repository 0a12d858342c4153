/*
 * Watched pages: each change of their text becomes an item.
 */
#ifndef ENGINE_POLL_WATCH_H
#define ENGINE_POLL_WATCH_H

#include "base/attr.h"

struct engine_poll;
struct err;
struct store_batch;

/* Adds an item to the poll's document that says what changed on the page, or that the
 * page is being watched; none if nothing changed. *text is what to remember by
 * store_feed_put_watched when the item is stored; NULL: nothing changed. May be called
 * again for the same poll. */
int engine_poll_watch_compare(struct store_batch *batch, const struct engine_poll *poll,
	const char **text, struct err *err) MUST_USE;

#endif
