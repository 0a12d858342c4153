/*
 * Undo and redo walk the journal entry by entry, back or forth, from the position between
 * what is done and what is undone.
 */
#include "config.h"

#include "store/undo.h"

#include "base/i18n.h"
#include "model/action.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/item/tag.h"
#include "store/item/taste_inside.h"
#include "store/journal/journal.h"
#include "store/journal/journal_position.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/media_inside.h"
#include "store/poll/import_row.h"
#include "store/poll/merge_inside.h"
#include "store/poll/withdraw_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

struct step {
	struct store_batch *batch;
	struct store_view view;
	bool redo;
	size_t max;
	struct arena *arena;
	struct store_undo *undo;
	size_t items; /* handled in this step */
	int64_t now;
};

/* The entry next to the position: the one before it, or for redo the one at it. */
static int
find_entry(struct step *s, const struct journal_position *position,
	struct journal_position *at, struct span *bytes)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct schema_key key = schema_journal(position->group, position->entry);
	int code = store_db_cursor(&s->view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	if (s->redo && position->group == UINT64_MAX) {
		code = ERR_NOT_FOUND;
	} else if (s->redo) {
		k = (MDB_val){key.len, key.bytes};
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	} else {
		code = store_db_before(cursor, &key, &k, &v);
	}
	if (code == MDB_NOTFOUND)
		code = ERR_NOT_FOUND;
	if (code == OK && !store_journal_position_of(&k, at))
		code = ERR_DAMAGED;
	if (code == OK)
		*bytes = (struct span){v.mv_data, v.mv_size};
	mdb_cursor_close(cursor);
	return code;
}

static void
want_line(struct step *s, const struct journal_record *r)
{
	struct store_undo *u = s->undo;
	u->lines = arena_push(s->arena, u->lines, u->lines_len, sizeof *u->lines);
	u->lines[u->lines_len++] = (struct store_line){
		.act = (enum action)r->act,
		.url = r->url,
		.name = r->name,
		.before = r->before,
		.after = r->after,
		.line = r->line,
	};
}

/* What was done to an item that an undo took away is done to the one in its place. */
static int
find_items(struct step *s, const struct journal_record *r)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < r->ids_len; i++)
		code = store_poll_stand_in(&s->view, r->ids[i], &r->ids[i]);
	return code;
}

static int
apply_said(struct step *s, const struct journal_record *r)
{
	size_t n = 0;
	int code = r->after
			   ? store_poll_import_rows_again(s->batch, r->after, s->redo, &n)
			   : OK;
	s->items += n;
	return code;
}

/* Other machines hear of it. */
static int
tell_played(struct step *s, const struct journal_record *r)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < r->ids_len; i++)
		code = store_sync_note(s->batch, ACTION_UNPLAYED, NULL, r->ids[i]);
	return code == OK ? store_sync_flush(s->batch) : code;
}

static int
apply_items(struct step *s, const struct journal_record *r, size_t *changed)
{
	const struct action_kind *kind = action_kind((enum action)r->act);
	bool tag = r->act == ACTION_TAG || r->act == ACTION_UNTAG;
	int code = find_items(s, r);
	if (code)
		return code;
	if (kind->set | kind->clear)
		code = store_mark_put_flags(s->batch, r->ids, r->ids_len,
			s->redo ? kind->set : kind->clear,
			s->redo ? kind->clear : kind->set, changed, NULL);
	else if (tag && r->tag)
		code = store_item_put_tag(s->batch, r->ids, r->ids_len, r->tag,
			(r->act == ACTION_TAG) == s->redo, changed, NULL);
	else if (r->act == ACTION_DELETE || r->act == ACTION_RESTORE)
		code = store_mark_put_trash(s->batch, r->ids, r->ids_len,
			(r->act == ACTION_DELETE) == s->redo, s->now, changed, NULL);
	else if (r->act == ACTION_HIDE || r->act == ACTION_UNHIDE)
		code = store_mark_put_hidden(s->batch, r->ids, r->ids_len,
			(r->act == ACTION_HIDE) == s->redo, s->now, changed, NULL);
	else if (store_media_undoes((enum action)r->act))
		code = store_media_undo(s->batch, r, s->redo, s->now, changed);
	if (code == OK && (r->act == ACTION_PLAYED || r->act == ACTION_UNPLAYED))
		code = tell_played(s, r);
	return code;
}

static int
apply(struct step *s, const struct journal_record *r)
{
	const struct action_kind *kind = action_kind((enum action)r->act);
	size_t changed = 0;
	int code = OK;
	s->items += r->ids_len;
	if (r->act == ACTION_IMPORT)
		code = s->redo ? store_poll_bring_again(
					 s->batch, r->ids, r->ids_len, &changed)
			       : store_poll_withdraw(
					 s->batch, r->ids, r->ids_len, s->now, &changed);
	else if (r->act == ACTION_SAID)
		code = apply_said(s, r);
	else if (r->act == ACTION_MERGE)
		code = store_poll_merge_again(s->batch, r, s->redo, &changed);
	else if (r->act == ACTION_SAME && r->url && r->after)
		code = store_sync_alias(s->batch, r->url, r->after, s->redo);
	else if (r->act == ACTION_LEARN && r->tag)
		code = store_item_learn_again(
			s->batch, r->ids, r->ids_len, r->tag, r->time, s->redo, s->now);
	else if (kind->flags & ACTION_OF_LINES && r->url)
		want_line(s, r);
	else if (kind->flags & ACTION_OF_ITEMS)
		code = apply_items(s, r, &changed);
	s->undo->changed += changed;
	return code;
}

/* Undoes or redoes an entry. *wait: it is left to the next step. */
static int
take_entry(
	struct step *s, const struct journal_position *at, struct span bytes, bool *wait)
{
	struct journal_record record;
	/* A damaged entry is skipped, since the others can still be undone. */
	bool sound = record_decode(&shape_journal,
			     store_journal_key_number(at->group, at->entry), bytes,
			     s->arena, &record, NULL) == OK;
	/* A feed needs its line back before its items can return to it. */
	*wait = sound && record.act == ACTION_MERGE && s->undo->lines_len;
	return sound && !*wait ? apply(s, &record) : OK;
}

static int
step(struct step *s)
{
	struct store_undo *u = s->undo;
	struct journal_position position, at;
	struct span bytes;
	bool any = false;
	int code = store_journal_position_get(&s->view, &position);
	while (code == OK) {
		code = find_entry(s, &position, &at, &bytes);
		if (code)
			break;
		if (u->group && at.group != u->group) {
			code = ERR_NOT_FOUND; /* end of the group */
			break;
		}
		if (any && s->items >= s->max) {
			u->more = true;
			break;
		}
		bool wait;
		code = take_entry(s, &at, bytes, &wait);
		if (wait) {
			u->more = true;
			break;
		}
		u->group = at.group;
		any = true;
		position =
			(struct journal_position){at.group, at.entry + (s->redo ? 1 : 0)};
	}
	if (code == ERR_NOT_FOUND && any)
		code = OK;
	if (code)
		return code;
	/* The next that is undone; after the last entry, nothing is. */
	if (s->redo && find_entry(s, &position, &at, &bytes) == OK)
		position = at;
	else if (s->redo)
		position = (struct journal_position){UINT64_MAX, 0};
	return store_journal_position_put(s->batch, &position);
}

int
store_undo(struct store_batch *batch, bool redo, size_t max, int64_t now,
	struct arena *arena, struct store_undo *undo, struct err *err)
{
	struct step s = {
		.batch = batch,
		.view = store_batch_view(batch),
		.redo = redo,
		.max = max,
		.arena = arena,
		.undo = undo,
		.now = now,
	};
	undo->more = false;
	undo->changed = undo->lines_len = 0;
	undo->lines = NULL;
	int code = step(&s);
	if (code == ERR_NOT_FOUND)
		return err_set(err, ERR_NOT_FOUND,
			redo ? _("there is nothing to redo")
			     : _("there is nothing to undo"));
	return store_batch_fail(batch, code, err, _("cannot undo"));
}
