#include "config.h"

#include "store/media/listen.h"

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "model/action.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/item/trash_read_inside.h"
#include "store/media/episode_queue.h"
#include "store/media/media_inside.h"
#include "store/media/player.h"
#include "store/record/record.h"
#include "store/record/schema.h"

int
store_media_listen(const struct store_view *view, uint64_t item, struct arena *arena,
	struct listen_record *out)
{
	return store_db_status(
		view->store, store_db_record(view, TABLE_LISTEN, item, arena, out, NULL));
}

int
store_media_listened(
	const struct store_view *view, uint64_t *items, size_t max, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	*len = 0;
	int code = store_db_cursor(view, TABLE_LISTENED, &cursor);
	if (code == OK && max)
		code = store_db_cursor_get(cursor, &k, &v, MDB_LAST);
	for (; code == OK && *len < max;
		code = store_db_cursor_get(cursor, &k, &v, MDB_PREV))
		if (k.mv_size == 16)
			items[(*len)++] = schema_get64((const char *)k.mv_data + 8);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : store_db_status(view->store, code);
}

/* The record, or the defaults if there is none that is sound. */
static int
read_record(struct store_batch *batch, uint64_t item, struct listen_record *out)
{
	struct store_view view = store_batch_view(batch);
	int code = store_db_record(&view, TABLE_LISTEN, item, &batch->arena, out, NULL);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED) {
		record_default(&shape_listen, out);
		code = OK;
	}
	return code;
}

static int
put_record(struct store_batch *batch, uint64_t item, const struct listen_record *record,
	int64_t before, int64_t now)
{
	struct listen_record with = *record;
	int code = OK;
	with.sampled = now;
	if (before != TIME_NONE)
		code = store_db_del(batch, TABLE_LISTENED, schema_time(before, item));
	if (code == OK)
		code = store_db_replace_record(batch, TABLE_LISTEN, item, &with);
	return code == OK ? store_db_put(batch, TABLE_LISTENED, schema_time(now, item),
				    "", 0, 0)
			  : code;
}

int
store_media_listen_put(struct store_batch *batch, uint64_t item,
	const struct listen_record *record, int64_t now, struct err *err)
{
	struct listen_record old;
	arena_reset(&batch->arena);
	int code = read_record(batch, item, &old);
	struct listen_record with = *record;
	with.enclosure = old.enclosure;
	if (code == OK)
		code = put_record(batch, item, &with, old.sampled, now);
	return store_batch_fail(batch, code, err, N_("cannot store the position"));
}

int
store_media_played_again(
	struct store_batch *batch, uint64_t item, bool played, int64_t now, bool *did)
{
	struct listen_record record;
	int code = read_record(batch, item, &record);
	*did = code == OK && record.played != played;
	if (!*did)
		return code;
	record.played = played;
	if (played) {
		record.before = record.position;
		record.position = 0;
	} else if (!record.position) {
		record.position = record.before;
	}
	return put_record(batch, item, &record, record.sampled, now);
}

/* Does the item have an episode that can be played? */
static bool
is_episode(struct store_batch *batch, uint64_t item)
{
	struct store_view view = store_batch_view(batch);
	struct text_record text;
	return !store_item_trash_has(&view, item) &&
	       store_db_record(&view, TABLE_TEXT, item, &batch->arena, &text, NULL) ==
		       OK &&
	       media_pick(text.enclosures, text.enclosures_len) < text.enclosures_len;
}

static int
mark(struct store_batch *batch, uint64_t item, bool played, int64_t now, size_t *changed)
{
	bool did = false, left = false;
	if (!is_episode(batch, item))
		return OK;
	int code = store_media_played_again(batch, item, played, now, &did);
	*changed += did;
	if (code == OK && did)
		code = store_batch_note(
			batch, played ? ACTION_PLAYED : ACTION_UNPLAYED, NULL, item);
	if (code == OK && played)
		code = store_media_queue_again(batch, item, false, NULL, now, &left);
	return code == OK && left ? store_batch_note(batch, ACTION_UNQUEUE, NULL, item)
				  : code;
}

int
store_media_played(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool played, int64_t now, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		arena_reset(&batch->arena);
		code = mark(batch, ids[i], played, now, &n);
	}
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot mark items as played"));
}

static enum listen_verdict
judge(struct store_batch *batch, uint64_t item, const struct listen_record *here,
	const struct listen_record *there, int64_t at)
{
	struct store_view view = store_batch_view(batch);
	struct player_record player;
	bool live, known = here->sampled != TIME_NONE;
	if (store_media_player(&view, at, &player, &live) == OK && live &&
		player.item == item)
		return LISTEN_PLAYS;
	if (known && here->played == there->played && here->position == there->position)
		return LISTEN_SAME;
	return known && here->sampled > at ? LISTEN_LATER : LISTEN_TAKEN;
}

int
store_media_listen_take(struct store_batch *batch, uint64_t item,
	const struct listen_record *there, int64_t at, enum listen_verdict *out,
	struct err *err)
{
	struct listen_record record;
	arena_reset(&batch->arena);
	int status = store_batch_fail(batch, read_record(batch, item, &record), err,
		N_("cannot store the position"));
	if (status != OK)
		return status;
	*out = judge(batch, item, &record, there, at);
	if (*out != LISTEN_TAKEN)
		return OK;
	if (there->played && !record.played)
		status = store_media_played(batch, &item, 1, true, at, NULL, err);
	if (status != OK)
		return status;
	arena_reset(&batch->arena);
	(void)read_record(batch, item, &record);
	record.position = there->position;
	record.duration = there->duration ? there->duration : record.duration;
	record.played = there->played;
	record.anchor = there->anchor;
	record.anchor_offset = there->anchor_offset;
	record.broke = false;
	return store_media_listen_put(batch, item, &record, at, err);
}

/* ---- the user's choice */

const char *
store_media_choice(const struct store_view *view, uint64_t item, struct arena *arena)
{
	struct listen_record record;
	return store_media_listen(view, item, arena, &record) == OK ? record.enclosure
								    : NULL;
}

/* Stores it beside the position, which need not be known. NULL: none. */
static int
put_choice(struct store_batch *batch, uint64_t item, const char *url)
{
	struct listen_record record;
	int code = read_record(batch, item, &record);
	record.enclosure = (char *)(uintptr_t)url;
	return code == OK ? store_db_replace_record(batch, TABLE_LISTEN, item, &record)
			  : code;
}

static bool
has_enclosure(struct store_batch *batch, uint64_t item, const char *url)
{
	struct store_view view = store_batch_view(batch);
	struct text_record text;
	bool has = false;
	if (store_item_trash_has(&view, item) ||
		store_db_record(&view, TABLE_TEXT, item, &batch->arena, &text, NULL) !=
			OK)
		return false;
	for (size_t i = 0; i < text.enclosures_len && !has; i++)
		has = str_eq(text.enclosures[i].url, url);
	return has;
}

/* The note is what was chosen before and what is chosen now, separated by a blank, which
 * no address has. */
static int
choose(struct store_batch *batch, uint64_t item, const char *url, size_t *changed)
{
	struct store_view view = store_batch_view(batch);
	const char *before = store_media_choice(&view, item, &batch->arena);
	if (!has_enclosure(batch, item, url) || str_eq(before, url))
		return OK;
	int code = put_choice(batch, item, url);
	++*changed;
	return code ? code
		    : store_batch_note(batch, ACTION_CHOOSE,
			      arena_printf(
				      &batch->arena, "%s %s", before ? before : "", url),
			      item);
}

int
store_media_choose(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *url, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len && url; i++) {
		arena_reset(&batch->arena);
		code = choose(batch, ids[i], url, &n);
	}
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot store the choice"));
}

int
store_media_choose_again(
	struct store_batch *batch, uint64_t item, const char *note, bool redo, bool *did)
{
	struct span rest = span_of(note), before;
	span_split(&rest, ' ', &before);
	struct span url = redo ? rest : before;
	*did = true;
	return put_choice(
		batch, item, url.n ? arena_strndup(&batch->arena, url.p, url.n) : NULL);
}

int
store_media_listen_forget(struct store_batch *batch, uint64_t item)
{
	struct listen_record record;
	int code = read_record(batch, item, &record);
	if (code == OK && record.sampled != TIME_NONE)
		code = store_db_del(
			batch, TABLE_LISTENED, schema_time(record.sampled, item));
	return code == OK ? store_db_del(batch, TABLE_LISTEN, schema_id(item)) : code;
}
