/*
 * A leaky bucket: each feed that is asked fills it, it leaks with time, and what does not
 * fit waits.
 */
#include "config.h"

#include "engine/poll/pace.h"

size_t
engine_poll_pace_room(struct engine_pace *pace, int64_t now_ms)
{
	int64_t leaked = (now_ms - pace->looked_ms) * PACE_PER_SECOND;
	pace->used = leaked < pace->used ? pace->used - leaked : 0;
	pace->looked_ms = now_ms;
	int64_t room = (INT64_C(1000) * PACE_AT_ONCE - pace->used) / 1000;
	return room > 0 ? (size_t)room : 0;
}

void
engine_poll_pace_take(struct engine_pace *pace, size_t feeds)
{
	pace->used += 1000 * (int64_t)feeds;
}

void
engine_poll_pace_stop(struct engine_pace *pace, int64_t now_ms)
{
	pace->used = INT64_C(1000) * PACE_AT_ONCE;
	pace->looked_ms = now_ms; /* what leaked before is gone, too */
}
