/*
 * Undo and redo walk the journal entry by entry, backward or forward, from the position
 * between what is done and what is undone.
 */
#include "config.h"

#include "store/undo.h"

#include "base/i18n.h"
#include "model/action.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/story_inside.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/journal/journal_position.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/mark/trash_inside.h"
#include "store/media/media_inside.h"
#include "store/poll/import_row.h"
#include "store/poll/merge_inside.h"
#include "store/poll/withdraw_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/score/taste_inside.h"
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
	bool overtaken; /* the group is not next to the position any more */
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

/* ---- what undoes each action */

static int
import_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	return s->redo ? store_poll_bring_again(s->batch, r->ids, r->ids_len, changed)
		       : store_poll_withdraw(
				 s->batch, r->ids, r->ids_len, s->now, changed);
}

static int
marks_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	size_t n = 0;
	(void)changed;
	int code = r->after
			   ? store_poll_import_rows_again(s->batch, r->after, s->redo, &n)
			   : OK;
	s->items += n;
	return code;
}

static int
merge_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	return store_poll_merge_again(s->batch, r, s->redo, changed);
}

static int
same_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	(void)changed;
	return r->url && r->after ? store_sync_alias(s->batch, r->url, r->after, s->redo)
				  : OK;
}

static int
learn_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	(void)changed;
	return r->tag ? store_score_learn_again(s->batch, r->ids, r->ids_len, r->tag,
				r->time, s->redo, s->now)
		      : OK;
}

/* A copy that arrives is read if its story is. So what is done to the items is done to
 * copies that came later, too. */
static int
copies_again(struct step *s, const struct journal_record *r, int set, int clear,
	size_t *changed)
{
	uint64_t *ids = NULL;
	size_t len = 0, n = 0;
	int code = OK;
	if (!store_db_entries(&s->view, TABLE_DUPLICATE))
		return OK;
	for (size_t i = 0; code == OK && i < r->ids_len; i++)
		code = store_identity_story_add_since(
			&s->view, r->ids[i], r->time, s->arena, &ids, &len);
	if (code == OK)
		code = store_mark_put_flags(s->batch, ids, len, set, clear, &n, NULL);
	*changed += n;
	return code;
}

static int
flags_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	const struct action_kind *kind = action_kind((enum action)r->act);
	int set = s->redo ? kind->set : kind->clear;
	int clear = s->redo ? kind->clear : kind->set;
	int code = store_mark_put_flags(
		s->batch, r->ids, r->ids_len, set, clear, changed, NULL);
	return code == OK && (set | clear) & ITEM_UNREAD
		       ? copies_again(s, r, set, clear, changed)
		       : code;
}

static int
tag_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	return r->tag ? store_item_put_tag(s->batch, r->ids, r->ids_len, r->tag,
				(r->act == ACTION_TAG) == s->redo, changed, NULL)
		      : OK;
}

static int
trash_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	return store_mark_put_trash(s->batch, r->ids, r->ids_len,
		(r->act == ACTION_DELETE) == s->redo, s->now, changed, NULL);
}

static int
hidden_again(struct step *s, const struct journal_record *r, size_t *changed)
{
	return store_mark_put_hidden(s->batch, r->ids, r->ids_len,
		(r->act == ACTION_HIDE) == s->redo, s->now, changed, NULL);
}

static int
queue_again(struct step *s, const struct journal_record *r, uint64_t item, bool *did)
{
	return store_media_queue_again(
		s->batch, item, (r->act == ACTION_QUEUE) == s->redo, r->tag, s->now, did);
}

static int
reorder_again(struct step *s, const struct journal_record *r, uint64_t item, bool *did)
{
	return store_media_queue_move_again(
		s->batch, item, r->tag ? r->tag : "", s->redo, did);
}

static int
order_again(struct step *s, const struct journal_record *r, uint64_t item, bool *did)
{
	return store_media_download_move_again(
		s->batch, item, r->tag ? r->tag : "", s->redo, s->now, did);
}

/* Tells other machines. */
static int
played_again(struct step *s, const struct journal_record *r, uint64_t item, bool *did)
{
	int code = store_media_played_again(
		s->batch, item, (r->act == ACTION_PLAYED) == s->redo, s->now, did);
	return code == OK ? store_sync_note(s->batch, ACTION_UNPLAYED, NULL, item) : code;
}

static int
choice_again(struct step *s, const struct journal_record *r, uint64_t item, bool *did)
{
	return store_media_choose_again(
		s->batch, item, r->tag ? r->tag : "", s->redo, did);
}

static int
download_again(struct step *s, const struct journal_record *r, uint64_t item, bool *did)
{
	return store_media_download_again(
		s->batch, item, (enum action)r->act, r->tag, s->redo, s->now, did);
}

/* Actions that only set and clear flags, or change lines, need nothing. */
static const struct undoing {
	int (*entry)(struct step *s, const struct journal_record *r, size_t *changed);
	/* With the items that stand in for those that another undo took away: all at
	 * once, or one by one. */
	int (*items)(struct step *s, const struct journal_record *r, size_t *changed);
	int (*item)(
		struct step *s, const struct journal_record *r, uint64_t item, bool *did);
} undoings[ACTIONS] = {
#define ACTION_ROW(name, number, about, does, undoes, worker)                            \
	[ACTION_##name] = {CELL undoes},
#include "model/action_rows.h"
};

static int
apply_one_by_one(struct step *s, const struct journal_record *r,
	const struct undoing *undoing, size_t *changed)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < r->ids_len; i++) {
		bool did = false;
		arena_reset(&s->batch->arena);
		code = undoing->item(s, r, r->ids[i], &did);
		*changed += did;
	}
	return code == OK ? store_sync_flush(s->batch) : code;
}

static int
apply_items(struct step *s, const struct journal_record *r, const struct undoing *undoing,
	size_t *changed)
{
	const struct action_kind *kind = action_kind((enum action)r->act);
	int code = find_items(s, r);
	if (code == OK && (kind->set | kind->clear))
		code = flags_again(s, r, changed);
	else if (code == OK && undoing->items)
		code = undoing->items(s, r, changed);
	else if (code == OK && undoing->item)
		code = apply_one_by_one(s, r, undoing, changed);
	return code;
}

static int
apply(struct step *s, const struct journal_record *r)
{
	const struct action_kind *kind = action_kind((enum action)r->act);
	bool known = r->act > ACTION_NONE && r->act < ACTIONS;
	const struct undoing *undoing = &undoings[known ? r->act : ACTION_NONE];
	size_t changed = 0;
	int code = OK;
	s->items += r->ids_len;
	s->undo->act = (enum action)r->act;
	if (undoing->entry)
		code = undoing->entry(s, r, &changed);
	else if (kind->flags & ACTION_OF_LINES && r->url)
		want_line(s, r);
	else if (kind->flags & ACTION_OF_ITEMS)
		code = apply_items(s, r, undoing, &changed);
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

/* Where to continue. Since the last step, another process may have done something: in
 * that case its entries come after the group, and those that were undone are deleted. */
static int
find_position(struct step *s, struct journal_position *position)
{
	struct journal_position at;
	struct span bytes;
	uint64_t group = s->undo->group;
	int code = store_journal_position_get(&s->view, position);
	if (code || s->redo || !group || position->group <= group)
		return code;
	code = find_entry(s, position, &at, &bytes);
	s->overtaken = code == OK && at.group != group;
	if (s->overtaken)
		*position = (struct journal_position){group, UINT32_MAX};
	return code;
}

/* Undone entries end the journal. The others of an overtaken group can't be kept. */
static int
drop_entry(struct step *s, const struct journal_position *at)
{
	return s->overtaken ? store_db_del(s->batch, TABLE_JOURNAL,
				      schema_journal(at->group, at->entry))
			    : OK;
}

static int
step(struct step *s)
{
	struct store_undo *u = s->undo;
	struct journal_position position, at;
	struct span bytes;
	bool any = false, begun = u->group;
	int code = find_position(s, &position);
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
		if (code == OK)
			code = drop_entry(s, &at);
		u->group = at.group;
		any = true;
		position =
			(struct journal_position){at.group, at.entry + (s->redo ? 1 : 0)};
	}
	if (code == ERR_NOT_FOUND && (any || begun))
		code = OK;
	if (code == OK && any)
		code = store_mark_returned(s->batch);
	if (code || !any || s->overtaken)
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
	return store_batch_fail(batch, code, err, N_("cannot undo"));
}
