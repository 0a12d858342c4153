/*
 * What is known of a feed's server between two polls. Strings are opaque bytes, sent back
 * exactly as they came (RFC 9110, section 8.8; cases 74-76).
 */
#ifndef MODEL_HTTP_H
#define MODEL_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/feed.h"

/* Why a poll failed: how long to wait then depends on it (schedule/backoff.h). Numbers
 * are stored: never change one. */
enum http_trouble {
	TROUBLE_NONE = 0,
	TROUBLE_NAME = 1,       /* the host's name was not found (DNS) */
	TROUBLE_CONNECT = 2,    /* no connection */
	TROUBLE_TIMEOUT = 3,    /* too slow, at any step */
	TROUBLE_TLS = 4,        /* no encrypted connection, certificate not accepted */
	TROUBLE_BROKEN = 5,     /* the answer broke off, or is no HTTP */
	TROUBLE_LIMIT = 6,      /* too long, too many redirects, forbidden target */
	TROUBLE_REFUSED = 7,    /* 401, 403, 407, 451 */
	TROUBLE_MISSING = 8,    /* 404 */
	TROUBLE_GONE = 9,       /* 410 */
	TROUBLE_SLOW_DOWN = 10, /* 429 */
	TROUBLE_SERVER = 11,    /* 5xx */
	TROUBLE_REQUEST = 12,   /* other 4xx, answers that are not understood */
	TROUBLE_NOT_FEED = 13,  /* an answer, but no feed */
	TROUBLE_LOGIN = 14,     /* led to a page of another host that is no feed */
	TROUBLE_LOCAL = 15,     /* a command, a file or the store failed */
	TROUBLE_LEN,
};

/* A word for people and for programs: "name", "time-out"; "" for TROUBLE_NONE. */
const char *http_trouble_name(int trouble);

/* A poll that is over, as `courant why` tells it. */
struct http_poll {
	int64_t at;        /* seconds since 1970 */
	int32_t status;    /* HTTP status; 0: none came */
	int32_t trouble;   /* enum http_trouble */
	int64_t new_items; /* that it brought */
	int64_t bytes;     /* of the answer's body, on the wire */
	bool conditional;  /* asked with validators */
};

/* A permanent redirect is followed at once, but its target is asked in the address's
 * place only after so many good polls over so long (case 82). */
#define HTTP_MOVED_COUNT 3
#define HTTP_MOVED_SECONDS ((int64_t)7 * 86400)

#define HTTP_RULES_MAX 9  /* that may bound a poll */
#define HTTP_POLLS_MAX 12 /* remembered a feed */
#define HTTP_POLL_NUMBERS 5

struct http_state {
	char *etag;           /* verbatim, quotes and W/ included; NULL none */
	char *last_modified;  /* verbatim; NULL none */
	char *moved_to;       /* 301/308 candidate; NULL none */
	char *error;          /* the last failure in plain words; NULL when it worked */
	uint64_t body_hash;   /* hash64 of the last body that was stored; 0 none */
	int64_t last_poll;    /* when it was last asked; TIME_NONE never */
	int64_t last_change;  /* when it last gave something new; TIME_NONE never */
	int64_t last_full;    /* the last 200; TIME_NONE never */
	int64_t fresh_until;  /* Cache-Control / Expires; TIME_NONE none */
	int64_t retry_at;     /* an active Retry-After; TIME_NONE none */
	int64_t next_poll;    /* when it is due; TIME_NONE: at once */
	int64_t moved_since;  /* first seen of moved_to; TIME_NONE none */
	int32_t moved_count;  /* good polls that redirected there */
	int32_t status;       /* HTTP status of the last answer; 0 none */
	int32_t failures;     /* polls that failed in a row */
	int32_t trouble;      /* enum http_trouble of the last of them */
	int64_t failed_since; /* when the first of them was; TIME_NONE none */
	int32_t reason;       /* enum due_reason of next_poll */
	char *older;          /* where fetching older items goes on; NULL nowhere */
	int64_t older_end;    /* when it came to the end; TIME_NONE never */
	struct feed_hints hints; /* of the last document: a 304 repeats none of them */
	/* What each rule said of next_poll, weakest first: a time, an enum due_reason. */
	int64_t rules[HTTP_RULES_MAX * 2];
	uint16_t rules_len;
	/* The newest polls, oldest first; http_poll_at takes one apart. */
	int64_t polls[HTTP_POLLS_MAX * HTTP_POLL_NUMBERS];
	uint16_t polls_len;
	/* Requests ever made, those of them with validators, and the same of the UTC day
	 * (since 1970) of the last. */
	uint32_t requests, conditional;
	int64_t day;
	uint32_t day_requests, day_conditional;
};

/* The feed is asked at moved_to by now. */
bool http_move_adopted(const struct http_state *http, int64_t now);
/* Forgets moved_to. */
void http_forget_move(struct http_state *http);
/* Counts a request that was no poll: for a document with older items. */
void http_count_older(struct http_state *http, int64_t at);
/* Remembers and counts a poll; the oldest is forgotten for it. */
void http_poll_add(struct http_state *http, const struct http_poll *poll);
size_t http_polls(const struct http_state *http);
/* The nth of them, 0 the oldest. */
struct http_poll http_poll_at(const struct http_state *http, size_t n);

#endif
