/*
 * Items that another program had, stored with what it said of them.
 *
 *	store_feed_put_import(batch, &import, &result, &err);     for each feed
 *	store_feed_put_anywhere(batch, list, len, now, &n, &err); for what names no feed
 *
 * They are the feed's items from then on; its first document after that replaces their
 * texts and tells their real guids (item/adopt_inside.h). A row of the table import keeps
 * what was said, so that saying it again does not take back what the user did since.
 */
#ifndef STORE_FEED_IMPORT_H
#define STORE_FEED_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct feed;
struct item;
struct store_batch;

enum store_said {
	STORE_SAID_READ = 1 << 0,
	STORE_SAID_STARRED = 1 << 1,
	STORE_SAID_DELETED = 1 << 2,
};

/* What the other program says of an item. */
struct store_import_item {
	int said;                   /* enum store_said */
	int64_t seen;               /* when it was first seen there; TIME_NONE: unknown */
	int64_t position, duration; /* of its episode, in milliseconds; 0: unknown */
	bool played;                /* … to its end */
	int64_t queued;             /* place in the queue, from 1; 0: none */
	char **tags;
	size_t tags_len;
};

struct store_import {
	uint32_t feed;
	int64_t now; /* seconds since 1970 */
	const struct feed *document;
	const struct store_import_item *items; /* one for each of the document's */
	bool again; /* what an earlier import said counts again */
};

struct store_import_queued {
	int64_t place;
	uint64_t item;
};

struct store_import_result {
	size_t added, known; /* items that are new; that were there */
	size_t changed;      /* marks of those that were there */
	/* What is to be queued, which is left to the caller; free() it. */
	struct store_import_queued *queued;
	size_t queued_len, queued_cap;
};

/* Adds to the counts in result. */
int store_feed_put_import(struct store_batch *batch, const struct store_import *import,
	struct store_import_result *result, struct err *err) MUST_USE;

/* Items by their guids or links, in whatever feed: those that are here get their marks,
 * *found of the list; for the others the marks wait, STATE_WAIT_DAYS at most, until an
 * item arrives that is new. */
struct store_anywhere {
	const char *guid, *link; /* either may be NULL */
	struct store_import_item says;
	bool waits; /* for more of them, even if one is here; it is not counted */
};
int store_feed_put_anywhere(struct store_batch *batch, const struct store_anywhere *list,
	size_t len, int64_t now, size_t *found, struct err *err) MUST_USE;

#endif
