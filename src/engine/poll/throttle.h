/*
 * How many of the feeds that are due by schedule may be asked right now: what became due
 * all at once, as in the night or in a suspend, is spread over time (cases 114, 117).
 */
#ifndef ENGINE_POLL_THROTTLE_H
#define ENGINE_POLL_THROTTLE_H

#include <stddef.h>
#include <stdint.h>

#define THROTTLE_AT_ONCE 256 /* after a rest; none after a suspend */
#define THROTTLE_PER_SECOND 20

struct engine_throttle {
	int64_t used;  /* in thousandths of a feed, of THROTTLE_AT_ONCE feeds */
	int64_t at_ms; /* mono time of used */
};

size_t engine_poll_throttle_room(struct engine_throttle *throttle, int64_t now_ms);
void engine_poll_throttle_take(struct engine_throttle *throttle, size_t feeds);
/* Nothing may be asked at once. */
void engine_poll_throttle_empty(struct engine_throttle *throttle, int64_t now_ms);

#endif
