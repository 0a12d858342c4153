/*
 * A ladder of lower bounds. Each rule says "not before"; the latest time holds, along
 * with its reason. A stronger rule comes later in the code and wins ties, so that the
 * reason given is the one that would still hold if the user changed the others.
 */
#include "config.h"

#include "schedule/due.h"

#include <stddef.h>

#include "base/i18n.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/http.h"
#include "schedule/backoff.h"
#include "schedule/histogram.h"

static int64_t
clamp(int64_t value, int64_t min, int64_t max)
{
	return value < min ? min : value > max ? max : value;
}

/* The rules so far, weakest first, and the time that holds after them. */
struct ladder {
	struct due *rules;
	size_t len;
	struct due due;
};

static void
not_before(struct ladder *ladder, int64_t at, enum due_reason reason)
{
	const struct due rule = {at, reason};
	ladder->rules[ladder->len++] = rule;
	if (at >= ladder->due.at)
		ladder->due = rule;
}

int64_t
due_longest(const struct due_limits *limits, enum due_reason *reason)
{
	int64_t wait = limits->overflow;
	*reason = DUE_MAX_INTERVAL;
	if (wait <= 0 || wait >= limits->max_interval)
		return limits->max_interval;
	*reason = DUE_OVERFLOW;
	return wait > limits->min_interval ? wait : limits->min_interval;
}

/* The strategy's own time within the user's limits. After a failure it is not a bound:
 * the poll that failed had reached it, and the back-off says when to try again. */
static void
by_strategy(struct ladder *ladder, int64_t now, int64_t interval,
	const struct due_limits *limits, const struct http_state *http)
{
	enum due_reason reason;
	int64_t longest = due_longest(limits, &reason);
	if (http->failures > 0) {
		not_before(ladder, now + limits->min_interval, DUE_MIN_INTERVAL);
		return;
	}
	if (interval < 0) {
		not_before(ladder, now + longest, reason);
		return;
	}
	not_before(ladder, now + interval, DUE_STRATEGY);
	if (interval < limits->min_interval) {
		not_before(ladder, now + limits->min_interval, DUE_MIN_INTERVAL);
	} else if (interval > longest) {
		/* The only rule that brings a poll forward. */
		ladder->due.at = INT64_MIN;
		not_before(ladder, now + longest, reason);
	}
}

/* A server that offers no validators sends the whole document every time. So it is
 * polled at most hourly, and at most daily once its document has long been the same
 * (case 118). A shorter max-interval is the user's decision and holds. */
static void
by_validators(struct ladder *ladder, int64_t now, const struct due_limits *limits,
	const struct http_state *http)
{
	if (http->etag || http->last_modified || http->failures > 0)
		return;
	bool quiet = http->last_change != TIME_NONE &&
		     now - http->last_change > DUE_BLIND_QUIET;
	int64_t wait = quiet ? DUE_BLIND_MAX : DUE_BLIND_MIN;
	if (wait > limits->max_interval)
		wait = limits->max_interval;
	not_before(ladder, now + wait, DUE_NO_VALIDATORS);
}

static void
by_hint(struct ladder *ladder, int64_t now, int64_t wait, enum due_reason reason)
{
	if (wait > 0)
		not_before(ladder, now + clamp(wait, DUE_HINT_MIN, DUE_HINT_MAX), reason);
}

/* Moves a time within hours or days that the feed excludes (in GMT, as RSS says) to the
 * first hour that it doesn't, at the same minute, so that feeds stay spread out. A feed
 * that excludes everything is ignored (case 90). */
static void
by_skips(struct ladder *ladder, const struct feed_hints *hints)
{
	int64_t at = ladder->due.at;
	enum due_reason reason = DUE_STRATEGY;
	for (int steps = 0; steps <= 8 * 24; steps++) {
		size_t hour = histogram_week_hour(at);
		bool day_off = hints->skip_days >> hour / 24 & 1;
		if (!day_off && !(hints->skip_hours >> hour % 24 & 1)) {
			if (steps > 0)
				not_before(ladder, at, reason);
			return;
		}
		reason = day_off ? DUE_SKIP_DAYS : DUE_SKIP_HOURS;
		at += TIME_HOUR;
	}
}

size_t
due_ladder(int64_t now, int64_t interval, const struct due_limits *limits,
	const struct http_state *http, const struct feed_hints *hints, double jitter,
	struct due rules[DUE_RULES_MAX], struct due *due)
{
	struct ladder ladder = {.rules = rules, .due = {INT64_MIN, DUE_STRATEGY}};
	if (http->status == 410) {
		not_before(&ladder, INT64_MAX, DUE_GONE);
		*due = ladder.due;
		return ladder.len;
	}
	by_strategy(&ladder, now, interval, limits, http);
	by_validators(&ladder, now, limits, http);
	if (hints) {
		by_hint(&ladder, now, hints->ttl, DUE_TTL);
		by_hint(&ladder, now, hints->update_period, DUE_UPDATE_PERIOD);
	}
	if (http->fresh_until != TIME_NONE)
		by_hint(&ladder, now, http->fresh_until - now, DUE_FRESH);
	if (hints)
		by_skips(&ladder, hints);
	if (http->failures > 0)
		not_before(&ladder,
			now + backoff_seconds(http->trouble, http->failures, jitter),
			DUE_BACKOFF);
	if (http->retry_at != TIME_NONE && http->retry_at > now)
		not_before(&ladder,
			now + clamp(http->retry_at - now, DUE_RETRY_MIN, DUE_RETRY_MAX),
			DUE_RETRY_AFTER);
	/* The two rules above may also lead to an excluded hour. */
	if (hints)
		by_skips(&ladder, hints);
	*due = ladder.due;
	return ladder.len;
}

const char *
due_reason_id(enum due_reason reason)
{
	static const char *const ids[] = {
		[DUE_STRATEGY] = "strategy",
		[DUE_MIN_INTERVAL] = "min-interval",
		[DUE_MAX_INTERVAL] = "max-interval",
		[DUE_NO_VALIDATORS] = "no-validators",
		[DUE_TTL] = "ttl",
		[DUE_UPDATE_PERIOD] = "update-period",
		[DUE_SKIP_HOURS] = "skip-hours",
		[DUE_SKIP_DAYS] = "skip-days",
		[DUE_FRESH] = "max-age",
		[DUE_BACKOFF] = "back-off",
		[DUE_RETRY_AFTER] = "retry-after",
		[DUE_GONE] = "gone",
		[DUE_HOST_PAUSE] = "host-pause",
		[DUE_CYCLE] = "cycle",
		[DUE_OVERFLOW] = "overflow",
	};
	return (size_t)reason < COUNT_OF(ids) ? ids[reason] : "";
}

const char *
due_reason_name(enum due_reason reason)
{
	static const char *const names[] = {
		[DUE_STRATEGY] = N_("chosen by the strategy"),
		[DUE_MIN_INTERVAL] = N_("not sooner than min-interval"),
		[DUE_MAX_INTERVAL] = N_("not later than max-interval"),
		[DUE_NO_VALIDATORS] =
			N_("rarely, because the server offers no validators"),
		[DUE_TTL] = N_("after the feed's ttl"),
		[DUE_UPDATE_PERIOD] = N_("after the feed's update period"),
		[DUE_SKIP_HOURS] = N_("after the hours that the feed excludes"),
		[DUE_SKIP_DAYS] = N_("after the days that the feed excludes"),
		[DUE_FRESH] = N_("when the server's response expires"),
		[DUE_BACKOFF] = N_("after a pause, because it failed"),
		[DUE_RETRY_AFTER] = N_("after the server's Retry-After"),
		[DUE_HOST_PAUSE] = N_("after a pause that its host asked for"),
		[DUE_CYCLE] = N_("chosen in a cycle as one of the most wanted feeds"),
		[DUE_OVERFLOW] = N_("before it pushes out items that nobody has seen"),
		[DUE_GONE] = N_("only when you ask: its server has removed the feed"),
	};
	if ((size_t)reason >= COUNT_OF(names))
		return "";
	return _(names[reason]);
}
