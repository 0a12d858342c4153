#include "config.h"

#include "store/media/media.h"

#include "model/action.h"
#include "model/media.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/media/download.h"
#include "store/media/media_inside.h"
#include "store/media/queue.h"
#include "store/record/record.h"
#include "store/record/schema.h"

/* The record, to be read in place; empty if there is no sound one. */
static struct span
record_of(const struct store_view *view, enum schema_table table, uint64_t item)
{
	struct span bytes;
	if (store_db_get(view, table, schema_id(item), &bytes) != OK ||
		record_check(item, bytes) != OK)
		return (struct span){NULL, 0};
	return bytes;
}

int
store_media_states(const struct store_view *view, uint64_t item)
{
	int states = store_media_queue_has(view, item) ? MEDIA_QUEUED : 0;
	struct span listen = record_of(view, TABLE_LISTEN, item);
	struct span download = record_of(view, TABLE_DOWNLOAD, item);
	/* A field that is false is not stored. */
	if (listen.p && record_find(listen, LISTEN_PLAYED).p)
		states |= MEDIA_PLAYED;
	else if (listen.p && record_find_int(listen, LISTEN_POSITION, 0) > 0)
		states |= MEDIA_STARTED;
	if (download.p &&
		record_find_int(download, DOWNLOAD_STATE, 0) == DOWNLOAD_HERE)
		states |= MEDIA_HERE;
	return states;
}

/* ---- undo */

static const enum action undone[] = {ACTION_QUEUE, ACTION_UNQUEUE, ACTION_REORDER,
	ACTION_PLAYED, ACTION_UNPLAYED, ACTION_DOWNLOAD, ACTION_HOLD, ACTION_DROP};

bool
store_media_undoes(enum action act)
{
	for (size_t i = 0; i < COUNT_OF(undone); i++)
		if (undone[i] == act)
			return true;
	return false;
}

static int
undo_one(struct store_batch *batch, const struct journal_record *entry, uint64_t item,
	bool redo, int64_t now, bool *did)
{
	enum action act = (enum action)entry->act;
	switch (act) {
	case ACTION_QUEUE:
	case ACTION_UNQUEUE:
		return store_media_queue_again(
			batch, item, (act == ACTION_QUEUE) == redo, now, did);
	case ACTION_REORDER:
		return store_media_queue_move_again(
			batch, item, entry->tag ? entry->tag : "", redo, did);
	case ACTION_PLAYED:
	case ACTION_UNPLAYED:
		return store_media_played_again(
			batch, item, (act == ACTION_PLAYED) == redo, now, did);
	default:
		return store_media_download_again(batch, item, act, redo, now, did);
	}
}

int
store_media_undo(struct store_batch *batch, const struct journal_record *entry, bool redo,
	int64_t now, size_t *changed)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < entry->ids_len; i++) {
		bool did = false;
		arena_reset(&batch->arena);
		code = undo_one(batch, entry, entry->ids[i], redo, now, &did);
		*changed += did;
	}
	return code;
}

/* ---- clearing away */

bool
store_media_keeps(const struct store_view *view, uint64_t item)
{
	struct span bytes;
	return store_media_queue_has(view, item) ||
	       store_db_get(view, TABLE_DOWNLOAD, schema_id(item), &bytes) == OK;
}

int
store_media_forget(struct store_batch *batch, uint64_t item)
{
	int code = store_media_queue_forget(batch, item);
	if (code == OK)
		code = store_media_listen_forget(batch, item);
	return code == OK ? store_media_download_forget(batch, item) : code;
}
