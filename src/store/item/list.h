/*
 * Lists of items: their keys, a page at a time.
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
	STORE_TAGGED,  /* items that themselves have .tag, and no other */
};

struct store_scope {
	enum store_scope_kind kind;
	uint32_t feed;
	const char *tag;
};

/* An item's place in the order of a list: newest first is descending (time, id). */
struct store_key {
	int64_t time; /* sort time: min(published, first seen) */
	uint64_t id;
};

/* Up to max keys of scope, newest first, that come after `after` (NULL: from the first;
 * exclusive). *len is how many; fewer than max means the end. */
int store_item_keys(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max,
	size_t *len) MUST_USE;

#endif
