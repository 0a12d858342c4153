/*
 * Merges a feed into another one. An item that the other feed does not have moves: its
 * record, place, guid and entries in lists name the other feed from then on, and its id,
 * flags and tags stay the same. An item that the other feed has as well stays, and its
 * duplicate there takes over what the user set it to. So nothing visible is lost, and
 * undoing means moving the same items back. A star or a tag says that an item is to be
 * kept, so it restores a deleted duplicate.
 *
 * Duplicates are found by identity, or else by fingerprint (match.c), since guids may
 * contain the address that changed. If the merged feed has the same key as that
 * duplicate, the duplicate belongs to the item with that key.
 */
#include "config.h"

#include "store/poll/merge.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/feed.h"
#include "store/identity/item_match_inside.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/tag.h"
#include "store/item/tag_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/journal/journal_inside.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/listen.h"
#include "store/poll/merge_move.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

#define SLICE_MAX 500 /* items; as many as an entry of the journal holds */

/* ---- Finding duplicates. */

static int
raw_item(const struct store_view *view, uint64_t id, struct span *bytes)
{
	int code = store_db_get(view, TABLE_ITEM, schema_id(id), bytes);
	return code == OK && record_check(id, *bytes) != OK ? ERR_NOT_FOUND : code;
}

/* Gets the fingerprint of a record. False if it has none. */
static bool
fingerprint_in(struct span bytes, uint64_t *fingerprint)
{
	struct span p = record_find(bytes, ITEM_FINGERPRINT);
	*fingerprint = p.n == 8 ? schema_get64(p.p) : 0;
	return *fingerprint != 0;
}

/* Reads the fingerprints of all items of the feed once, since there are many items to
 * look for. */
static int
read_fingerprints(struct store_poll_merge *s, const struct store_view *view)
{
	enum {
		PAGE = 256
	};
	struct store_key keys[PAGE], last = {0};
	const struct store_scope scope = {STORE_FEED, s->into, NULL};
	struct span bytes;
	uint64_t fingerprint;
	size_t len = PAGE;
	int code = OK;
	if (s->fingerprints)
		return OK;
	s->fingerprints = mem_alloc(sizeof *s->fingerprints);
	map_init(s->fingerprints);
	for (bool first = true; code == OK && len == PAGE; first = false) {
		code = store_item_keys(
			view, &scope, first ? NULL : &last, keys, PAGE, &len);
		for (size_t i = 0; code == OK && i < len; i++)
			if (raw_item(view, keys[i].id, &bytes) == OK &&
				fingerprint_in(bytes, &fingerprint))
				*map_put(s->fingerprints, &fingerprint,
					sizeof fingerprint) =
					(void *)(uintptr_t)keys[i].id;
		if (len)
			last = keys[len - 1];
	}
	return code;
}

/* Finds an item of the other feed that differs in its guid only; *out stays if there is
 * none. Each is found once. */
static int
find_like(struct store_poll_merge *s, const struct feed_move *m, struct span bytes,
	uint64_t *out)
{
	uint64_t fingerprint;
	struct match_value guid;
	if (!fingerprint_in(bytes, &fingerprint))
		return OK;
	int code = read_fingerprints(s, &m->view);
	uint64_t id = code == OK ? (uint64_t)(uintptr_t)map_get(s->fingerprints,
					   &fingerprint, sizeof fingerprint)
				 : 0;
	struct span other, key;
	if (!id || raw_item(&m->view, id, &other) != OK)
		return code;
	key = record_find(other, ITEM_IDENTITY_TAG);
	if (key.n != SCHEMA_IDENTITY)
		return OK;
	code = store_poll_move_guid(m, m->from, (const uint8_t *)key.p, &guid);
	if (code != ERR_NOT_FOUND)
		return code;
	*map_put(s->fingerprints, &fingerprint, sizeof fingerprint) = NULL;
	*out = id;
	return OK;
}

/* *out: the item's duplicate; 0: it has none. */
static int
find_duplicate(
	struct store_poll_merge *s, const struct feed_move *m, uint64_t id, uint64_t *out)
{
	struct span bytes, key;
	struct match_value guid;
	*out = 0;
	int code = raw_item(&m->view, id, &bytes);
	if (code)
		return code;
	key = record_find(bytes, ITEM_IDENTITY_TAG);
	if (key.n != SCHEMA_IDENTITY)
		return ERR_NOT_FOUND;
	code = store_poll_move_guid(m, m->into, (const uint8_t *)key.p, &guid);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && guid.id) {
		*out = guid.id;
		return OK;
	}
	return find_like(s, m, bytes, out);
}

/* ---- A slice. */

struct slice {
	struct feed_move moving;
	struct arena arena;
	uint64_t moved[SLICE_MAX], read[SLICE_MAX], starred[SLICE_MAX], kept[SLICE_MAX];
	size_t moved_len, read_len, starred_len, kept_len;
	struct pair {
		uint64_t item, other;
		bool tagged;
	} pairs[SLICE_MAX]; /* items and their duplicates */
	size_t pairs_len;
	size_t changed; /* duplicates */
};

/* Has the item's duplicate take over what the user set the item to. */
static int
add_state(struct slice *sl, const struct store_key *item, uint64_t to)
{
	int flags;
	int code = store_item_flags(&sl->moving.view, item->id, &flags);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	sl->pairs[sl->pairs_len++] = (struct pair){item->id, to, flags & ITEM_TAGGED};
	if (!(flags & ITEM_UNREAD))
		sl->read[sl->read_len++] = to;
	if (flags & ITEM_STARRED)
		sl->starred[sl->starred_len++] = to;
	if (flags & (ITEM_STARRED | ITEM_TAGGED) &&
		store_item_trash_has(&sl->moving.view, to))
		sl->kept[sl->kept_len++] = to;
	return OK;
}

static int
merge_item(struct store_poll_merge *s, struct slice *sl, const struct store_key *item)
{
	uint64_t other;
	bool did = false;
	int code = find_duplicate(s, &sl->moving, item->id, &other);
	if (code == OK && other)
		return add_state(sl, item, other);
	if (code == OK)
		code = store_poll_move_item(&sl->moving, item->id, false, &did);
	if (did)
		sl->moved[sl->moved_len++] = item->id;
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
merge_listed(struct store_poll_merge *s, struct slice *sl, size_t max)
{
	struct store_key keys[SLICE_MAX];
	const struct store_scope scope = {STORE_FEED, s->from, NULL};
	size_t len = 0;
	int code = store_item_keys(
		&sl->moving.view, &scope, s->begun ? &s->at : NULL, keys, max, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		code = merge_item(s, sl, &keys[i]);
	s->more = len == max;
	if (len)
		s->at = keys[len - 1];
	return code;
}

/* Moves deleted items as well, so that none returns as new. Items that do not fit into
 * this call stay. */
static int
merge_trash(struct slice *sl)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	uint64_t ids[SLICE_MAX];
	size_t len = 0;
	int64_t time;
	uint32_t feed;
	const struct store_view *view = &sl->moving.view;
	int code = store_db_cursor(view, TABLE_TRASH, &cursor);
	if (code)
		return code;
	while (len < SLICE_MAX - sl->moved_len &&
		(code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint64_t id = k.mv_size == 8 ? schema_get64(k.mv_data) : 0;
		if (store_db_place(view, id, &feed, &time) == OK &&
			feed == sl->moving.from)
			ids[len++] = id;
	}
	mdb_cursor_close(cursor);
	code = code == MDB_NOTFOUND ? OK : code;
	for (size_t i = 0; code == OK && i < len; i++) {
		bool did;
		code = store_poll_move_item(&sl->moving, ids[i], false, &did);
		if (did)
			sl->moved[sl->moved_len++] = ids[i];
	}
	return code;
}

static int
note_moved(struct store_poll_merge *s, struct slice *sl, const char *name)
{
	struct store_feed from, into;
	const struct store_view *view = &sl->moving.view;
	/* The first entry says what was done, even if no item is to be moved. */
	if (s->begun && !sl->moved_len)
		return OK;
	arena_reset(&sl->arena);
	int code = store_feed(view, s->from, &sl->arena, &from);
	if (code == OK)
		code = store_feed(view, s->into, &sl->arena, &into);
	return code ? code
		    : store_journal_moved(sl->moving.batch, name, from.url, into.url,
			      sl->moved, sl->moved_len);
}

/* Tells other machines that both addresses belong to one feed from now on. An item that
 * both feeds have becomes what both were together, and not what was set last in one of
 * them. */
static int
tell_alias(struct store_poll_merge *s, struct slice *sl, struct err *err)
{
	struct store_feed from, into;
	struct store_batch *batch = sl->moving.batch;
	const struct store_view *view = &sl->moving.view;
	bool same = true;
	arena_reset(&sl->arena);
	int code = store_feed(view, s->from, &sl->arena, &from);
	if (code == OK)
		code = store_feed(view, s->into, &sl->arena, &into);
	if (code == OK)
		code = store_sync_is_alias(batch, from.url, into.url, &same);
	if (code == OK && !same)
		code = store_sync_alias(batch, from.url, into.url, true);
	int status = store_batch_fail(batch, code, err, N_("cannot merge feeds"));
	if (status == OK)
		status = store_sync_settle(batch, err);
	/* After the changes that this caused, so that it is undone before them. */
	if (status == OK && !same)
		status = store_batch_fail(batch,
			store_journal_same(batch, from.url, into.url), err,
			N_("cannot record the action"));
	return status;
}

/* The place where the user stopped, if it is later than the duplicate's. */
static int
give_place(struct slice *sl, uint64_t id, uint64_t to, struct err *err)
{
	struct listen_record place;
	enum listen_verdict verdict;
	arena_reset(&sl->arena);
	if (store_media_listen(&sl->moving.view, id, &sl->arena, &place) != OK ||
		place.sampled == TIME_NONE)
		return OK;
	int status = store_media_listen_take(
		sl->moving.batch, to, &place, place.sampled, &verdict, err);
	sl->changed += status == OK && verdict == LISTEN_TAKEN;
	return status;
}

static int
give_tags(struct slice *sl, uint64_t id, uint64_t to)
{
	struct store_batch *batch = sl->moving.batch;
	char **tags;
	size_t len, n;
	arena_reset(&sl->arena);
	int code = store_item_tag_names(&sl->moving.view, id, &sl->arena, &tags, &len);
	for (size_t i = 0; code == OK && i < len; i++) {
		code = store_item_put_tag(batch, &to, 1, tags[i], true, &n, NULL);
		sl->changed += n;
	}
	return code;
}

/* Sets the duplicates to what both items were together. */
static int
put_states(struct store_poll_merge *s, struct slice *sl, struct err *err)
{
	struct store_batch *batch = sl->moving.batch;
	size_t n = 0;
	int code = OK;
	int status =
		store_mark_put_trash(batch, sl->kept, sl->kept_len, false, 0, &n, err);
	sl->changed += n;
	if (status == OK)
		status = store_mark_put_flags(
			batch, sl->read, sl->read_len, 0, ITEM_UNREAD, &n, err);
	sl->changed += n;
	if (status == OK)
		status = store_mark_put_flags(
			batch, sl->starred, sl->starred_len, ITEM_STARRED, 0, &n, err);
	sl->changed += n;
	for (size_t i = 0; status == OK && code == OK && i < sl->pairs_len; i++) {
		const struct pair *pair = &sl->pairs[i];
		code = pair->tagged ? give_tags(sl, pair->item, pair->other) : OK;
		if (code == OK)
			code = store_sync_restate(batch, pair->item, pair->other);
		if (code == OK)
			status = give_place(sl, pair->item, pair->other, err);
	}
	if (status == OK && code == OK)
		code = store_sync_flush(batch);
	if (status == OK)
		status = store_batch_fail(batch, code, err, N_("cannot merge feeds"));
	if (status == OK)
		status = store_sync_settle(batch, err);
	return status == OK && !s->more ? tell_alias(s, sl, err) : status;
}

int
store_poll_merge(struct store_batch *batch, struct store_poll_merge *s, const char *name,
	size_t max, struct err *err)
{
	struct slice *sl = mem_zalloc(sizeof *sl);
	sl->moving = (struct feed_move){.batch = batch,
		.view = store_batch_view(batch),
		.from = s->from,
		.into = s->into};
	int code = s->from == s->into ? ERR_INVALID : OK;
	if (code == OK)
		code = merge_listed(s, sl, max < SLICE_MAX ? max : SLICE_MAX);
	if (code == OK && !s->more)
		code = merge_trash(sl);
	if (code == OK)
		code = note_moved(s, sl, name);
	int counted = store_poll_move_done(&sl->moving);
	int status = store_batch_fail(
		batch, code ? code : counted, err, N_("cannot merge feeds"));
	if (status == OK)
		status = put_states(s, sl, err);
	s->begun = true;
	s->changed = sl->moved_len + sl->changed;
	arena_done(&sl->arena);
	free(sl);
	return status;
}

void
store_poll_merge_done(struct store_poll_merge *s)
{
	if (s->fingerprints)
		map_done(s->fingerprints);
	free(s->fingerprints);
	s->fingerprints = NULL;
}
