/*
 * The header section of an answer, line by line as libcurl hands it on: what is read of
 * it is within its bounds, and what is sent back to servers, or kept for others, has no
 * control characters. The first byte chooses whether fields are kept.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/time.h"
#include "fetch/headers.h"

#define NOW ((int64_t)1795780800) /* Fri, 27 Nov 2026 12:00:00 GMT */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
want(bool holds)
{
	if (!holds)
		abort();
}

static bool
clean(const char *s, bool newlines)
{
	for (; s && *s; s++) {
		unsigned char c = (unsigned char)*s;
		if ((c < ' ' && c != '\t' && !(newlines && c == '\n')) || c == 0x7f)
			return false;
	}
	return true;
}

static bool
seconds(int64_t value)
{
	return value >= -1 && value <= FETCH_SECONDS_MAX;
}

static void
check(const struct fetch_headers *headers)
{
	struct fetch_range range;
	const char *validator = fetch_headers_validator(headers, NOW);
	want(headers->status >= 0 && headers->status < 1000);
	want(seconds(headers->cache_max_age));
	want(seconds(fetch_headers_retry_after(headers, NOW)));
	want(seconds(fetch_headers_max_age(headers, NOW)));
	want(clean(headers->etag, false) && clean(headers->last_modified, false));
	want(!headers->etag || strlen(headers->etag) <= FETCH_VALIDATOR_MAX);
	want(!validator || validator == headers->etag ||
		validator == headers->last_modified);
	want(clean(buf_str(&headers->kept), true));
	want(headers->kept.len == 0 || headers->keep);
	(void)fetch_headers_delta(headers);
	if (!fetch_headers_range(headers, &range))
		return;
	want(range.first >= -1 && range.last >= range.first);
	want(range.total == -1 || range.total > range.last);
	want(range.first >= 0 || range.total >= 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n < 1)
		return 0;
	struct fetch_headers headers = {.cache_max_age = -1};
	const char *p = (const char *)data + 1, *end = (const char *)data + n;
	headers.keep = data[0] & 1 ? "ETag, X-Reader-Zone1-Usage,a," : NULL;
	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t len = newline ? (size_t)(newline + 1 - p) : (size_t)(end - p);
		/* exactly as long: what reads after it is seen */
		char *line = malloc(len);
		if (!line)
			abort();
		memcpy(line, p, len);
		fetch_headers_add(&headers, line, len);
		free(line);
		p += len;
	}
	check(&headers);
	fetch_headers_done(&headers);
	return 0;
}
