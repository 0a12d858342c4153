/*
 * What an answer means for its feed: takes the result of fetch and the document in it,
 * and works out the feed's HTTP state after the poll. Uses neither the store nor a clock.
 */
#ifndef ENGINE_POLL_POLL_H
#define ENGINE_POLL_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "model/subscription.h"

struct conf_list_change;
struct engine_job_class;
struct feed;
struct fetch_result;
struct http_state;

enum engine_poll_kind {
	POLL_DOCUMENT,    /* a feed's document */
	POLL_PARTIAL,     /* 226: a document with the new items only */
	POLL_UNCHANGED,   /* 304, or the same bytes as last time */
	POLL_FAILED,      /* an answer without a feed */
	POLL_UNREACHABLE, /* no HTTP answer at all */
};

/* What a list of feeds changed. */
struct engine_mirror {
	struct arena arena; /* owns the rest */
	struct conf_list_change *changes;
	size_t len;
	bool doubted; /* it is fetched as a whole once more: conf/feeds_list.h */
};

struct engine_poll {
	struct engine_poll *next;
	const struct engine_job_class *class; /* of the job that was answered */
	uint32_t feed;
	int64_t now; /* when the answer came, in wall time */
	/* of the request: */
	bool conditional;   /* it had validators */
	bool moved;         /* it went to the address that the feed moved to */
	bool local;         /* a command or a file, without HTTP */
	bool astray;        /* it was redirected to another host or to a login page */
	enum source source; /* how the answer is read */
	char *line;         /* owned: of a page, with its selectors; else NULL */
	uint64_t old_hash;
	size_t pool_bytes; /* of the body, while a thread of the pool has it */
	/* set by engine_poll_judge and _digest: */
	enum engine_poll_kind kind;
	struct fetch_result *answer;  /* owned; its body is gone after the digest */
	struct feed *document;        /* owned; DOCUMENT and PARTIAL only */
	struct engine_mirror *mirror; /* owned: what a list of feeds changed; or NULL */
	char *page; /* the text of a watched page, in the document's arena */
	uint64_t body_hash;
	char *seen;     /* what came, for the user: headers, the body's beginning */
	struct err err; /* FAILED, UNREACHABLE: for the user */
	int trouble;    /* enum http_trouble */
};

/* Takes the answer. */
struct engine_poll *engine_poll_new(
	const struct engine_job_class *class, uint32_t feed, struct fetch_result *answer);
/* The answer is read as the feed's line says: html: lines have selectors in them. */
void engine_poll_read_as(struct engine_poll *poll, const char *line);
/* Frees a whole list. */
void engine_poll_free(struct engine_poll *list);

/* Whether the answer may come from a login page: it is from another host than the one
 * asked, or its address looks like that of one. If it is not a feed, the error says so.
 */
bool engine_poll_astray(const char *asked, const char *answered);

/* Judges the answer: sets kind, and parses the body. Where that is not a feed, document
 * may have the links of a page or list. Only computes; any thread. */
void engine_poll_judge(struct engine_poll *poll);
/* The same, and frees what is not needed to store the poll. */
void engine_poll_digest(struct engine_poll *poll);

/* Updates http from a digested poll: validators, hash, times, error, failures,
 * Retry-After, redirect; but not next_poll, which is up to the schedule. new_items: how
 * many of the document's items are new. Strings set in http borrow from poll and
 * arena. */
void engine_poll_apply(const struct engine_poll *poll, size_t new_items,
	struct http_state *http, struct arena *arena);

/* If a server keeps answering 304 for longer than the feed's habit explains
 * (POLL_FULL_GAPS times the usual gap between its posts), the feed is fetched without
 * validators once in POLL_FULL_SECONDS (case 77). gap in seconds, 0: not known. */
#define POLL_FULL_SECONDS ((int64_t)7 * 86400)
#define POLL_FULL_GAPS 4
#define POLL_FULL_GAP_MAX ((int64_t)30 * 86400)
bool engine_poll_conditional(const struct http_state *http, int64_t gap, int64_t now);

/* Seconds to pause after a 429 ("slow down") without Retry-After. */
#define POLL_SLOW_DOWN ((int64_t)60)
/* The end of the pause that the whole host asked for; TIME_NONE: it did not (case 73). */
int64_t engine_poll_host_pause(const struct engine_poll *poll);

#endif
