/*
 * The ladder, rule by rule and rule against rule. now is Monday 2 November 2026, 12:00:00
 * UTC (date -u -d @1793620800); waits are in seconds.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/http.h"
#include "schedule/backoff.h"
#include "schedule/due.h"

#define NOW ((int64_t)1793620800)
#define MIN TIME_MINUTE
#define HOUR TIME_HOUR
#define DAY TIME_DAY
#define HOURS_ALL 0xffffffu

static char tag[] = "\"x\"";

static const struct due_limits defaults = {15 * MIN, DAY};
/* A feed that shows its new items for five minutes, or for two hours. */
static const struct due_limits fast = {15 * MIN, DAY, 5 * MIN};
static const struct due_limits busy = {15 * MIN, DAY, 2 * HOUR};
static const struct due_limits papers = {2 * MIN, 31 * DAY};

struct due_case {
	const char *what;
	int64_t interval;
	const struct due_limits *limits;
	bool blind; /* no validators */
	int32_t status, failures;
	int64_t fresh, retry,
		quiet; /* after now; 0: none. quiet: since the last change */
	struct feed_hints hints;
	double jitter;
	int64_t wait; /* -1: never */
	enum due_reason reason;
};

static const struct due_case cases[] = {
	{"the strategy's own time", 2 * HOUR, &defaults, .wait = 2 * HOUR,
		.reason = DUE_STRATEGY},
	{"min-interval", 10, &defaults, .wait = 15 * MIN, .reason = DUE_MIN_INTERVAL},
	{"max-interval", 9 * DAY, &defaults, .wait = DAY, .reason = DUE_MAX_INTERVAL},
	{"before items leave unseen", 5 * HOUR, &busy, .wait = 2 * HOUR,
		.reason = DUE_OVERFLOW},
	{"… but not sooner than min-interval", 5 * HOUR, &fast, .wait = 15 * MIN,
		.reason = DUE_OVERFLOW},
	{"… nor than the strategy", HOUR, &busy, .wait = HOUR, .reason = DUE_STRATEGY},
	{"… nor than the server", 5 * HOUR, &busy, .fresh = 3 * HOUR, .wait = 3 * HOUR,
		.reason = DUE_FRESH},
	{"… though no strategy names a time", -1, &busy, .wait = 2 * HOUR,
		.reason = DUE_OVERFLOW},
	{"… and not after a failure", 5 * HOUR, &busy, .status = 503, .failures = 1,
		.wait = 15 * MIN, .reason = DUE_BACKOFF},
	{"the papers' limits", 3 * MIN, &papers, .wait = 3 * MIN, .reason = DUE_STRATEGY},
	{"the papers' limits, long", 99 * DAY, &papers, .wait = 31 * DAY,
		.reason = DUE_MAX_INTERVAL},
	{"no validators: hourly", 20 * MIN, &defaults, .blind = true, .wait = HOUR,
		.reason = DUE_NO_VALIDATORS},
	{"no validators, but slower anyway", 3 * HOUR, &defaults, .blind = true,
		.wait = 3 * HOUR, .reason = DUE_STRATEGY},
	{"no validators and long silent: daily", 20 * MIN, &defaults, .blind = true,
		.quiet = 15 * DAY, .wait = DAY, .reason = DUE_NO_VALIDATORS},
	{"ttl", 20 * MIN, &defaults, .hints = {.ttl = 90 * MIN}, .wait = 90 * MIN,
		.reason = DUE_TTL},
	{"ttl below 15 min is no bound of its own", 20 * MIN, &defaults,
		.hints = {.ttl = MIN}, .wait = 20 * MIN, .reason = DUE_STRATEGY},
	{"ttl of 999,999 min is a day", 20 * MIN, &defaults,
		.hints = {.ttl = 999999 * MIN}, .wait = DAY, .reason = DUE_TTL},
	{"ttl -1 says nothing", 20 * MIN, &defaults, .hints = {.ttl = -1},
		.wait = 20 * MIN, .reason = DUE_STRATEGY},
	{"ttl never shortens", 5 * HOUR, &defaults, .hints = {.ttl = HOUR},
		.wait = 5 * HOUR, .reason = DUE_STRATEGY},
	{"update period, the longer hint", 20 * MIN, &defaults,
		.hints = {.ttl = HOUR, .update_period = 12 * HOUR}, .wait = 12 * HOUR,
		.reason = DUE_UPDATE_PERIOD},
	{"max-age", 20 * MIN, &defaults, .fresh = 2 * HOUR, .wait = 2 * HOUR,
		.reason = DUE_FRESH},
	{"max-age of a year is a day", 20 * MIN, &defaults, .fresh = 365 * DAY,
		.wait = DAY, .reason = DUE_FRESH},
	{"expired already", 20 * MIN, &defaults, .fresh = -HOUR, .wait = 20 * MIN,
		.reason = DUE_STRATEGY},
	/* 12:30 on, hours 12 and 13 excluded: 14:30. */
	{"skipHours", 30 * MIN, &defaults, .hints = {.skip_hours = 3u << 12},
		.wait = 150 * MIN, .reason = DUE_SKIP_HOURS},
	{"skipHours of other hours", 30 * MIN, &defaults,
		.hints = {.skip_hours = 1u << 3}, .wait = 30 * MIN,
		.reason = DUE_STRATEGY},
	{"skipHours of all hours is not heard", 30 * MIN, &defaults,
		.hints = {.skip_hours = HOURS_ALL}, .wait = 30 * MIN,
		.reason = DUE_STRATEGY},
	/* Monday and Tuesday excluded: from Monday 12:30, Wednesday 00:30 is 36 h later.
	 */
	{"skipDays", 30 * MIN, &defaults, .hints = {.skip_days = 1u << 1 | 1u << 2},
		.wait = 36 * HOUR + 30 * MIN, .reason = DUE_SKIP_DAYS},
	{"skipDays of all days is not heard", 30 * MIN, &defaults,
		.hints = {.skip_days = 0x7f}, .wait = 30 * MIN, .reason = DUE_STRATEGY},
	/* … and hours 0-8 excluded: Wednesday 09:30. */
	{"skipDays, then skipHours", 30 * MIN, &defaults,
		.hints = {.skip_days = 1u << 1 | 1u << 2, .skip_hours = 0x1ff},
		.wait = 45 * HOUR + 30 * MIN, .reason = DUE_SKIP_HOURS},
	/* 15 min · 2^(n-1), at most 16 h, and up to half as much again. */
	{"first failure", 5 * HOUR, &defaults, .failures = 1, .wait = 15 * MIN,
		.reason = DUE_BACKOFF},
	{"second failure", 0, &defaults, .failures = 2, .wait = 30 * MIN,
		.reason = DUE_BACKOFF},
	{"second failure, jitter: 30 + 30/2 · 1/2", 0, &defaults, .failures = 2,
		.jitter = 0.5, .wait = 37 * MIN + 30, .reason = DUE_BACKOFF},
	{"fifth failure", 0, &defaults, .failures = 5, .wait = 4 * HOUR,
		.reason = DUE_BACKOFF},
	{"seventh failure", 0, &defaults, .failures = 7, .wait = 16 * HOUR,
		.reason = DUE_BACKOFF},
	{"after years of failure", 0, &defaults, .failures = INT32_MAX, .wait = 16 * HOUR,
		.reason = DUE_BACKOFF},
	{"a failure without validators", 0, &defaults, .failures = 1, .blind = true,
		.wait = 15 * MIN, .reason = DUE_BACKOFF},
	{"a hint outlasts a back-off", 0, &defaults, .failures = 1,
		.hints = {.ttl = 2 * HOUR}, .wait = 2 * HOUR, .reason = DUE_TTL},
	{"Retry-After", 20 * MIN, &defaults, .status = 429, .failures = 1,
		.retry = 2 * HOUR, .wait = 2 * HOUR, .reason = DUE_RETRY_AFTER},
	{"Retry-After of a month is 7 days", 20 * MIN, &defaults, .status = 503,
		.failures = 1, .retry = 30 * DAY, .wait = 7 * DAY,
		.reason = DUE_RETRY_AFTER},
	{"Retry-After never shortens a back-off", 20 * MIN, &defaults, .status = 503,
		.failures = 3, .retry = 5, .wait = HOUR, .reason = DUE_BACKOFF},
	{"Retry-After goes beyond max-interval", 20 * MIN, &defaults, .status = 503,
		.failures = 1, .retry = 3 * DAY, .wait = 3 * DAY,
		.reason = DUE_RETRY_AFTER},
	/* From 12:00 on 13:00 and 14:00 are in hours that the feed excludes. */
	{"a back-off that ends in skipHours", 0, &defaults, .failures = 3,
		.hints = {.skip_hours = 1u << 13}, .wait = 2 * HOUR,
		.reason = DUE_SKIP_HOURS},
	{"a Retry-After that ends in skipHours", 0, &defaults, .status = 503,
		.failures = 1, .retry = 2 * HOUR, .hints = {.skip_hours = 1u << 14},
		.wait = 3 * HOUR, .reason = DUE_SKIP_HOURS},
	{"gone", 20 * MIN, &defaults, .status = 410, .failures = 1, .wait = -1,
		.reason = DUE_GONE},
};

static struct due
next_poll(int64_t now, int64_t interval, const struct due_limits *limits,
	const struct http_state *http, const struct feed_hints *hints, double jitter)
{
	struct due rules[DUE_RULES_MAX], due;
	due_ladder(now, interval, limits, http, hints, jitter, rules, &due);
	return due;
}

/* Cases 78, 79, 81, 90 and 118. */
static void
ladder(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct due_case *c = &cases[i];
		struct http_state http = {
			.etag = c->blind ? NULL : tag,
			.status = c->status ? c->status : 200,
			.failures = c->failures,
			.fresh_until = c->fresh ? NOW + c->fresh : TIME_NONE,
			.retry_at = c->retry ? NOW + c->retry : TIME_NONE,
			.last_change = c->quiet ? NOW - c->quiet : NOW - HOUR,
			.last_poll = NOW,
		};
		struct due due = next_poll(
			NOW, c->interval, c->limits, &http, &c->hints, c->jitter);
		int64_t at = c->wait < 0 ? INT64_MAX : NOW + c->wait;
		if (due.at != at || due.reason != c->reason)
			print_message("# %s: %lld, reason %d\n", c->what,
				(long long)(due.at - NOW), due.reason);
		assert_int_equal(due.at, at);
		assert_int_equal(due.reason, c->reason);
	}
}

/* Case 80: however the jitter falls, a feed is never left alone for more than a day
 * because it failed. */
static void
backoff_stays_below_a_day(void **unused)
{
	(void)unused;
	struct http_state http = {.status = 500,
		.fresh_until = TIME_NONE,
		.retry_at = TIME_NONE,
		.last_change = TIME_NONE};
	for (http.failures = 1; http.failures < 100; http.failures++) {
		struct due due = next_poll(NOW, 0, &defaults, &http, NULL, 0.999999);
		assert_in_range(due.at - NOW, 15 * MIN, DAY);
	}
}

/* What a failure is decides how soon the same request is worth repeating. */
static void
backoff_goes_by_class(void **unused)
{
	(void)unused;
	static const struct {
		int trouble;
		int32_t failures;
		int64_t wait;
	} rows[] = {
		{TROUBLE_SERVER, 1, 15 * MIN},
		{TROUBLE_TIMEOUT, 2, 30 * MIN},
		{TROUBLE_CONNECT, 3, HOUR},
		{TROUBLE_NAME, 1, 30 * MIN},
		{TROUBLE_SLOW_DOWN, 2, HOUR},
		{TROUBLE_REFUSED, 1, HOUR},
		{TROUBLE_MISSING, 3, 4 * HOUR},
		{TROUBLE_NOT_FEED, 2, 2 * HOUR},
		{TROUBLE_TLS, 1, HOUR},
		{TROUBLE_LIMIT, 1, 2 * HOUR},
		{TROUBLE_MISSING, 1000, 16 * HOUR},
		{-1, 1, 15 * MIN},
		{TROUBLE_LEN, 1, 15 * MIN},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_int_equal(backoff_seconds(rows[i].trouble, rows[i].failures, 0),
			rows[i].wait);
	for (int trouble = 0; trouble < TROUBLE_LEN; trouble++)
		for (int32_t n = 1; n < 40; n++)
			assert_in_range(backoff_seconds(trouble, n, 0.999999),
				BACKOFF_MIN, BACKOFF_MAX);
}

/* Every rule that spoke up is there to be told, and the one that holds among them. */
static void
rules_are_listed(void **unused)
{
	(void)unused;
	struct due rules[DUE_RULES_MAX], due;
	struct http_state http = {.etag = NULL,
		.failures = 2,
		.trouble = TROUBLE_MISSING,
		.status = 404,
		.fresh_until = NOW + HOUR,
		.retry_at = NOW + 3 * HOUR,
		.last_change = TIME_NONE};
	const struct feed_hints hints = {
		.ttl = HOUR, .update_period = HOUR, .skip_hours = 1u << 13};
	size_t len = due_ladder(NOW, 5 * HOUR, &defaults, &http, &hints, 0, rules, &due);
	static const struct {
		enum due_reason reason;
		int64_t wait;
	} wanted[] = {{DUE_MIN_INTERVAL, 15 * MIN}, {DUE_TTL, HOUR},
		{DUE_UPDATE_PERIOD, HOUR}, {DUE_FRESH, HOUR}, {DUE_SKIP_HOURS, 2 * HOUR},
		{DUE_BACKOFF, 2 * HOUR}, {DUE_RETRY_AFTER, 3 * HOUR}};
	assert_int_equal(len, COUNT_OF(wanted));
	for (size_t i = 0; i < len; i++) {
		assert_int_equal(rules[i].reason, wanted[i].reason);
		assert_int_equal(rules[i].at, NOW + wanted[i].wait);
	}
	assert_int_equal(due.reason, DUE_RETRY_AFTER);
}

static void
reasons_have_names(void **unused)
{
	(void)unused;
	for (int r = DUE_STRATEGY; r <= DUE_OVERFLOW; r++)
		assert_string_not_equal(due_reason_name(r), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ladder),
		cmocka_unit_test(backoff_stays_below_a_day),
		cmocka_unit_test(backoff_goes_by_class),
		cmocka_unit_test(rules_are_listed),
		cmocka_unit_test(reasons_have_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
