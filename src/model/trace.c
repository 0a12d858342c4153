#include "config.h"

#include "model/trace.h"

const char *
trace_promise_name(enum feed_promise promise)
{
	static const char *const names[] = {
		[PROMISE_MAX_AGE] = "max-age",
		[PROMISE_TTL] = "ttl",
		[PROMISE_LAST_MODIFIED] = "Last-Modified",
	};
	return names[promise];
}
