/*
 * What is remembered about a feed's server from one poll to the next. Validators are
 * opaque bytes, sent back exactly as they came (RFC 9110, section 8.8; cases 74-76).
 */
#ifndef MODEL_HTTP_H
#define MODEL_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/feed.h"

/* Why a poll failed, which decides how long to wait (schedule/backoff.h). The numbers are
 * stored: never change one. */
enum http_trouble {
	TROUBLE_NONE = 0,
	TROUBLE_NAME = 1,       /* the host's name was not found (DNS) */
	TROUBLE_CONNECT = 2,    /* no connection */
	TROUBLE_TIMEOUT = 3,    /* too slow, in any phase */
	TROUBLE_TLS = 4,        /* no encrypted connection, certificate not accepted */
	TROUBLE_BROKEN = 5,     /* the answer broke off, or is not HTTP */
	TROUBLE_LIMIT = 6,      /* too long, too many redirects, forbidden target */
	TROUBLE_REFUSED = 7,    /* 401, 403, 407, 451 */
	TROUBLE_MISSING = 8,    /* 404 */
	TROUBLE_GONE = 9,       /* 410 */
	TROUBLE_SLOW_DOWN = 10, /* 429 */
	TROUBLE_SERVER = 11,    /* 5xx */
	TROUBLE_REQUEST = 12,   /* other 4xx, answers not understood */
	TROUBLE_NOT_FEED = 13,  /* the answer is not a feed */
	TROUBLE_LOGIN = 14,     /* redirected to a page of another host, not a feed */
	TROUBLE_LOCAL = 15,     /* a command, a file or the store failed */
	TROUBLE_LEN,
};

/* A word for people and programs, such as "name" or "time-out"; "" for TROUBLE_NONE. */
const char *http_trouble_name(int trouble);

/* A past poll, for `courant why`. */
struct http_poll {
	int64_t at;        /* seconds since 1970 */
	int32_t status;    /* HTTP status; 0: no answer came */
	int32_t trouble;   /* enum http_trouble */
	int64_t new_items; /* how many items it brought */
	int64_t bytes;     /* of the answer's body, as transferred */
	bool conditional;  /* the request had validators */
};

/* A permanent redirect is followed at once, but polls go directly to its target only
 * after this many good polls over this long (case 82). */
#define HTTP_MOVED_COUNT 3
#define HTTP_MOVED_SECONDS ((int64_t)7 * 86400)

#define HTTP_RULES_MAX 9  /* rules that may determine a poll's time */
#define HTTP_POLLS_MAX 12 /* polls that are remembered per feed */
#define HTTP_POLL_NUMBERS 5

struct http_state {
	char *etag;           /* verbatim, including quotes and W/; NULL: none */
	char *last_modified;  /* verbatim; NULL: none */
	char *moved_to;       /* target of permanent redirects; NULL: none */
	char *error;          /* the last failure in words; NULL: it succeeded */
	uint64_t body_hash;   /* hash64 of the last body that was stored; 0: none */
	int64_t last_poll;    /* when it was last polled; TIME_NONE: never */
	int64_t last_change;  /* when it last had something new; TIME_NONE: never */
	int64_t last_full;    /* the last status 200; TIME_NONE: never */
	int64_t fresh_until;  /* Cache-Control or Expires; TIME_NONE: none */
	int64_t retry_at;     /* a Retry-After in force; TIME_NONE: none */
	int64_t next_poll;    /* when it is due; TIME_NONE: at once */
	int64_t moved_since;  /* when moved_to was first seen; TIME_NONE: none */
	int32_t moved_count;  /* good polls that were redirected there */
	int32_t status;       /* HTTP status of the last answer; 0: none */
	int32_t failures;     /* number of failed polls in a row */
	int32_t trouble;      /* enum http_trouble of the last of them */
	int64_t failed_since; /* time of the first of them; TIME_NONE: none */
	int32_t reason;       /* enum due_reason of next_poll */
	int32_t took_ms;      /* from the last request to its answer's end; 0: unknown */
	char *older;          /* where to continue fetching older items; NULL: nowhere */
	int64_t older_end;    /* when there were no older items left; TIME_NONE: never */
	struct feed_hints hints; /* from the last document: a 304 does not repeat them */
	/* What each rule said about next_poll, the weakest first: a time and an enum
	 * due_reason for each. */
	int64_t rules[HTTP_RULES_MAX * 2];
	uint16_t rules_len;
	/* The last polls, the oldest first; http_poll_at decodes one. */
	int64_t polls[HTTP_POLLS_MAX * HTTP_POLL_NUMBERS];
	uint16_t polls_len;
	/* Counts of all requests so far and of the conditional ones, and the same for the
	 * UTC day (since 1970) of the last request. */
	uint32_t requests, conditional;
	int64_t day;
	uint32_t day_requests, day_conditional;
};

/* Whether the feed is now polled at moved_to. */
bool http_move_adopted(const struct http_state *http, int64_t now);
/* Forgets moved_to. */
void http_forget_move(struct http_state *http);
/* Counts a request that is not a poll but fetches a document with older items. */
void http_count_older(struct http_state *http, int64_t at);
/* Remembers and counts a poll, replacing the oldest if need be. */
void http_poll_add(struct http_state *http, const struct http_poll *poll);
/* How many polls are remembered, and the nth of them, where 0 is the oldest. */
size_t http_polls(const struct http_state *http);
struct http_poll http_poll_at(const struct http_state *http, size_t n);

#endif
