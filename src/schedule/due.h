/*
 * From the strategy's interval to the time of the next poll: the strongest rule wins.
 * Strongest first: Retry-After and host pause, back-off after failures, hints of the
 * server and the feed, the strategy clamped to [min, max]. A weaker rule never shortens
 * a stronger one; skipHours and skipDays move whatever time comes out. Pure.
 */
#ifndef SCHEDULE_DUE_H
#define SCHEDULE_DUE_H

#include <stddef.h>
#include <stdint.h>

struct feed_hints;
struct http_state;

#define DUE_RETRY_MIN ((int64_t)60) /* case 79 */
#define DUE_RETRY_MAX ((int64_t)7 * 86400)
/* A stored wait longer than any server can ask for comes from a wrong clock (case
 * 113). */
#define DUE_RETRY_CREDIBLE (DUE_RETRY_MAX + 86400)
#define DUE_HINT_MIN ((int64_t)15 * 60) /* case 90 */
#define DUE_HINT_MAX ((int64_t)24 * 3600)
#define DUE_BLIND_MIN ((int64_t)3600)  /* without validators: case 118 */
#define DUE_BLIND_MAX ((int64_t)86400) /* … and with nothing new for this long: */
#define DUE_BLIND_QUIET ((int64_t)14 * 86400)

/* Stored with a feed's next poll: never change a number. */
enum due_reason {
	DUE_STRATEGY = 0,
	DUE_MIN_INTERVAL,
	DUE_MAX_INTERVAL,
	DUE_NO_VALIDATORS,
	DUE_TTL,
	DUE_UPDATE_PERIOD,
	DUE_SKIP_HOURS,
	DUE_SKIP_DAYS,
	DUE_FRESH, /* Cache-Control, Expires */
	DUE_BACKOFF,
	DUE_RETRY_AFTER,
	DUE_GONE,       /* 410: polled only when the user asks */
	DUE_HOST_PAUSE, /* the host told another of its feeds to slow down */
	DUE_CYCLE,      /* chosen in a cycle by a strategy that names no times */
	DUE_OVERFLOW,   /* before items leave the feed unseen */
};

#define DUE_RULES_MAX 9 /* that can apply at once */

struct due_limits {
	int64_t min_interval, max_interval; /* seconds; min <= max */
	/* Within which the feed shows all of its new items (schedule/overflow.h); 0: not
	 * known. */
	int64_t overflow;
};

struct due {
	int64_t at; /* seconds since 1970; INT64_MAX: only when the user asks */
	enum due_reason reason;
};

/* The longest interval that the limits allow, and why. */
int64_t due_longest(const struct due_limits *limits, enum due_reason *reason);

/* The next poll of a feed that was polled at now. interval is the strategy's, negative
 * when it names none and only max-interval brings a poll. http is the state after that
 * poll (its retry_at, fresh_until, failures, status, validators and last_change count);
 * hints may be NULL; jitter in [0, 1) spreads a back-off. After a failure the strategy's
 * time is not a bound, since the poll that failed had reached it.
 *
 * Fills rules with those that apply, weakest first, and returns their number. Each says
 * "not before", and the latest time holds; of equal ones, the last. Only max-interval
 * and overflow, which takes its place if it is shorter, can override the strategy towards
 * an earlier time. */
size_t due_ladder(int64_t now, int64_t interval, const struct due_limits *limits,
	const struct http_state *http, const struct feed_hints *hints, double jitter,
	struct due rules[DUE_RULES_MAX], struct due *due);

/* A word for programs: "retry-after". */
const char *due_reason_id(enum due_reason reason);
/* A few words for people: "after the server's Retry-After". */
const char *due_reason_name(enum due_reason reason);

#endif
