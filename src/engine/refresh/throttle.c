/*
 * A leaky bucket: each poll adds to it, it leaks as time passes, and polls that don't fit
 * wait.
 */
#include "config.h"

#include "engine/refresh/throttle.h"

size_t
engine_refresh_throttle_allowance(struct engine_throttle *throttle, int64_t now_ms)
{
	int64_t leaked = (now_ms - throttle->at_ms) * THROTTLE_PER_SECOND;
	throttle->used = leaked < throttle->used ? throttle->used - leaked : 0;
	throttle->at_ms = now_ms;
	int64_t room = (INT64_C(1000) * THROTTLE_AT_ONCE - throttle->used) / 1000;
	return room > 0 ? (size_t)room : 0;
}

void
engine_refresh_throttle_take(struct engine_throttle *throttle, size_t feeds)
{
	throttle->used += 1000 * (int64_t)feeds;
}

void
engine_refresh_throttle_empty(struct engine_throttle *throttle, int64_t now_ms)
{
	throttle->used = INT64_C(1000) * THROTTLE_AT_ONCE;
	throttle->at_ms = now_ms;
}
