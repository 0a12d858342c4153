/*
 * Parses an answer's header section (RFC 9110, RFC 9111), line by line. Pure: the time is
 * an argument. One thread.
 */
#ifndef FETCH_HEADERS_H
#define FETCH_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

/* The longest validator that is kept and sent back; longer ones are ignored. */
#define FETCH_VALIDATOR_MAX 4096
/* RFC 9111, section 1.2.2: larger numbers count as 2^31 seconds. */
#define FETCH_SECONDS_MAX ((int64_t)INT32_MAX)
/* Last-Modified is a strong validator if it is at least this much older than Date: a file
 * that changed twice within a second had time to get another date (RFC 9110, section
 * 8.8.2.2, and, for the minute, RFC 7232, section 2.2.2). */
#define FETCH_STRONG_SECONDS 60

#define FETCH_KEEP_MAX ((size_t)16 * 1024) /* bytes of the fields that are kept */

/* Start with zeroes. Values are verbatim; NULL: absent. */
struct fetch_headers {
	long status;
	bool ended; /* after the blank line: further lines are trailers */
	char *etag, *last_modified, *content_type, *content_encoding, *location;
	char *retry_after, *date, *expires, *age, *im, *content_range;
	char *mitigated;       /* Cloudflare's; "challenge": a puzzle for browsers */
	int64_t cache_max_age; /* Cache-Control; -1 absent */
	bool no_store;         /* no-store or no-cache */
	const char *keep;      /* comma-separated names of other fields, * for all; NULL
				  none */
	struct buf kept;       /* those that came, as lines "Name: value" */
};

/* Which part of a document an answer holds; -1 unknown. */
struct fetch_range {
	int64_t first, last; /* offsets of bytes, last included */
	int64_t total;       /* bytes of the whole document */
};

/* Forgets everything but keep, which is borrowed. */
void fetch_headers_done(struct fetch_headers *headers);
/* Takes one line, including its line end. A status line clears what was there: that was
 * an interim answer (RFC 9110, section 15.2). */
void fetch_headers_add(struct fetch_headers *headers, const char *line, size_t n);

/* Retry-After in seconds from now, 0 if it is in the past; -1: absent or malformed (case
 * 79). now: seconds since 1970, which counts if the server sent no Date. */
int64_t fetch_headers_retry_after(const struct fetch_headers *headers, int64_t now);
/* How long the answer stays fresh (RFC 9111, section 4.2): max-age less Age, or else
 * Expires less Date, at least 0; -1: the server did not say. */
int64_t fetch_headers_max_age(const struct fetch_headers *headers, int64_t now);

/* Content-Range (RFC 9110, section 14.4). False: absent or malformed. */
bool fetch_headers_range(const struct fetch_headers *headers, struct fetch_range *out);
/* The validator for If-Range (RFC 9110, section 13.1.5): the entity tag if it is strong,
 * or else Last-Modified if that is; NULL: neither. Borrowed. */
const char *fetch_headers_validator(const struct fetch_headers *headers, int64_t now);

/* Whether the answer has only new items (RFC 3229, section 10.5.3, manipulation "feed"):
 * a 226, or a 200 from a cache or server that changes the code. */
bool fetch_headers_delta(const struct fetch_headers *headers);

/* Parses an HTTP-date in any of its three forms (RFC 9110, section 5.6.7): seconds since
 * 1970, or TIME_NONE. now decides the century of two-digit years. */
int64_t fetch_headers_date(struct span text, int64_t now);

#endif
