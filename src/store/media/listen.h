/*
 * How far items were listened to.
 */
#ifndef STORE_MEDIA_LISTEN_H
#define STORE_MEDIA_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/episode_record.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

/* Strings are in arena. ERR_NOT_FOUND: it was never played. */
int store_media_listen(const struct store_view *view, uint64_t item, struct arena *arena,
	struct listen_record *out) MUST_USE;
/* The items that were played last, the latest first: up to max. */
int store_media_listened(
	const struct store_view *view, uint64_t *items, size_t max, size_t *len) MUST_USE;

/* These return a status. */

/* Stores the record, with now as the time of its last change, except for the enclosure,
 * which stays as the user chose it. Not journaled: the player does this every few
 * seconds. */
int store_media_listen_put(struct store_batch *batch, uint64_t item,
	const struct listen_record *record, int64_t now, struct err *err) MUST_USE;
/* What became of a place that another machine reported. */
enum listen_verdict {
	LISTEN_TAKEN,
	LISTEN_SAME,  /* as it is here */
	LISTEN_LATER, /* what is here is later than that */
	LISTEN_PLAYS, /* it is played here now, and stays where it is */
};

/* Takes a position that was reached elsewhere at a time. The later one counts, even if it
 * is the smaller, since the user may have started over. What was played to its end leaves
 * the queue. */
int store_media_listen_take(struct store_batch *batch, uint64_t item,
	const struct listen_record *there, int64_t at, enum listen_verdict *out,
	struct err *err) MUST_USE;
/* Marks items played, so that they start from the beginning and leave the queue, or
 * unplayed, which leaves the position. Journaled. Items without an episode are left out.
 */
int store_media_played(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool played, int64_t now, size_t *changed, struct err *err) MUST_USE;

/* The address of the enclosure that the user chose as the item's episode, in arena; NULL:
 * none. */
const char *
store_media_choice(const struct store_view *view, uint64_t item, struct arena *arena);
/* Makes the enclosure at an address the episode of its items. Journaled. Items that have
 * no such enclosure are left out. */
int store_media_choose(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *url, size_t *changed, struct err *err) MUST_USE;

#endif
