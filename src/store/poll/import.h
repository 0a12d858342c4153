/*
 * Items that another program had, stored with what it said of them.
 *
 *	store_poll_put_import(batch, &import, &result, &err);     for each feed
 *	store_poll_put_anywhere(batch, list, len, now, &err); for what names no feed
 *
 * They are the feed's items from then on; its first document after that replaces their
 * texts and brings their real guids (identity/adopt_inside.h). A row of the table import
 * keeps what was said, so that saying it again does not take back what the user did
 * since.
 */
#ifndef STORE_POLL_IMPORT_H
#define STORE_POLL_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct feed;
struct store_batch;
struct store_view;

enum store_imported {
	STORE_IMPORTED_READ = 1 << 0,
	STORE_IMPORTED_STARRED = 1 << 1,
	STORE_IMPORTED_DELETED = 1 << 2,
	STORE_IMPORTED_QUEUED = 1 << 3,
	STORE_IMPORTED_HEARD = 1 << 4, /* to a position, or to its end */
	STORE_IMPORTED_HIDDEN = 1 << 5,
};

/* With STORE_IMPORTED_QUEUED or STORE_IMPORTED_HEARD. */
struct store_import_episode {
	uint64_t item;
	uint32_t place;             /* in the queue; 0: it is not there */
	int64_t position, duration; /* milliseconds; 0: unknown */
	int64_t heard;              /* when; 0: unknown */
	bool played;                /* to its end */
	const char *url, *file;     /* of the episode; on this machine (NULL: none) */
};

/* What the other program says of an item. */
struct store_import_item {
	int marks;    /* enum store_imported */
	int64_t seen; /* when it was first seen there; TIME_NONE: unknown */
	char **tags;
	size_t tags_len;
	struct store_import_episode episode;
};

struct store_import {
	uint32_t feed;
	int64_t now; /* seconds since 1970 */
	const struct feed *document;
	const struct store_import_item *items; /* one for each of the document's */
	bool again; /* what an earlier import said counts again */
};

struct store_import_result {
	size_t added, known; /* items that are new; that were there */
	size_t changed;      /* marks of those that were there */
	/* The caller puts them where they belong, and frees the list. */
	struct store_import_episode *episodes;
	size_t episodes_len, episodes_cap;
};

/* Adds to the counts in result. */
int store_poll_put_import(struct store_batch *batch, const struct store_import *import,
	struct store_import_result *result, struct err *err) MUST_USE;

/* Was the item brought by an import that was undone? It is in the trash then, but nobody
 * deleted it. */
bool store_poll_is_withdrawn(const struct store_view *view, uint64_t id);

/* Items by their guids or links, in any feed: those that are here get their marks; for
 * the others the marks wait, STATE_WAIT_DAYS at most, until such an item arrives and is
 * new. */
struct store_anywhere {
	const char *guid, *link; /* either may be NULL */
	struct store_import_item says;
	uint32_t except; /* items of this feed are left out; 0: of none */
	bool waits;      /* for more of them, even if one is here */
	bool found;      /* set: one is here */
};
int store_poll_put_anywhere(struct store_batch *batch, struct store_anywhere *list,
	size_t len, int64_t now, struct err *err) MUST_USE;

#endif
