/*
 * Lists of items: the keys of the items in a scope, one page at a time, newest first.
 *
 *	struct store_key keys[100];
 *	size_t len = 100;
 *	const struct store_key *after = NULL;
 *	while (status == OK && len == 100) {
 *		status = store_item_keys(&view, &scope, after, keys, 100, &len);
 *		… show keys[0 … len) …
 *		after = &keys[99];
 *	}
 *
 * A view may end after each page. What others add or delete meanwhile only shows in the
 * pages that are still to be read.
 */
#ifndef STORE_ITEM_LIST_H
#define STORE_ITEM_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_view;

enum store_scope_kind {
	STORE_ALL,
	STORE_FEED,    /* of .feed */
	STORE_UNREAD,  /* of all feeds */
	STORE_STARRED, /* of all feeds */
	STORE_TAG,     /* of the feeds with .tag or below it */
	STORE_TAGGED,  /* items that have .tag themselves; tags below it do not count */
	STORE_HIDDEN,  /* of all feeds; they are in no other scope */
};

struct store_scope {
	enum store_scope_kind kind;
	uint32_t feed;
	const char *tag;
};

/* The position of an item in lists, which are sorted by (time, id), descending. */
struct store_key {
	int64_t time; /* sort time: min(published, first seen) */
	uint64_t id;
};

/* Gets up to max keys of the scope that come after `after`; NULL: from the first. *len is
 * their number, and less than max at the end of the list. */
int store_item_keys(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max,
	size_t *len) MUST_USE;
/* The same in the opposite order: from the oldest on. */
int store_item_keys_oldest(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max,
	size_t *len) MUST_USE;

/* How a feed posts, from its newest items: the date of the newest (TIME_NONE: it has
 * none), and the usual seconds between two (0: there are too few to tell). */
void store_item_frequency(
	const struct store_view *view, uint32_t feed, int64_t *newest, int64_t *gap);

#endif
