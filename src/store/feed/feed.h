/*
 * Reads feeds.
 */
#ifndef STORE_FEED_FEED_H
#define STORE_FEED_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/feed.h"

struct arena;
struct histogram;
struct http_state;
struct schedule_record;
struct store_view;

/* A feed as lists show it. Strings are plain text, and NULL if unknown. */
struct store_feed {
	uint32_t id;      /* never reused for another feed */
	char *url;        /* what identifies it in the feeds file */
	char *address;    /* the one shown to people: url, or where an account's server
			     fetches it */
	char *title;      /* the user's, or else the feed's; NULL: neither has one */
	char *feed_title; /* from the feed's document */
	char *link;       /* address of the site */
	char **tags;
	size_t tags_len;
	bool hidden;    /* "!" in the feeds file */
	bool removed;   /* it lost its line: not shown, but kept */
	bool serial;    /* a podcast that is heard from the oldest episode on */
	char *podcast;  /* its podcast:guid, the same at every address; NULL: unknown */
	char *medium;   /* its podcast:medium; NULL: unknown */
	char *language; /* such as de; NULL: unknown */
	struct feed_broadcast live;
	uint32_t order; /* position in the feeds file */
	uint32_t unread, total, starred;
	int32_t status; /* last HTTP status; 0: never polled, or no answer */
	int32_t failures;
	int32_t took_ms;                           /* the last poll; 0: unknown */
	int64_t last_poll, next_poll, last_change; /* TIME_NONE: none */
	char *error;    /* the last failure in plain words; NULL: none */
	char *moved_to; /* where its server says that it moved for good; NULL: nowhere */
	bool adopted;   /* it is already polled there (model/http.h) */
	char *repairs;  /* what the parser had to repair; NULL: nothing */
};

/* All feeds in the order of the feeds file; with_removed includes the ones that lost
 * their line. *out is in arena. */
int store_feed_all(const struct store_view *view, struct arena *arena, bool with_removed,
	struct store_feed **out, size_t *len) MUST_USE;
int store_feed(const struct store_view *view, uint32_t id, struct arena *arena,
	struct store_feed *out) MUST_USE;

/* The titles of the other feeds that have the item's page, except those that the user has
 * unsubscribed from. *out is in arena. */
int store_feed_also(const struct store_view *view, uint64_t item, struct arena *arena,
	char ***out, size_t *len) MUST_USE;

/* Finds a feed by its normalised address. */
int
store_feed_find(const struct store_view *view, const char *url, uint32_t *id) MUST_USE;

/* What a poll needs to know. Each of the outputs may be NULL. */
int store_feed_state(const struct store_view *view, uint32_t id, struct arena *arena,
	struct http_state *http, struct schedule_record *schedule,
	struct histogram *hist) MUST_USE;

#endif
