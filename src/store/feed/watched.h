/*
 * What a watched page said when a change to it was last reported: the next answer is
 * compared with that text.
 */
#ifndef STORE_FEED_WATCHED_H
#define STORE_FEED_WATCHED_H

#include <stdint.h>

#include "base/attr.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

/* *text is plain, in arena; NULL: there is none yet. */
int store_feed_watched(const struct store_view *view, uint32_t feed, struct arena *arena,
	char **text) MUST_USE;
int store_feed_put_watched(struct store_batch *batch, uint32_t feed, const char *text,
	int64_t now, struct err *err) MUST_USE;

#endif
