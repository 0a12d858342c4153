/*
 * A wait that doubles from failure to failure, up to 16 hours, which jitter extends to
 * 24 at most. The first wait depends on how likely the same request is to work again
 * soon. When a server or the network stumbles, the next try comes after a quarter of an
 * hour. A server that refuses, a page that is missing and a document that is not a feed
 * will hardly have changed by then, and each such request puts another line into the log
 * of the server's owner.
 */
#include "config.h"

#include "schedule/backoff.h"

#include "base/time.h"
#include "model/http.h"

#define LONGEST (16 * TIME_HOUR)

static const int64_t first_waits[TROUBLE_LEN] = {
	[TROUBLE_NONE] = BACKOFF_MIN,
	[TROUBLE_NAME] = 30 * TIME_MINUTE,
	[TROUBLE_CONNECT] = BACKOFF_MIN,
	[TROUBLE_TIMEOUT] = BACKOFF_MIN,
	[TROUBLE_TLS] = TIME_HOUR,
	[TROUBLE_BROKEN] = BACKOFF_MIN,
	[TROUBLE_LIMIT] = 2 * TIME_HOUR,
	[TROUBLE_REFUSED] = TIME_HOUR,
	[TROUBLE_MISSING] = TIME_HOUR,
	[TROUBLE_GONE] = LONGEST,
	[TROUBLE_SLOW_DOWN] = 30 * TIME_MINUTE,
	[TROUBLE_SERVER] = BACKOFF_MIN,
	[TROUBLE_REQUEST] = TIME_HOUR,
	[TROUBLE_NOT_FEED] = TIME_HOUR,
	[TROUBLE_LOGIN] = TIME_HOUR,
	[TROUBLE_LOCAL] = BACKOFF_MIN,
};

int64_t
backoff_seconds(int trouble, int32_t failures, double jitter)
{
	int64_t wait = trouble >= 0 && trouble < TROUBLE_LEN ? first_waits[trouble]
							     : BACKOFF_MIN;
	for (int32_t i = 1; i < failures && wait < LONGEST; i++)
		wait *= 2;
	if (wait > LONGEST)
		wait = LONGEST;
	return wait + (int64_t)(jitter * (double)wait / 2);
}
