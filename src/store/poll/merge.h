/*
 * Merges a feed into another one, in slices.
 *
 *	struct store_poll_merge merge = {.from = from, .into = into, .more = true};
 *	while (status == OK && merge.more) {
 *		status = store_batch_begin(store, &batch, err);
 *		if (status)
 *			break;
 *		status = store_journal_begin(batch, &group, now, err);
 *		if (status == OK)
 *			status = store_poll_merge(batch, &merge, name, 200, err);
 *		status = store_batch_end(batch, status, err);
 *	}
 *	store_poll_merge_done(&merge);
 */
#ifndef STORE_POLL_MERGE_H
#define STORE_POLL_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/item/list.h"

struct err;
struct map;
struct store_batch;

/* Moves the items of `from` to `into` (case 83). An item that `into` has already stays,
 * and its state is added to that of its duplicate: read if one of them is read, starred
 * if one is starred, with the tags of both, at the later place of an episode; a star or
 * tag restores a deleted duplicate. Other machines are told that both addresses belong to
 * one feed. */
struct store_poll_merge {
	uint32_t from, into;
	bool more;      /* call again in another batch */
	size_t changed; /* items that moved, or whose duplicate changed, in this step */
	/* For store_poll_merge only: */
	bool begun;
	struct store_key at;      /* the last item handled */
	struct map *fingerprints; /* fingerprint → item of into */
};

/* Handles at most max items. The batch is journaled. name: what people call the feed.
 * store_poll_merge_done frees what the struct holds. */
int store_poll_merge(struct store_batch *batch, struct store_poll_merge *merge,
	const char *name, size_t max, struct err *err) MUST_USE;
void store_poll_merge_done(struct store_poll_merge *merge);

#endif
