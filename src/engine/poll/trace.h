/*
 * Records when a feed's items were posted and seen, and whether what its server promised
 * came true (model/trace.h). Pure.
 */
#ifndef ENGINE_POLL_TRACE_H
#define ENGINE_POLL_TRACE_H

#include <stdbool.h>
#include <stdint.h>

struct engine_poll;
struct feed_trace;
struct http_state;
struct schedule_record;

/* Adds the new items of a poll's document; known[i]: item i is not new. before and http
 * are as they were before the poll. If an older program polled the feed, the trace begins
 * with the window that it kept. */
void engine_poll_trace_add(struct feed_trace *trace, const struct schedule_record *before,
	const struct http_state *http, const struct engine_poll *poll, const bool *known);

#endif
