/*
 * The queue of episodes to be played, the same for all processes. An item that leaves it
 * keeps its rank, so that undoing brings it back to its place.
 */
#ifndef STORE_MEDIA_EPISODE_QUEUE_H
#define STORE_MEDIA_EPISODE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_view;

struct store_queue_row {
	uint64_t rank; /* ascends along the queue */
	uint64_t item;
	int64_t since;    /* when it was put there */
	int64_t duration; /* milliseconds, by its feed; 0 unknown */
};

/* Gets up to max rows after rank `after` (0: from the front). *len is their number, and
 * less than max at the end. Deleted items are left out. */
int store_media_queue(const struct store_view *view, uint64_t after,
	struct store_queue_row *rows, size_t max, size_t *len) MUST_USE;
/* How many items are in it, deleted ones included. */
uint64_t store_media_queue_len(const struct store_view *view);
bool store_media_queue_has(const struct store_view *view, uint64_t item);
/* The item after this one, or the first of the queue if this one (0, say) is not in it.
 * 0: there is none. */
uint64_t store_media_queue_next(const struct store_view *view, uint64_t item);

/* All of these are journaled, and return a status. *changed (may be NULL): how many items
 * they changed. Items without an episode are left out. */

/* Puts items at the end, or (next) in front, in their order. Items that are in the queue
 * already stay where they are, unless next. */
int store_media_queue_add(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool next, int64_t now, size_t *changed, struct err *err) MUST_USE;
int store_media_queue_drop(struct store_batch *batch, const uint64_t *ids, size_t len,
	size_t *changed, struct err *err) MUST_USE;
/* Moves an item to a place: "top", "end", "3" (from 1), or from where it is, "-1" and
 * "+1". ERR_INVALID for anything else. */
int store_media_queue_move(struct store_batch *batch, uint64_t item, const char *place,
	size_t *changed, struct err *err) MUST_USE;
/* Whether store_media_queue_move knows the place. */
bool store_media_queue_place(const char *place);

#endif
