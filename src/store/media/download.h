/*
 * Files of episodes: which are wanted, how far they have come, and which are here. The
 * rows say what is to be done, and the worker of any process (engine/media) does it;
 * actions of the user only change rows.
 */
#ifndef STORE_MEDIA_DOWNLOAD_H
#define STORE_MEDIA_DOWNLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"
#include "model/episode_record.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

/* Strings are in arena. ERR_NOT_FOUND: there is none. */
int store_media_download(const struct store_view *view, uint64_t item,
	struct arena *arena, struct download_record *out) MUST_USE;

/* Whether the item now has another version of the file: at another address, of another
 * size, or one that the user chose instead. */
bool store_media_download_is_other(const struct store_view *view, uint64_t item,
	const struct download_record *record, struct arena *arena);

/* What lists need to sort. */
struct store_download_row {
	uint64_t item;
	enum download_state state;
	int64_t next; /* when it is to be worked on; of those that are due, the first
			 begins first, and of several, that of the first item */
	int64_t size; /* of all that it takes: the trash, a part, another version */
	int64_t more; /* that comes now: some process fetches it; 0: unknown */
	bool trashed; /* its file is in the trash */
};
/* Gets up to max rows after an item (0: from the first), in the order of items. */
int store_media_downloads(const struct store_view *view, uint64_t after,
	struct store_download_row *rows, size_t max, size_t *len) MUST_USE;

/* The earliest rows that no living process works on and that are due by `now`, or only in
 * more than two days, which means that the clock has been set since; up to max. *next:
 * when the next one is due; TIME_NONE: unknown; INT64_MAX: never. */
int store_media_downloads_due(struct store_batch *batch, int64_t now, uint64_t *items,
	size_t max, size_t *len, int64_t *next) MUST_USE;
/* The same without changing anything: *next as above, or `now` if there are some. */
int store_media_downloads_next(
	const struct store_view *view, int64_t now, int64_t *next) MUST_USE;

/* ---- For the worker. They return a status. */

/* Claims the row for this process, and gives what it says; strings are in arena. *mine
 * false: another process has it, or nothing is to be done. */
int store_media_download_claim(struct store_batch *batch, uint64_t item, int64_t now,
	struct arena *arena, struct download_record *out, bool *mine,
	struct err *err) MUST_USE;
/* Whether this process has the claim, and the row is still to be worked on. */
bool store_media_download_mine(struct store_batch *batch, uint64_t item,
	struct arena *arena, struct download_record *out);
/* Replaces the row. claimed: the claim is renewed; otherwise it ends. */
int store_media_download_put(struct store_batch *batch, uint64_t item,
	const struct download_record *record, bool claimed, int64_t now,
	struct err *err) MUST_USE;
/* Ends this process's claim, if it has it, whatever else has become of the row. */
int store_media_download_release(
	struct store_batch *batch, uint64_t item, struct err *err) MUST_USE;
int store_media_download_delete(
	struct store_batch *batch, uint64_t item, struct err *err) MUST_USE;

/* Whether the user asked for the file or brought it back, and has not played it since:
 * then it stays. */
bool store_media_download_is_kept(
	const struct download_record *record, const struct listen_record *listen);

/* ---- Actions: journaled. They return a status. */

/* ACTION_DOWNLOAD: wants the items' episodes; also those that are held, have failed or
 * were dropped, and another version of what is here (store_media_download_is_other).
 * ACTION_HOLD: stops them until they are wanted again. ACTION_RELEASE: lets those that
 * are held or wait go on now. ACTION_DROP: gives them up, with what is here of them.
 * Items without an episode are left out. */
int
store_media_download_act(struct store_batch *batch, enum action act, const uint64_t *ids,
	size_t len, int64_t now, size_t *changed, struct err *err) MUST_USE;

/* ACTION_ORDER: moves a download that could begin now among the others of that kind; for
 * place see store_media_queue_place. */
int store_media_download_move(struct store_batch *batch, uint64_t item, const char *place,
	int64_t now, size_t *changed, struct err *err) MUST_USE;

/* Notes that these waiting downloads are automatic: no user asked for them. Not
 * journaled. */
int store_media_download_automatic(struct store_batch *batch, const uint64_t *ids,
	size_t len, struct err *err) MUST_USE;

/* ---- The directory of media */

/* The path of the directory that this store marked last ("": none), in arena, and the
 * number by which its mark names the store (0: none). */
int store_media_dir(const struct store_view *view, struct arena *arena, const char **path,
	uint64_t *id) MUST_USE;
int store_media_dir_put(struct store_batch *batch, const char *path, uint64_t id,
	struct err *err) MUST_USE;

#endif
