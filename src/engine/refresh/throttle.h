/*
 * How many of the feeds that are due by schedule may be polled right now. When many
 * become due at once, as they do overnight or in a suspend, their polls are spread over
 * time (cases 114, 117).
 */
#ifndef ENGINE_REFRESH_THROTTLE_H
#define ENGINE_REFRESH_THROTTLE_H

#include <stddef.h>
#include <stdint.h>

/* Polls at once after a quiet time; none after a suspend. */
#define THROTTLE_AT_ONCE 256
#define THROTTLE_PER_SECOND 20

struct engine_throttle {
	int64_t used;  /* how full it is, in thousandths of a poll */
	int64_t at_ms; /* mono time at which that was so */
};

size_t
engine_refresh_throttle_allowance(struct engine_throttle *throttle, int64_t now_ms);
void engine_refresh_throttle_take(struct engine_throttle *throttle, size_t feeds);
/* Fills it: from now on polls are spread. */
void engine_refresh_throttle_empty(struct engine_throttle *throttle, int64_t now_ms);

#endif
