/*
 * What an answer means for its feed: fetch's result and the document in it → the feed's
 * HTTP state after the poll. No store and no clock in here.
 */
#ifndef ENGINE_POLL_POLL_H
#define ENGINE_POLL_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct engine_job_class;
struct feed;
struct fetch_result;
struct http_state;

enum engine_poll_kind {
	POLL_DOCUMENT,    /* a feed: store it */
	POLL_PARTIAL,     /* 226: only what is new; the rest is still there */
	POLL_UNCHANGED,   /* 304, or the same bytes as before */
	POLL_FAILED,      /* an answer, but no feed */
	POLL_UNREACHABLE, /* no HTTP answer at all */
};

struct engine_poll {
	struct engine_poll *next;
	const struct engine_job_class *class; /* of the job that it answers */
	uint32_t feed;
	int64_t now; /* when the answer had come */
	/* as asked: */
	bool conditional; /* with validators */
	bool moved;       /* at the adopted new address */
	bool local;       /* a command or a file: its answer is no HTTP */
	bool astray;      /* redirected to another host, or to a page to log in */
	uint64_t old_hash;
	size_t pool_bytes; /* of the body, while it is with the pool */
	/* from engine_poll_digest: */
	enum engine_poll_kind kind;
	struct fetch_result *answer; /* owned; its body is gone after the digest */
	struct feed *document;       /* owned; DOCUMENT and PARTIAL only */
	uint64_t body_hash;
	struct err err; /* FAILED, UNREACHABLE: for the user */
	int trouble;    /* and enum http_trouble */
};

/* Takes the answer. */
struct engine_poll *engine_poll_new(
	const struct engine_job_class *class, uint32_t feed, struct fetch_result *answer);
/* Frees a whole list. */
void engine_poll_free(struct engine_poll *list);

/* Whether a feed asked at one address and answered from the other may have been led to a
 * page to log in: of another host, or by its name. Then what is no feed says so. */
bool engine_poll_astray(const char *asked, const char *answered);

/* What feed_parse makes of an answer that is unpacked. */
int engine_poll_parse(
	const struct fetch_result *answer, struct feed **out, struct err *err) MUST_USE;
/* Decides kind, parses a body. CPU only; any thread. */
void engine_poll_digest(struct engine_poll *poll);

/* Takes a digested poll into http: validators, hash, times, error, failures, Retry-After,
 * redirect. new_items: how many of the document's items are new. Strings set in http
 * borrow from poll and arena. next_poll is left to the schedule. */
void engine_poll_apply(const struct engine_poll *poll, size_t new_items,
	struct http_state *http, struct arena *arena);

/* Servers that go on answering 304 for longer than the feed's habit explains (this many
 * times the usual gap between its posts) are asked without validators once in this time
 * (case 77). gap in seconds, 0: not known. */
#define POLL_FULL_SECONDS ((int64_t)7 * 86400)
#define POLL_FULL_GAPS 4
#define POLL_FULL_GAP_MAX ((int64_t)30 * 86400)
bool engine_poll_conditional(const struct http_state *http, int64_t gap, int64_t now);

/* An answer without Retry-After that means "slow down" (429) counts as this many
 * seconds. */
#define POLL_SLOW_DOWN ((int64_t)60)
/* Until when the whole host wants to be left alone, TIME_NONE: it doesn't (case 73). */
int64_t engine_poll_host_pause(const struct engine_poll *poll);

#endif
