/*
 * What is recorded of a feed so that strategies can be tried on it later: when its items
 * were posted, when they were seen, and whether servers' promises held.
 */
#ifndef MODEL_TRACE_H
#define MODEL_TRACE_H

#include <stdint.h>

#define FEED_TRACE_MAX 1000 /* items that are kept, the newest */

/* What an answer says about the next change. */
enum feed_promise {
	PROMISE_MAX_AGE,       /* Cache-Control or Expires: none before then */
	PROMISE_TTL,           /* the feed's ttl: likewise */
	PROMISE_LAST_MODIFIED, /* the change was when the newest item was posted */
	PROMISE_LEN,
};

/* "max-age", "ttl", "Last-Modified" */
const char *trace_promise_name(enum feed_promise promise);

struct feed_trace {
	int64_t since; /* observed from then on; TIME_NONE: nothing is recorded */
	/* One number per item, in the order in which the items came; both have the same
	 * length.
	 */
	int64_t posted[FEED_TRACE_MAX], seen[FEED_TRACE_MAX];
	uint16_t posted_len, seen_len;
	/* Polls that found something new after such a promise: it held, or did not. */
	uint32_t kept[PROMISE_LEN], broken[PROMISE_LEN];
};

#endif
