/*
 * What is known of a feed's server between two polls. Strings are opaque bytes, sent back
 * exactly as they came (RFC 9110, section 8.8; cases 74-76).
 */
#ifndef MODEL_HTTP_H
#define MODEL_HTTP_H

#include <stdint.h>

#include "model/feed.h"

struct http_state {
	char *etag;          /* verbatim, quotes and W/ included; NULL none */
	char *last_modified; /* verbatim; NULL none */
	char *moved_to;      /* 301/308 candidate; NULL none */
	char *error;         /* the last failure in plain words; NULL when it worked */
	uint64_t body_hash;  /* hash64 of the last body that was stored; 0 none */
	int64_t last_poll;   /* when it was last asked; TIME_NONE never */
	int64_t last_change; /* when it last gave something new; TIME_NONE never */
	int64_t last_full;   /* the last 200; TIME_NONE never */
	int64_t fresh_until; /* Cache-Control / Expires; TIME_NONE none */
	int64_t retry_at;    /* an active Retry-After; TIME_NONE none */
	int64_t next_poll;   /* when it is due; TIME_NONE: at once */
	int64_t moved_since; /* first seen of moved_to; TIME_NONE none */
	int32_t moved_count; /* good polls that redirected there */
	int32_t status;      /* HTTP status of the last answer; 0 none */
	int32_t failures;    /* polls that failed in a row */
	struct feed_hints hints; /* of the last document: a 304 repeats none of them */
};

#endif
