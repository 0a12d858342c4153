/*
 * What we read of an answer's header section (RFC 9110, RFC 9111), line by line. Pure:
 * the clock is an argument. One thread.
 */
#ifndef FETCH_HEADERS_H
#define FETCH_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

/* Longest validator that we keep and send back; a longer one counts as absent. */
#define FETCH_VALIDATOR_MAX 4096
/* RFC 9111, section 1.2.2: what is too large to hold is taken for 2^31 seconds. */
#define FETCH_SECONDS_MAX ((int64_t)INT32_MAX)
/* Last-Modified is a strong validator if it is at least this much older than Date: a file
 * that changed twice within a second had time to get another one (RFC 9110, section
 * 8.8.2.2, and, for the minute, RFC 7232, section 2.2.2). */
#define FETCH_STRONG_SECONDS 60

/* Zeroed before use; field values verbatim, NULL when absent. */
struct fetch_headers {
	long status;
	bool ended; /* the blank line was seen: what follows are trailers */
	char *etag, *last_modified, *content_type, *content_encoding, *location;
	char *retry_after, *date, *expires, *age, *im, *content_range;
	int64_t cache_max_age; /* Cache-Control; -1 absent */
	bool no_store;         /* no-store or no-cache */
	const char *keep;      /* comma-separated names of other fields; NULL none */
	struct buf kept;       /* those that came, as lines "Name: value" */
};

/* Which part of a document an answer holds; -1 unknown. */
struct fetch_range {
	int64_t first, last; /* offsets of bytes, last included */
	int64_t total;       /* bytes of the whole document */
};

/* Forgets everything but keep, which is borrowed. */
void fetch_headers_done(struct fetch_headers *headers);
/* One line as it came, line end included. A status line forgets what stood before it (an
 * interim answer, RFC 9110, section 15.2). */
void fetch_headers_add(struct fetch_headers *headers, const char *line, size_t n);

/* Retry-After in seconds from now; a moment in the past is 0; -1 absent or garbage
 * (case 79). now: seconds since 1970, used when the server sent no Date. */
int64_t fetch_headers_retry_after(const struct fetch_headers *headers, int64_t now);
/* How long the answer is fresh from now on (RFC 9111, section 4.2): max-age less Age,
 * else Expires less Date, never below 0; -1 when the server did not say. */
int64_t fetch_headers_max_age(const struct fetch_headers *headers, int64_t now);

/* Content-Range (RFC 9110, section 14.4). False: absent or malformed. */
bool fetch_headers_range(const struct fetch_headers *headers, struct fetch_range *out);
/* What If-Range may be sent with (RFC 9110, section 13.1.5): the entity tag if it is
 * strong, else Last-Modified if that is; NULL neither. Borrowed. */
const char *fetch_headers_validator(const struct fetch_headers *headers, int64_t now);

/* The answer holds only what is new (RFC 3229, section 10.5.3; the manipulation "feed"):
 * 226, or what a cache or a careless server made a 200 of. */
bool fetch_headers_delta(const struct fetch_headers *headers);

/* An HTTP-date in its three forms (RFC 9110, section 5.6.7): seconds since 1970, or
 * TIME_NONE. now decides the century of a two-digit year. */
int64_t fetch_headers_date(struct span text, int64_t now);

#endif
