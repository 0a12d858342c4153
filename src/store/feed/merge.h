/*
 * Two feeds become one: what the journal needs of it. The rest is in write.h and read.h.
 */
#ifndef STORE_FEED_MERGE_H
#define STORE_FEED_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/item/list.h"

struct err;
struct map;
struct store_batch;

/* Two feeds become one (case 83): the items of `from` go to `into`. One that `into` has
 * already stays where it is, and its state is added to that of its double: read in one is
 * read, starred in one is starred, tags of both; a star or tag outlasts a deletion of the
 * double. Other machines are told (state.h). Journaled, so after store_journal_begin. */
struct store_feed_merge {
	uint32_t from, into;
	bool more;      /* call again in another batch */
	size_t changed; /* items that moved or whose double changed, in this step */
	/* The store's: */
	bool begun;
	struct store_key at; /* the last item that was looked at */
	struct map *prints;  /* fingerprint → item of into */
};

/* At most max items a call. store_feed_merge_done in any case, after the last. */
int store_feed_merge(struct store_batch *batch, struct store_feed_merge *merge,
	const char *name, size_t max, struct err *err) MUST_USE;
void store_feed_merge_done(struct store_feed_merge *merge);

#endif
