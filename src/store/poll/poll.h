/*
 * What one poll brought, stored:
 *
 *	struct store_poll poll = {.feed = id, .now = now, .document = document};
 *	struct store_arrivals arrivals;
 *	store_poll_open(batch, &poll, &arena, &arrivals, &err);
 *	… arrivals.items[i] tells which items are new; the schedule learns from that …
 *	poll.arrivals = &arrivals;
 *	poll.schedule = &learned;
 *	store_poll_put(batch, &poll, &result, &err);
 */
#ifndef STORE_POLL_POLL_H
#define STORE_POLL_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct err;
struct feed;
struct feed_trace;
struct histogram;
struct http_state;
struct item;
struct schedule_record;
struct store;
struct store_arrival;
struct store_batch;

/* What a document's items are to the store. With these, a caller can check what a poll
 * brings before it is stored, and decide what becomes of it. They borrow the document,
 * and are valid until something else of the feed is stored. */
struct store_arrivals {
	struct store_arrival *items; /* of the document, in its order */
	size_t len;
	size_t fresh; /* of them, those that are new */
};

/* What one poll brought: all of it goes into one transaction. */
struct store_poll {
	uint32_t feed;
	int64_t now;                 /* seconds since 1970: first seen of new items */
	const struct feed *document; /* NULL: nothing new (304, failure) */
	/* What the document's items are; NULL: that is worked out here. */
	struct store_arrivals *arrivals;
	const struct http_state *http; /* replaces the stored one; NULL: unchanged */
	const struct schedule_record *schedule; /* NULL: unchanged */
	const struct histogram *hist;           /* NULL: unchanged */
	const struct feed_trace *trace;         /* NULL: unchanged */
	bool release; /* ends this process's claim on the feed */
	/* document is one with older items (RFC 5005): they enter as read except those
	 * posted at since or later, known ones stay as they are, and what it says of the
	 * feed itself is ignored. */
	bool older;
	int64_t since;
	/* document is a page of a server's list, of any age: its items may be known under
	 * other ids, which the server gives to them when a feed is unsubscribed from and
	 * subscribed to again. */
	bool page;
	/* document is what another program knew (poll/import.h): known items stay as they
	 * are. */
	bool imported;
	/* imported: when the program first saw each item; TIME_NONE: it does not know. */
	const int64_t *seen;
	/* While the feed has no items: the newest this many enter as unread; 0: all. */
	size_t first_unread;
	bool duplicates; /* new items may belong to stories of other feeds */
	bool texts; /* items are indexed by their texts, so that duplicates are found */
};

struct store_poll_result {
	size_t added, edited;
	size_t followed; /* of those added: the same podcast has them at another address
			  */
	/* The feed has just said that it is the same podcast as this one; 0: it has not.
	 * For the engine, which sets it. */
	uint32_t same;
};

/* Works out what the items of poll->document are; the members of poll that are about the
 * items have to be set (feed, now, older, since, first_unread). Writes nothing. */
int store_poll_open(struct store_batch *batch, const struct store_poll *poll,
	struct arena *arena, struct store_arrivals *out, struct err *err) MUST_USE;

/* The text of an item, which is new, as fold_text folds it (FOLD_CASE). FOLD_ROOM bytes
 * after it can be read. It is valid until the batch ends, and kept for the index, so that
 * a text is folded once; if there is no room for that, p is NULL. */
struct span store_poll_text(
	struct store *store, const struct item *item, struct store_arrival *arrival);

/* Identity: guid; else link; else hash of title and date (store/identity/identity.h). A
 * document whose items share guids falls back to the next key. A known item is updated in
 * place and keeps its state; an absent one stays. The document is already within the
 * limits of feed/parse.h. */
int store_poll_put(struct store_batch *batch, const struct store_poll *poll,
	struct store_poll_result *result, struct err *err) MUST_USE;

/* Records what was done to the arrivals that were stored with it (acted). Only between
 * store_journal_begin_rules and store_journal_pause_rules. */
int store_poll_note(struct store_batch *batch, const struct store_arrivals *arrivals,
	struct err *err) MUST_USE;

#endif
