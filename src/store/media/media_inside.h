/*
 * What other rooms of the store need of queue, positions and downloads. All functions
 * that return an int return a code.
 */
#ifndef STORE_MEDIA_MEDIA_INSIDE_H
#define STORE_MEDIA_MEDIA_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"
#include "store/record/shape.h"

struct store;
struct store_batch;
struct store_view;

/* The item's rank in the queue; *left: it has left the queue, and had this rank until
 * then. ERR_NOT_FOUND: it has never been there. */
int store_media_queue_rank(const struct store_view *view, uint64_t item, uint64_t *rank,
	bool *left) MUST_USE;

/* ---- For undo: in episode_queue.c, listen.c and download.c */

/* note: of the journal; NULL: there is none. */
int store_media_queue_again(struct store_batch *batch, uint64_t item, bool in,
	const char *note, int64_t now, bool *did) MUST_USE;
int store_media_queue_move_again(struct store_batch *batch, uint64_t item,
	const char *note, bool redo, bool *did) MUST_USE;
int store_media_played_again(struct store_batch *batch, uint64_t item, bool played,
	int64_t now, bool *did) MUST_USE;
int store_media_choose_again(struct store_batch *batch, uint64_t item, const char *note,
	bool redo, bool *did) MUST_USE;
int store_media_download_again(struct store_batch *batch, uint64_t item, enum action act,
	const char *note, bool redo, int64_t now, bool *did) MUST_USE;

int store_media_download_move_again(struct store_batch *batch, uint64_t item,
	const char *note, bool redo, int64_t now, bool *did) MUST_USE;

/* Does a living process, other than this one's past self, work on it? */
bool store_media_download_is_claimed(
	struct store *store, const struct download_record *record, int64_t now);
/* Its time in downdue: when the row is to be worked on; TIME_NONE: it is not. */
int64_t store_media_download_due(const struct download_record *record);
bool store_media_download_is_due(int64_t at, int64_t now);
/* Removes what downdue has of an item that has no row. */
int store_media_download_due_forget(struct store_batch *batch, uint64_t item) MUST_USE;
/* The time that gives a download its place among those that wait once its claim is over:
 * one that runs goes on before them. */
int64_t store_media_download_place(
	struct store_batch *batch, const struct download_record *record, int64_t now);

/* ---- For clearing away */

/* Some process plays the item, or was killed while it did and none has played since. */
bool store_media_player_has(const struct store_view *view, uint64_t item);
/* The item is queued, plays or has a file, so it is not expired. */
bool store_media_keeps(const struct store_view *view, uint64_t item);
/* The item is deleted for good: its rows go. A file that is here is left to the worker,
 * which deletes it by its row in downdue. */
int store_media_forget(struct store_batch *batch, uint64_t item) MUST_USE;
int store_media_queue_forget(struct store_batch *batch, uint64_t item) MUST_USE;
int store_media_listen_forget(struct store_batch *batch, uint64_t item) MUST_USE;
int store_media_download_forget(struct store_batch *batch, uint64_t item) MUST_USE;

#endif
