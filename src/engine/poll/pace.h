/*
 * How many of the feeds that are due by schedule may be asked right now: what became due
 * all at once, as in the night or in a suspend, is spread over time (cases 114, 117).
 */
#ifndef ENGINE_POLL_PACE_H
#define ENGINE_POLL_PACE_H

#include <stddef.h>
#include <stdint.h>

#define PACE_AT_ONCE 256 /* after a rest; none after a suspend */
#define PACE_PER_SECOND 20

struct engine_pace {
	int64_t used;      /* in thousandths of a feed, of what may be asked at once */
	int64_t looked_ms; /* mono time */
};

size_t engine_poll_pace_room(struct engine_pace *pace, int64_t now_ms);
void engine_poll_pace_take(struct engine_pace *pace, size_t feeds);
/* All is used up. */
void engine_poll_pace_stop(struct engine_pace *pace, int64_t now_ms);

#endif
