#include "config.h"

#include "unit.h"

#include <stdio.h>

#include "base/time.h"
#include "fetch/headers.h"

/* 2026-11-27 12:00:00 UTC; by `date -u -d … +%s`. */
#define NOW INT64_C(1795780800)

static void
feed(struct fetch_headers *headers, const char *text)
{
	memset(headers, 0, sizeof *headers);
	headers->cache_max_age = -1;
	while (*text) {
		size_t n = strcspn(text, "\n");
		n += text[n] == '\n';
		fetch_headers_add(headers, text, n);
		text += n;
	}
}

/* RFC 9110, section 5.6.7: the first three name the same moment, 784111777. */
static void
dates_in_three_forms(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t want;
	} cases[] = {
		{"Sun, 06 Nov 1994 08:49:37 GMT", 784111777},
		{"Sunday, 06-Nov-94 08:49:37 GMT", 784111777},
		{"Sun Nov  6 08:49:37 1994", 784111777},
		{"Thu, 01 Jan 1970 00:00:00 GMT", 0},
		{"Tue, 29 Feb 2000 23:59:60 GMT", 951868800}, /* leap day, leap second */
		{"Fri, 27 Nov 2026 12:00:00 GMT", NOW},
		{"fri, 27 nov 2026 12:00:00 gmt", NOW},
		{"Friday, 27-Nov-26 12:00:00 GMT", NOW},
		/* more than 50 years ahead: the past century */
		{"Friday, 27-Nov-76 12:00:00 GMT", INT64_C(3373704000)},
		{"Saturday, 27-Nov-77 12:00:00 GMT", INT64_C(249480000)},
		{"", TIME_NONE},
		{"0", TIME_NONE},
		{"-1", TIME_NONE},
		{"soon", TIME_NONE},
		{"Sun, 31 Feb 2021 08:49:37 GMT", TIME_NONE},
		{"Sun, 06 Nov 1994 24:49:37 GMT", TIME_NONE},
		{"Sun, 06 Nov 1994", TIME_NONE},
		{"Sun, 06 Foo 1994 08:49:37 GMT", TIME_NONE},
		{"1994-11-06T08:49:37Z", TIME_NONE},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(
			fetch_headers_date(span_of(cases[i].text), NOW), cases[i].want);
}

/* Case 79. */
static void
retry_after_in_both_forms_and_garbage(void **state)
{
	(void)state;
	static const struct {
		const char *headers;
		int64_t want;
	} cases[] = {
		{"HTTP/1.1 429 x\r\n\r\n", -1},
		{"HTTP/1.1 429 x\r\nRetry-After: 120\r\n\r\n", 120},
		{"HTTP/1.1 429 x\r\nretry-after:0 \r\n\r\n", 0},
		{"HTTP/1.1 429 x\r\nRetry-After: -5\r\n\r\n", -1},
		{"HTTP/1.1 429 x\r\nRetry-After: 1.5\r\n\r\n", -1},
		{"HTTP/1.1 429 x\r\nRetry-After: later\r\n\r\n", -1},
		{"HTTP/1.1 429 x\r\nRetry-After:\r\n\r\n", -1},
		{"HTTP/1.1 429 x\r\nRetry-After: 99999999999999999999\r\n\r\n",
			2147483647},
		{"HTTP/1.1 503 x\r\nRetry-After: Fri, 27 Nov 2026 13:00:00 GMT\r\n\r\n",
			3600},
		{"HTTP/1.1 503 x\r\nRetry-After: Fri, 27 Nov 2015 13:00:00 GMT\r\n\r\n",
			0},
		/* a server whose clock is wrong: its own Date counts */
		{"HTTP/1.1 503 x\r\nDate: Sat, 01 Jan 2000 00:00:00 GMT\r\n"
		 "Retry-After: Sat, 01 Jan 2000 00:05:00 GMT\r\n\r\n",
			300},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_headers headers;
		feed(&headers, cases[i].headers);
		assert_int_equal(fetch_headers_retry_after(&headers, NOW), cases[i].want);
		fetch_headers_done(&headers);
	}
}

static void
freshness_from_cache_control_and_expires(void **state)
{
	(void)state;
	static const struct {
		const char *headers;
		int64_t want;
		bool no_store;
	} cases[] = {
		{"", -1, false},
		{"Cache-Control: max-age=600\r\n", 600, false},
		{"cache-control: public, MAX-AGE=\"600\", immutable\r\n", 600, false},
		{"Cache-Control: max-age=600\r\nAge: 100\r\n", 500, false},
		{"Cache-Control: max-age=600\r\nAge: 700\r\n", 0, false},
		{"Cache-Control: max-age=600\r\nAge: x\r\n", 600, false},
		{"Cache-Control: max-age=99999999999999999999\r\n", 2147483647, false},
		{"Cache-Control: max-age=-1\r\n", -1, false},
		{"Cache-Control: max-age=\r\n", -1, false},
		{"Cache-Control: s-maxage=9\r\n", -1, false},
		/* the first one counts (RFC 9111, section 4.2.1) */
		{"Cache-Control: max-age=5, max-age=600\r\n", 5, false},
		{"Cache-Control: private\r\nCache-Control: max-age=7\r\n", 7, false},
		{"Cache-Control: no-store\r\n", -1, true},
		{"Cache-Control: No-Cache, max-age=60\r\n", 60, true},
		{"Cache-Control: no-cache=\"set-cookie, a\"\r\n", -1, true},
		{"Cache-Control: x=\"no-store, max-age=9\"\r\n", -1, false},
		{"Expires: Fri, 27 Nov 2026 12:30:00 GMT\r\n", 1800, false},
		{"Date: Fri, 27 Nov 2026 12:10:00 GMT\r\n"
		 "Expires: Fri, 27 Nov 2026 12:30:00 GMT\r\n",
			1200, false},
		{"Expires: 0\r\n", 0, false},
		{"Expires: -1\r\n", 0, false},
		{"Expires: Thu, 01 Jan 1970 00:00:00 GMT\r\n", 0, false},
		/* max-age goes before Expires (RFC 9111, section 5.3) */
		{"Expires: 0\r\nCache-Control: max-age=60\r\n", 60, false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_headers headers;
		feed(&headers, cases[i].headers);
		assert_int_equal(fetch_headers_max_age(&headers, NOW), cases[i].want);
		assert_int_equal(headers.no_store, cases[i].no_store);
		fetch_headers_done(&headers);
	}
}

/* Case 74: opaque bytes, white space around is not part of the value. */
static void
validators_verbatim(void **state)
{
	(void)state;
	struct fetch_headers headers;
	feed(&headers, "HTTP/2 200 \r\netag:  W/\"a, b \\ \xc3\xa9\" \r\n"
		       "LAST-MODIFIED: yesterday, more or less\t\r\n"
		       "Content-Type: text/xml; charset=utf-8\r\nETag: \"2\"\r\n\r\n");
	assert_int_equal(headers.status, 200);
	assert_string_equal(headers.etag, "W/\"a, b \\ \xc3\xa9\"");
	assert_string_equal(headers.last_modified, "yesterday, more or less");
	assert_string_equal(headers.content_type, "text/xml; charset=utf-8");
	fetch_headers_done(&headers);
}

/* One that cannot be sent back is none: it would split the next request's header. */
static void
validators_that_cannot_be_sent(void **state)
{
	(void)state;
	struct fetch_headers headers;
	feed(&headers, "HTTP/1.1 200 OK\r\nETag: \"a\rX: b\"\r\nLast-Modified: \r\n\r\n");
	assert_null(headers.etag);
	assert_null(headers.last_modified);
	fetch_headers_done(&headers);

	char line[FETCH_VALIDATOR_MAX + 16] = "ETag: ";
	memset(line + 6, 'x', FETCH_VALIDATOR_MAX + 1);
	feed(&headers, "HTTP/1.1 200 OK\r\n");
	fetch_headers_add(&headers, line, FETCH_VALIDATOR_MAX + 7);
	assert_null(headers.etag);
	fetch_headers_add(&headers, line, FETCH_VALIDATOR_MAX + 6);
	assert_int_equal(strlen(headers.etag), FETCH_VALIDATOR_MAX);
	fetch_headers_done(&headers);
}

/* RFC 9110, section 14.4, with its own examples first. */
static void
ranges_that_answers_have(void **state)
{
	(void)state;
	static const struct {
		const char *value;
		bool good;
		struct fetch_range want;
	} cases[] = {
		{"bytes 42-1233/1234", true, {42, 1233, 1234}},
		{"bytes 42-1233/*", true, {42, 1233, -1}},
		{"bytes */1234", true, {-1, -1, 1234}},
		{"bytes 0-0/1", true, {0, 0, 1}},
		{"Bytes  7-8/9 ", true, {7, 8, 9}},
		{"bytes 0-9223372036854775806/9223372036854775807", true,
			{0, INT64_MAX - 1, INT64_MAX}},
		{"bytes 0-9223372036854775808/*", false, {0}},
		{"bytes */18446744073709551616", false, {0}},
		{"bytes 5-4/10", false, {0}},
		{"bytes 5-9/9", false, {0}},
		{"bytes */*", false, {0}},
		{"bytes 5-/10", false, {0}},
		{"bytes -5/10", false, {0}},
		{"bytes 5-9", false, {0}},
		{"bytes 5-9/10, 12-13/20", false, {0}},
		{"bytes=5-9/10", false, {0}},
		{"bytes 0x5-9/10", false, {0}},
		{"items 5-9/10", false, {0}},
		{"bytes", false, {0}},
		{"", false, {0}},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_headers headers;
		struct fetch_range range = {0};
		char text[128];
		snprintf(text, sizeof text, "HTTP/1.1 206 x\r\nContent-Range: %s\r\n\r\n",
			cases[i].value);
		feed(&headers, text);
		assert_int_equal(fetch_headers_range(&headers, &range), cases[i].good);
		assert_int_equal(range.first, cases[i].want.first);
		assert_int_equal(range.last, cases[i].want.last);
		assert_int_equal(range.total, cases[i].want.total);
		fetch_headers_done(&headers);
	}
}

/* RFC 9110, sections 8.8.2.2 and 13.1.5. */
static void
validators_that_tell_versions_apart(void **state)
{
	(void)state;
	static const struct {
		const char *headers, *want;
	} cases[] = {
		{"", NULL},
		{"ETag: \"a\"\r\n", "\"a\""},
		{"ETag: W/\"a\"\r\n", NULL},
		{"ETag: unquoted\r\n", NULL},
		{"Last-Modified: Fri, 27 Nov 2026 11:00:00 GMT\r\n", NULL},
		{"Date: Fri, 27 Nov 2026 11:01:00 GMT\r\n"
		 "Last-Modified: Fri, 27 Nov 2026 11:00:00 GMT\r\n",
			"Fri, 27 Nov 2026 11:00:00 GMT"},
		{"Date: Fri, 27 Nov 2026 11:00:59 GMT\r\n"
		 "Last-Modified: Fri, 27 Nov 2026 11:00:00 GMT\r\n",
			NULL},
		{"Date: Fri, 27 Nov 2026 11:00:00 GMT\r\n"
		 "Last-Modified: Sun, 27 Nov 2033 11:00:00 GMT\r\n",
			NULL},
		{"Date: yesterday\r\nLast-Modified: Fri, 27 Nov 2026 11:00:00 GMT\r\n",
			NULL},
		{"ETag: W/\"a\"\r\nDate: Fri, 27 Nov 2026 11:01:00 GMT\r\n"
		 "Last-Modified: Fri, 27 Nov 2026 11:00:00 GMT\r\n",
			"Fri, 27 Nov 2026 11:00:00 GMT"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_headers headers;
		feed(&headers, cases[i].headers);
		const char *validator = fetch_headers_validator(&headers, NOW);
		if (cases[i].want)
			assert_string_equal(validator, cases[i].want);
		else
			assert_null(validator);
		fetch_headers_done(&headers);
	}
}

/* Those of the last answer alone, in the order of their coming. */
static void
fields_that_somebody_wants(void **state)
{
	(void)state;
	struct fetch_headers headers = {.keep = "X-A,ETag , x-b"};
	static const char *const lines[] = {"HTTP/1.1 103 Early Hints\r\n", "X-A: no\r\n",
		"\r\n", "HTTP/1.1 200 OK\r\n", "x-b:1\r\n", "etag: \"e\"\r\n",
		"X-AB: no\r\n", "X-A: 2 : 3\r\n", "X-B: \x02\r\n", "X-B: 4\r\n", "\r\n",
		"X-A: trailer\r\n"};
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		fetch_headers_add(&headers, lines[i], strlen(lines[i]));
	assert_string_equal(
		buf_str(&headers.kept), "x-b: 1\netag: \"e\"\nX-A: 2 : 3\nX-B: 4\n");
	assert_string_equal(headers.etag, "\"e\"");
	fetch_headers_done(&headers);
	assert_int_equal(headers.kept.len, 0);
}

/* All of them, but for what would fill the memory. */
static void
all_fields(void **state)
{
	(void)state;
	struct fetch_headers headers = {.keep = "*"};
	static const char status[] = "HTTP/1.1 200 OK\r\n";
	char line[64];
	fetch_headers_add(&headers, status, strlen(status));
	for (int i = 0; i < 1000; i++) {
		snprintf(line, sizeof line, "X-%d: twenty-four bytes of it\r\n", i);
		fetch_headers_add(&headers, line, strlen(line));
	}
	assert_memory_equal(
		buf_str(&headers.kept), "X-0: twenty-four bytes of it\nX-1: ", 34);
	assert_true(headers.kept.len > FETCH_KEEP_MAX / 2);
	assert_true(headers.kept.len < FETCH_KEEP_MAX * 3 / 2);
	fetch_headers_done(&headers);
}

/* What counts is the last answer's header: not an interim one's, not the trailers. */
static void
interim_answers_and_trailers(void **state)
{
	(void)state;
	struct fetch_headers headers;
	feed(&headers, "HTTP/1.1 103 Early Hints\r\nETag: \"early\"\r\n\r\n"
		       "HTTP/1.1 200 OK\r\nno colon here\r\n: empty\r\n"
		       "Content-Type: a/b\r\n folded: x\r\n\r\nETag: \"late\"\r\n");
	assert_int_equal(headers.status, 200);
	assert_null(headers.etag);
	assert_string_equal(headers.content_type, "a/b");
	assert_true(headers.ended);
	fetch_headers_done(&headers);
}

static void
odd_status_lines(void **state)
{
	(void)state;
	static const struct {
		const char *line;
		long want;
	} cases[] = {
		{"HTTP/1.1 404 Not Found\r\n", 404},
		{"HTTP/1.0 200\r\n", 200},
		{"HTTP/2 304 \r\n", 304},
		{"HTTP/1.1  301 x\r\n", 301},
		{"HTTP/1.1\r\n", 0},
		{"HTTP/1.1 abc\r\n", 0},
		{"HTTP/1.1 99999999999 x\r\n", 0},
		{"HTTP/\r\n", 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_headers headers;
		feed(&headers, cases[i].line);
		assert_int_equal(headers.status, cases[i].want);
		fetch_headers_done(&headers);
	}
}

/* RFC 3229: 226, and a 200 that says so (case 88). */
static void
deltas(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool want;
	} cases[] = {
		{"HTTP/1.1 226 IM Used\r\nIM: feed\r\n", true},
		{"HTTP/1.1 226 IM Used\r\n", true},
		{"HTTP/1.1 200 OK\r\nIM: feed\r\n", true},
		{"HTTP/1.1 200 OK\r\nim: gzip, Feed;x=1\r\n", false},
		{"HTTP/1.1 200 OK\r\nim: gzip, Feed\r\n", true},
		{"HTTP/1.1 200 OK\r\nIM: vcdiff\r\n", false},
		{"HTTP/1.1 200 OK\r\n", false},
		{"HTTP/1.1 404 No\r\nIM: feed\r\n", false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_headers headers;
		feed(&headers, cases[i].text);
		assert_int_equal(fetch_headers_delta(&headers), cases[i].want);
		fetch_headers_done(&headers);
	}
}

/* A field whose name begins like a status line throws nothing away, before the body or
 * after it. */
static void
fields_that_begin_like_a_status(void **state)
{
	(void)state;
	struct fetch_headers headers;
	feed(&headers, "HTTP/1.1 429 x\r\nRetry-After: 600\r\nHTTP/1.1: x\r\n"
		       "HTTP/x: 200 y\r\n\r\nHTTP/2: 200 OK\r\n\r\n");
	assert_int_equal(headers.status, 429);
	assert_int_equal(fetch_headers_retry_after(&headers, NOW), 600);
	fetch_headers_done(&headers);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates_in_three_forms),
		cmocka_unit_test(retry_after_in_both_forms_and_garbage),
		cmocka_unit_test(freshness_from_cache_control_and_expires),
		cmocka_unit_test(validators_verbatim),
		cmocka_unit_test(validators_that_cannot_be_sent),
		cmocka_unit_test(ranges_that_answers_have),
		cmocka_unit_test(validators_that_tell_versions_apart),
		cmocka_unit_test(fields_that_somebody_wants),
		cmocka_unit_test(all_fields),
		cmocka_unit_test(interim_answers_and_trailers),
		cmocka_unit_test(odd_status_lines),
		cmocka_unit_test(fields_that_begin_like_a_status),
		cmocka_unit_test(deltas),
	};
	return UNIT_RUN(tests);
}
