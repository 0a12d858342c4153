/*
 * Feeds, read.
 */
#ifndef STORE_FEED_FEED_H
#define STORE_FEED_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct histogram;
struct http_state;
struct schedule_record;
struct store_view;

/* A feed as lists show it. Strings NULL when unknown, plain text. */
struct store_feed {
	uint32_t id; /* never used again for another feed */
	char *url;
	char *title;      /* the user's own, else the feed's; NULL: neither */
	char *feed_title; /* the document's */
	char *link;       /* the site */
	char **tags;
	size_t tags_len;
	bool hidden;    /* "!" in the feeds file */
	bool removed;   /* its line is gone: not shown, but kept */
	uint32_t order; /* place in the feeds file */
	uint32_t unread, total, starred;
	int32_t status; /* last HTTP status; 0 never asked or no answer */
	int32_t failures;
	int64_t last_poll, next_poll, last_change; /* TIME_NONE none */
	char *error;    /* last failure, plain words; NULL none */
	char *moved_to; /* where its server says that it is for good; NULL: here */
	bool adopted;   /* it is asked there by now (model/http.h) */
	char *repairs;  /* what the parser mended; NULL nothing */
};

/* All feeds in the order of the feeds file; removed ones only if with_removed. *out is
 * allocated in arena. */
int store_feeds(const struct store_view *view, struct arena *arena, bool with_removed,
	struct store_feed **out, size_t *len) MUST_USE;
int store_feed(const struct store_view *view, uint32_t id, struct arena *arena,
	struct store_feed *out) MUST_USE;

/* By normalised address. */
int
store_feed_find(const struct store_view *view, const char *url, uint32_t *id) MUST_USE;

/* What the engine needs for a poll. Any of the outputs may be NULL. */
int store_feed_state(const struct store_view *view, uint32_t id, struct arena *arena,
	struct http_state *http, struct schedule_record *schedule,
	struct histogram *hist) MUST_USE;

#endif
