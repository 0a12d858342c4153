/*
 * The recorded posting times of feeds (model/trace.h). They are written with the poll
 * that brought them (store/poll/poll.h).
 */
#ifndef STORE_POLL_TRACE_H
#define STORE_POLL_TRACE_H

#include <stdint.h>

#include "base/attr.h"

struct arena;
struct feed_trace;
struct store_view;

/* What is recorded of a feed, allocated in arena. since is TIME_NONE if nothing is, or
 * nothing that can be read. */
int store_poll_trace(const struct store_view *view, uint32_t feed, struct arena *arena,
	struct feed_trace **out) MUST_USE;

#endif
