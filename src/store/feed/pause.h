/*
 * Hosts that asked to be left alone for a time.
 */
#ifndef STORE_FEED_PAUSE_H
#define STORE_FEED_PAUSE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

struct store_pause {
	char *host;
	int64_t until; /* wall time */
};

/* The hosts whose time is not over yet. *out is in arena. */
int store_feed_pauses(const struct store_view *view, int64_t now, struct arena *arena,
	struct store_pause **out, size_t *len) MUST_USE;

/* Records that no process may contact the host (in lower case) until then. */
int store_feed_put_pause(struct store_batch *batch, struct span host, int64_t until,
	int64_t now, struct err *err) MUST_USE;

#endif
