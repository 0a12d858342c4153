/*
 * What one poll brought, stored.
 */
#ifndef STORE_FEED_POLL_H
#define STORE_FEED_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct feed;
struct histogram;
struct http_state;
struct schedule_record;
struct store_batch;

/* What one poll brought: all of it goes into one transaction. */
struct store_poll {
	uint32_t feed;
	int64_t now;                   /* seconds since 1970: first seen of new items */
	const struct feed *document;   /* NULL: nothing new (304, failure) */
	const struct http_state *http; /* replaces the stored one; NULL: unchanged */
	const struct schedule_record *schedule; /* NULL: unchanged */
	const struct histogram *hist;           /* NULL: unchanged */
	bool release; /* ends this process's claim on the feed */
	/* document is one with older items (RFC 5005): they enter as read but for those
	 * posted at since or later, known ones stay as they are, and what it says of the
	 * feed itself is left. */
	bool older;
	int64_t since;
	/* While the feed has no items: so many, the newest, enter as unread; 0: all. */
	size_t first_unread;
};

struct store_poll_result {
	size_t added, edited;
};

/* Identity: guid; else link; else hash of title and date (design, "Store"). A document
 * whose items share guids falls back to the next key. A known item is updated in place
 * and keeps its state; an absent one stays. Caps of feed/parse.h hold already. */
int store_feed_put_poll(struct store_batch *batch, const struct store_poll *poll,
	struct store_poll_result *result, struct err *err) MUST_USE;

#endif
