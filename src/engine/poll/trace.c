#include "config.h"

#include "engine/poll/trace.h"

#include <string.h>

#include "base/str.h"
#include "base/time.h"
#include "engine/poll/poll.h"
#include "feed/date.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/trace.h"

/* An item may carry the date of a cache, or of a draft; and clocks differ. */
#define SLACK TIME_HOUR
#define SAME (5 * TIME_MINUTE) /* two times mean one event */

static void
push(struct feed_trace *trace, int64_t posted, int64_t seen)
{
	if (trace->posted_len == FEED_TRACE_MAX) {
		size_t rest = FEED_TRACE_MAX - 1;
		memmove(trace->posted, trace->posted + 1, rest * sizeof *trace->posted);
		memmove(trace->seen, trace->seen + 1, rest * sizeof *trace->seen);
		trace->posted_len = trace->seen_len = (uint16_t)rest;
		/* The record is complete only from the oldest remaining post on. */
		if (trace->since < trace->posted[0])
			trace->since = trace->posted[0];
	}
	trace->posted[trace->posted_len++] = posted;
	trace->seen[trace->seen_len++] = seen;
}

static void
begin(struct feed_trace *trace, const struct schedule_record *before, int64_t now)
{
	const struct schedule *s = &before->schedule;
	if (trace->since != TIME_NONE)
		return;
	trace->since = s->polls > 0 ? s->first_poll : now;
	for (size_t i = 0; s->polls > 0 && i < before->window.len; i++)
		push(trace, before->window.times[i], s->last_poll);
	if (trace->posted_len > 0 && trace->posted[0] > trace->since)
		trace->since = trace->posted[0];
}

/* When an item was posted; TIME_NONE: the feed's first document does not say. A date that
 * can't be the time at which it appeared counts as none. */
static int64_t
posted_at(const struct item *item, const struct schedule *before, int64_t now)
{
	int64_t at = item->published != TIME_NONE ? item->published : item->updated;
	if (before->polls == 0)
		return at != TIME_NONE && at > now ? now : at;
	return at == TIME_NONE || at > now || at < before->last_poll - SLACK ? now : at;
}

static void
judge(struct feed_trace *trace, enum feed_promise promise, bool held)
{
	uint32_t *count = held ? trace->kept : trace->broken;
	count[promise]++;
}

/* oldest and newest: of the new items. */
static void
judge_promises(struct feed_trace *trace, const struct http_state *http,
	const struct engine_poll *poll, int64_t oldest, int64_t newest)
{
	int64_t modified;
	if (http->fresh_until != TIME_NONE && http->fresh_until > http->last_poll)
		judge(trace, PROMISE_MAX_AGE, oldest >= http->fresh_until);
	if (http->hints.ttl > 0)
		judge(trace, PROMISE_TTL, oldest >= http->last_poll + http->hints.ttl);
	if (poll->answer && poll->answer->last_modified &&
		feed_date_parse(span_of(poll->answer->last_modified), &modified) == OK)
		judge(trace, PROMISE_LAST_MODIFIED,
			modified > newest - SAME && modified < newest + SAME);
}

void
engine_poll_trace_add(struct feed_trace *trace, const struct schedule_record *before,
	const struct http_state *http, const struct engine_poll *poll, const bool *known)
{
	int64_t oldest = INT64_MAX, newest = TIME_NONE;
	begin(trace, before, poll->now);
	for (size_t i = poll->document->items_len; i-- > 0;) {
		int64_t at = posted_at(
			&poll->document->items[i], &before->schedule, poll->now);
		if (known[i] || at == TIME_NONE)
			continue;
		push(trace, at, poll->now);
		oldest = at < oldest ? at : oldest;
		newest = newest == TIME_NONE || at > newest ? at : newest;
	}
	if (newest != TIME_NONE && before->schedule.polls > 0)
		judge_promises(trace, http, poll, oldest, newest);
}
