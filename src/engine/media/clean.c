/*
 * Files that can be deleted: those of episodes that were played, and of unplayed ones
 * that came automatically. Never deleted are files of items that the user starred,
 * tagged, queued or is playing, and files that courant did not write; nor are those that
 * the user asked for or brought back, until they are played after that. The rows of files
 * that somebody else deleted go.
 */
#include "config.h"

#include "engine/media/policy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/disk.h"
#include "engine/media/download.h"
#include "engine/media/download_inside.h"
#include "model/action.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/media/player.h"

#define PAGE 200
#define CLEANED_MAX 200 /* at a time; the next pass deletes the rest */

struct file {
	uint64_t item;
	uint32_t feed;
	int64_t time;  /* of the item */
	int64_t since; /* when it was played, or came; of one in the trash: when it goes
			*/
	int64_t size;
	bool played, over;
};

struct files {
	struct file *list, *trash; /* each malloced */
	size_t len, cap, trash_len, trash_cap;
	int dir;           /* the directory, to look for files there; -1: not now */
	uint64_t *missing; /* malloced: items whose file is not there */
	size_t missing_len, missing_cap;
	bool found;       /* some are there */
	uint64_t playing; /* the item that some process plays; 0: none */
	bool going;       /* some are on their way out */
};

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Adds the file to the list if it can be deleted. */
static void
add_file(const struct store_view *view, uint64_t item, const struct download_record *r,
	struct arena *arena, struct files *files)
{
	struct store_item it;
	struct listen_record listen = {.sampled = TIME_NONE};
	if (r->foreign || item == files->playing || store_media_queue_has(view, item) ||
		store_item(view, item, arena, &it) != OK ||
		(it.flags & (ITEM_STARRED | ITEM_TAGGED)) || it.tags_len)
		return;
	if (store_media_listen(view, item, arena, &listen) != OK)
		listen = (struct listen_record){.sampled = TIME_NONE};
	if (store_media_download_is_kept(r, &listen))
		return;
	*VEC_PUSH(files->list, files->len, files->cap) = (struct file){.item = item,
		.feed = it.feed,
		.time = it.time,
		.since = listen.played ? listen.sampled : later(r->done, listen.sampled),
		.size = r->size,
		.played = listen.played};
}

/* Adds what is in the trash until a time. */
static void
add_trash(
	struct engine *e, uint64_t item, int64_t until, int64_t size, struct files *files)
{
	if (until != TIME_NONE && until > engine_now(e))
		*VEC_PUSH(files->trash, files->trash_len, files->trash_cap) =
			(struct file){.item = item, .since = until, .size = size};
	else
		files->going = true;
}

/* Only ours: the disk of another program's file may not be mounted. */
static bool
is_missing(struct files *files, uint64_t item, const struct download_record *r)
{
	if (files->dir < 0 || r->foreign || !r->path || item == files->playing)
		return false;
	bool missing = engine_media_disk_lacks(files->dir, r->path);
	files->found |= !missing;
	return missing;
}

static void
add_row(struct engine *e, const struct store_view *view,
	const struct store_download_row *row, struct files *files)
{
	struct arena arena = ARENA_INIT;
	struct download_record r;
	bool look = row->state == DOWNLOAD_HERE || row->state == DOWNLOAD_DROPPED;
	if (look && store_media_download(view, row->item, &arena, &r) == OK) {
		bool here = r.state == DOWNLOAD_HERE && !r.trashed;
		if (here && is_missing(files, row->item, &r))
			*VEC_PUSH(files->missing, files->missing_len,
				files->missing_cap) = row->item;
		else if (here &&
			 (files->dir < 0 || engine_media_disk_is_ours(files->dir, &r)))
			add_file(view, row->item, &r, &arena, files);
		if (!here || r.former)
			add_trash(e, row->item, r.next, here ? r.former_size : row->size,
				files);
	}
	arena_done(&arena);
}

static int
newest_of_feed_first(const void *a, const void *b)
{
	const struct file *x = a, *y = b;
	if (x->feed != y->feed)
		return x->feed < y->feed ? -1 : 1;
	return (x->time < y->time) - (x->time > y->time);
}

static int
oldest_first(const void *a, const void *b)
{
	const struct file *x = a, *y = b;
	if (x->played != y->played)
		return x->played ? -1 : 1;
	return (x->since > y->since) - (x->since < y->since);
}

static void
sort(struct file *list, size_t len, int (*compare)(const void *, const void *))
{
	if (len)
		qsort(list, len, sizeof *list, compare);
}

/* Finds the files that have stayed as long as the options say. */
static void
judge(struct engine *e, struct files *files)
{
	int64_t newest = 0;
	sort(files->list, files->len, newest_of_feed_first);
	for (size_t i = 0; i < files->len; i++) {
		struct file *f = &files->list[i];
		const struct options *o = engine_settings_of(e, f->feed);
		int64_t keep = f->played ? o->keep_played : o->keep_unplayed;
		if (i == 0 || f->feed != files->list[i - 1].feed)
			newest = 0;
		newest += !f->played;
		f->over = (keep != OPTION_NEVER &&
				  f->since <= engine_now(e) - keep / 1000) ||
			  (!f->played && o->keep_newest && newest > o->keep_newest);
	}
}

static uint64_t
item_played(struct engine *e, const struct store_view *view)
{
	struct player_record player;
	bool live;
	int status = store_media_player(view, engine_now(e), &player, &live);
	return status == OK && live ? player.item : 0;
}

/* A directory that cannot be used now is reported when it is needed. */
static void
find_files(struct engine *e, struct files *files)
{
	struct store_download_row rows[PAGE];
	struct store_view view;
	uint64_t after = 0;
	size_t n = PAGE;
	*files = (struct files){.dir = -1};
	if (engine_media_disk_find(e, &files->dir) != OK)
		files->dir = -1;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	files->playing = item_played(e, &view);
	while (n == PAGE && store_media_downloads(&view, after, rows, PAGE, &n) == OK)
		for (size_t i = 0; i < n; i++) {
			after = rows[i].item;
			add_row(e, &view, &rows[i], files);
		}
	store_view_end(&view);
	judge(e, files);
}

static void
files_done(struct files *files)
{
	if (files->dir >= 0)
		close(files->dir);
	free(files->list);
	free(files->trash);
	free(files->missing);
}

/* ---- to the trash */

static int
drop(struct engine *e, const uint64_t *items, size_t len, struct err *err)
{
	struct store_batch *batch;
	uint64_t group = 0;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_journal_begin(batch, &group, time_wall(), err);
	if (status == OK)
		status = store_media_download_act(
			batch, ACTION_DROP, items, len, engine_now(e), NULL, err);
	return store_batch_end(batch, status, err);
}

/* Whether it may be deleted before its time, if room is needed. */
static bool
may_go(struct engine *e, const struct file *f)
{
	return f->played && engine_settings_of(e, f->feed)->keep_played != OPTION_NEVER;
}

/* Gives up the files whose time is over; or, until there is room for `need` bytes, those
 * that were played and that the user does not keep for ever. */
static bool
drop_files(struct engine *e, struct files *files, int64_t need)
{
	uint64_t items[CLEANED_MAX];
	size_t len = 0, unplayed = 0;
	int64_t size = 0;
	struct err err;
	int dir;
	sort(files->list, files->len, oldest_first);
	for (size_t i = 0; i < files->len && len < CLEANED_MAX; i++) {
		const struct file *f = &files->list[i];
		bool spare = need > size && may_go(e, f);
		if (!f->over && !spare)
			continue;
		items[len++] = f->item;
		unplayed += !f->played;
		size += f->size;
	}
	/* Nothing is deleted while the disk is not mounted. */
	if (!len || engine_media_disk_open(e, &dir, &err) != OK)
		return false;
	close(dir);
	if (drop(e, items, len, &err) != OK) {
		engine_event_unstored(e, &err);
		return false;
	}
	engine_media_removed_add(e, len, unplayed, size);
	engine_media_download_rescan(e);
	return true;
}

/* If none of the files is there, media-dir was changed, and they may follow. */
static void
forget_missing(struct engine *e, const struct files *files)
{
	struct store_batch *batch;
	struct err err;
	if (!files->missing_len || !files->found)
		return;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK) {
		for (size_t i = 0; status == OK && i < files->missing_len; i++)
			status = store_media_download_delete(
				batch, files->missing[i], &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK)
		engine_event_unstored(e, &err);
}

void
engine_media_clean(struct engine *e)
{
	struct files files;
	find_files(e, &files);
	forget_missing(e, &files);
	if (!drop_files(e, &files, 0))
		engine_media_removed_add(e, 0, 0, 0);
	files_done(&files);
}

/* ---- making room */

/* How much could be freed. */
static int64_t
spare(struct engine *e, const struct files *files)
{
	int64_t size = 0;
	for (size_t i = 0; i < files->trash_len; i++)
		size += files->trash[i].size;
	for (size_t i = 0; i < files->len; i++) {
		const struct file *f = &files->list[i];
		size += f->over || may_go(e, f) ? f->size : 0;
	}
	return size;
}

/* Deletes the files in the trash at once, the oldest first, until there is enough
 * room. */
static int
empty_trash(struct engine *e, struct files *files, int64_t need, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	struct store_view view = store_batch_view(batch);
	sort(files->trash, files->trash_len, oldest_first);
	for (size_t i = 0; status == OK && i < files->trash_len && need > 0; i++) {
		const struct file *f = &files->trash[i];
		struct download_record r;
		if (store_media_download(&view, f->item, &arena, &r) != OK ||
			(!r.trashed && !r.former_trashed))
			continue;
		r.next = engine_now(e);
		need -= f->size;
		status = store_media_download_put(
			batch, f->item, &r, false, engine_now(e), err);
	}
	arena_done(&arena);
	return store_batch_end(batch, status, err);
}

bool
engine_media_make_room(struct engine *e, int64_t need, int64_t *most)
{
	struct files files;
	struct err err;
	find_files(e, &files);
	bool makes = files.going;
	*most = spare(e, &files);
	if (!makes && need <= *most) {
		if (!files.trash_len)
			makes = drop_files(e, &files, need);
		else if (empty_trash(e, &files, need, &err) == OK)
			makes = true;
		else
			engine_event_unstored(e, &err);
	}
	files_done(&files);
	engine_media_download_rescan(e);
	return makes;
}
