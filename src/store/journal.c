/*
 * What the user did, so that it can be undone after any time and restart.
 *
 * Entries stand under group|entry; a group is one action of the user, as large as it was,
 * and an entry holds what really changed: the ids of items that became read, say, or a
 * line of the feeds file before and after. Entries of items are small (ENTRY_IDS), so
 * that large actions are made and unmade in slices.
 *
 * Undone entries stay. META_UNDONE names the first of them: what comes before is done,
 * what stands from there on is undone and can be done again. Undoing moves that place
 * towards the front entry by entry, doing again moves it back, each in the transaction of
 * its effect; so a group that was left half undone by a crash is simply gone on with. A
 * new action cuts off what is undone.
 *
 * An entry says what changed, never how things stood; undoing it touches nothing else. So
 * two processes may add to one journal, and items that are gone are passed over.
 */
#include "config.h"

#include "store/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "store/db.h"
#include "store/merge.h"
#include "store/state.h"
#include "store/write.h"

#define ENTRY_IDS 500
#define GROUPS_KEPT 1000 /* older actions can't be undone */
#define TRIM_ENTRIES 16  /* of those that are dropped with each new action */
#define NAME_MAX_BYTES 120

/* Ids of one act, on their way into an entry. */
struct noted {
	uint64_t ids[ENTRY_IDS];
	size_t len;
	char *tag;
};

struct store_journal {
	uint64_t group;
	uint32_t next; /* entry */
	int64_t now;
	struct noted *noted[STORE_ACTS];
};

static const struct span nothing;

void
store_journal_free(struct store_journal *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < STORE_ACTS; i++) {
		if (j->noted[i])
			free(j->noted[i]->tag);
		free(j->noted[i]);
	}
	free(j);
}

/* A number that stands for the key in the record's check. */
static uint64_t
key_number(uint64_t group, uint32_t entry)
{
	return group << 20 ^ entry;
}

int
store_journal_check(struct span key, struct span value)
{
	return record_check(
		key_number(schema_get64(key.p), schema_get32(key.p + 8)), value);
}

static int
put_entry(struct store_batch *batch, const struct journal_record *record)
{
	struct store_journal *j = batch->journal;
	uint32_t entry = j->next++;
	record_encode(&shape_journal, key_number(j->group, entry), record, nothing,
		&batch->record);
	return store_db_put(batch, TABLE_JOURNAL, schema_journal(j->group, entry),
		batch->record.data, batch->record.len, 0);
}

/* The title of an item, for people, in arena. */
static char *
title_of(const struct store_view *view, uint64_t id, struct arena *arena)
{
	struct span bytes;
	if (store_db_get(view, TABLE_ITEM, schema_id(id), &bytes) != OK ||
		record_check(id, bytes) != OK)
		return NULL;
	struct span title = record_find(bytes, ITEM_TITLE);
	if (!title.p)
		return NULL;
	size_t n = title.n < NAME_MAX_BYTES ? title.n : NAME_MAX_BYTES;
	/* Not in the middle of a character. */
	while (n < title.n && n && ((unsigned char)title.p[n] & 0xc0) == 0x80)
		n--;
	return arena_strndup(arena, title.p, n);
}

static int
write_noted(struct store_batch *batch, enum store_act act, struct noted *noted)
{
	struct arena arena = ARENA_INIT;
	struct store_view view = store_batch_view(batch);
	const struct journal_record record = {
		.act = act,
		.time = batch->journal->now,
		.count = (uint32_t)noted->len,
		.ids = noted->ids,
		.ids_len = noted->len,
		.name = noted->len == 1 ? title_of(&view, noted->ids[0], &arena) : NULL,
		.tag = noted->tag,
	};
	int code = put_entry(batch, &record);
	noted->len = 0;
	arena_done(&arena);
	return code;
}

int
store_journal_flush(struct store_batch *batch)
{
	struct store_journal *j = batch->journal;
	int code = store_state_flush(batch);
	for (int act = 0; j && code == OK && act < STORE_ACTS; act++)
		if (j->noted[act] && j->noted[act]->len)
			code = write_noted(batch, (enum store_act)act, j->noted[act]);
	return code;
}

int
store_journal_item(
	struct store_batch *batch, enum store_act act, const char *tag, uint64_t id)
{
	struct store_journal *j = batch->journal;
	int code = store_state_note(batch, act, tag, id);
	if (code || !j)
		return code;
	struct noted *noted = j->noted[act];
	if (!noted)
		noted = j->noted[act] = mem_zalloc(sizeof *noted);
	if (noted->len == ENTRY_IDS ||
		(noted->len && tag && strcmp(tag, noted->tag) != 0))
		code = write_noted(batch, act, noted);
	if (!noted->len && tag) {
		free(noted->tag);
		noted->tag = mem_strdup(tag);
	}
	noted->ids[noted->len++] = id;
	return code;
}

int
store_journal_moved(struct store_batch *batch, const char *name, const char *from,
	const char *into, const uint64_t *ids, size_t ids_len)
{
	const struct journal_record record = {
		.act = STORE_MERGE,
		.time = batch->journal ? batch->journal->now : 0,
		.count = 1,
		.ids = (uint64_t *)(uintptr_t)ids,
		.ids_len = ids_len,
		.name = name,
		.url = from,
		.after = into,
	};
	return batch->journal ? put_entry(batch, &record) : OK;
}

/* ---- The place between done and undone. */

struct place {
	uint64_t group; /* the first that is undone; UINT64_MAX: nothing is */
	uint32_t entry;
};

static int
get_place(const struct store_view *view, struct place *place)
{
	struct span value;
	*place = (struct place){UINT64_MAX, 0};
	int code = store_db_get(view, TABLE_META, schema_name(META_UNDONE), &value);
	if (code == OK && value.n == 12)
		*place = (struct place){schema_get64(value.p), schema_get32(value.p + 8)};
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
put_place(struct store_batch *batch, const struct place *place)
{
	struct schema_key name = schema_name(META_UNDONE);
	if (place->group == UINT64_MAX)
		return store_db_del(batch, TABLE_META, name);
	struct schema_key value = schema_journal(place->group, place->entry);
	return store_db_put(batch, TABLE_META, name, value.bytes, value.len, 0);
}

static bool
key_of(const MDB_val *k, struct place *at)
{
	if (k->mv_size != 12)
		return false;
	*at = (struct place){
		schema_get64(k->mv_data), schema_get32((const uint8_t *)k->mv_data + 8)};
	return true;
}

/* ---- A new action. */

/* Cuts off what is undone: it can't be done again after something else was done. */
static int
drop_undone(struct store_batch *batch, const struct place *place)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = schema_journal(place->group, place->entry);
	MDB_val k = {key.len, key.bytes};
	int code = store_db_batch_cursor(batch, TABLE_JOURNAL, &cursor);
	if (code == OK)
		code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK) {
		code = mdb_cursor_del(cursor, 0);
		/* After a deletion NEXT gives what took the place. */
		if (code == OK)
			code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	if (code != MDB_NOTFOUND)
		return code;
	const struct place none = {UINT64_MAX, 0};
	return put_place(batch, &none);
}

static int
trim(struct store_batch *batch, uint64_t newest)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct place at;
	int code = store_db_batch_cursor(batch, TABLE_JOURNAL, &cursor);
	if (code == OK && newest > GROUPS_KEPT)
		code = mdb_cursor_get(cursor, &k, &v, MDB_FIRST);
	else
		return code;
	for (int i = 0; code == OK && i < TRIM_ENTRIES; i++) {
		if (key_of(&k, &at) && at.group > newest - GROUPS_KEPT)
			break;
		code = mdb_cursor_del(cursor, 0);
		if (code == OK)
			code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

static int
new_group(struct store_batch *batch, uint64_t *group)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	uint8_t bytes[8];
	int code = store_db_get(&view, TABLE_META, schema_name(META_GROUP), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	*group = code == OK && value.n == 8 ? schema_get64(value.p) + 1 : 1;
	schema_put64(bytes, *group);
	code = store_db_put(
		batch, TABLE_META, schema_name(META_GROUP), bytes, sizeof bytes, 0);
	return code == OK ? trim(batch, *group) : code;
}

/* The number of the group's next entry. */
static int
next_entry(const struct store_view *view, uint64_t group, uint32_t *entry)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct place at;
	struct schema_key key = schema_journal(group + 1, 0);
	*entry = 0;
	int code = store_db_cursor(view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	code = store_db_before(cursor, &key, &k, &v);
	if (code == OK && key_of(&k, &at) && at.group == group)
		*entry = at.entry + 1;
	mdb_cursor_close(cursor);
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
begin(struct store_batch *batch, uint64_t *group, int64_t now)
{
	struct store_view view = store_batch_view(batch);
	struct place place;
	uint64_t wanted = *group;
	int code = store_journal_flush(batch);
	if (code == OK)
		code = get_place(&view, &place);
	/* An action that another process has undone before its last slice. */
	if (code == OK && wanted && place.group <= wanted)
		wanted = 0;
	if (code == OK && place.group != UINT64_MAX)
		code = drop_undone(batch, &place);
	if (code == OK && !wanted)
		code = new_group(batch, &wanted);
	uint32_t entry;
	if (code == OK)
		code = next_entry(&view, wanted, &entry);
	if (code)
		return code;
	if (!batch->journal)
		batch->journal = mem_zalloc(sizeof *batch->journal);
	batch->journal->group = *group = wanted;
	batch->journal->next = entry;
	batch->journal->now = now;
	return OK;
}

int
store_act_begin(struct store_batch *batch, uint64_t *group, int64_t now, struct err *err)
{
	int code = begin(batch, group, now);
	return store_batch_fail(batch, code, err, _("cannot note the action"));
}

int
store_act_line(struct store_batch *batch, const struct store_line *line, struct err *err)
{
	const struct journal_record record = {
		.act = line->act,
		.time = batch->journal->now,
		.count = 1,
		.name = line->name,
		.url = line->url,
		.before = line->before,
		.after = line->after,
		.line = line->line,
	};
	int code = put_entry(batch, &record);
	return store_batch_fail(batch, code, err, _("cannot note the action"));
}

/* ---- Undo and redo. */

struct step {
	struct store_batch *batch;
	struct store_view view;
	bool redo;
	size_t max;
	struct arena *arena;
	struct store_undo *undo;
	size_t items; /* gone through in this step */
	int64_t now;
};

/* The entry next to the place: before it, or (redo) the one at it. */
static int
find_entry(
	struct step *s, const struct place *place, struct place *at, struct span *bytes)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct schema_key key = schema_journal(place->group, place->entry);
	int code = store_db_cursor(&s->view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	if (s->redo && place->group == UINT64_MAX) {
		code = ERR_NOT_FOUND;
	} else if (s->redo) {
		k = (MDB_val){key.len, key.bytes};
		code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	} else {
		code = store_db_before(cursor, &key, &k, &v);
	}
	if (code == MDB_NOTFOUND)
		code = ERR_NOT_FOUND;
	if (code == OK && !key_of(&k, at))
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
		.act = (enum store_act)r->act,
		.url = r->url,
		.name = r->name,
		.before = r->before,
		.after = r->after,
		.line = r->line,
	};
}

/* What an act does to items, and what its opposite does. */
static const struct {
	int set, clear;
} flags_of[STORE_ACTS] = {
	[STORE_READ_ITEM] = {0, ITEM_UNREAD},
	[STORE_UNREAD_ITEM] = {ITEM_UNREAD, 0},
	[STORE_STAR] = {ITEM_STARRED, 0},
	[STORE_UNSTAR] = {0, ITEM_STARRED},
};

static int
apply(struct step *s, const struct journal_record *r)
{
	size_t changed = 0;
	int code = OK;
	s->items += r->ids_len;
	switch ((enum store_act)r->act) {
	case STORE_READ_ITEM:
	case STORE_UNREAD_ITEM:
	case STORE_STAR:
	case STORE_UNSTAR: {
		int set = flags_of[r->act].set, clear = flags_of[r->act].clear;
		code = store_put_flags(s->batch, r->ids, r->ids_len,
			s->redo ? set : clear, s->redo ? clear : set, &changed, NULL);
		break;
	}
	case STORE_ADD_TAG:
	case STORE_DROP_TAG:
		if (r->tag)
			code = store_put_tag(s->batch, r->ids, r->ids_len, r->tag,
				(r->act == STORE_ADD_TAG) == s->redo, &changed, NULL);
		break;
	case STORE_DELETE:
		code = store_put_trash(
			s->batch, r->ids, r->ids_len, s->redo, s->now, &changed, NULL);
		break;
	case STORE_SUBSCRIBE:
	case STORE_UNSUBSCRIBE:
	case STORE_RENAME:
	case STORE_MOVE:
	case STORE_SET:
		if (r->url)
			want_line(s, r);
		break;
	case STORE_MERGE:
		code = store_merge_again(s->batch, r, s->redo, &changed);
		break;
	case STORE_ACTS:
		break;
	}
	s->undo->changed += changed;
	return code;
}

static int
step(struct step *s)
{
	struct store_undo *u = s->undo;
	struct place place, at;
	struct span bytes;
	bool any = false;
	int code = get_place(&s->view, &place);
	while (code == OK) {
		code = find_entry(s, &place, &at, &bytes);
		if (code)
			break;
		if (u->group && at.group != u->group) {
			code = ERR_NOT_FOUND; /* the group's end */
			break;
		}
		if (any && s->items >= s->max) {
			u->more = true;
			break;
		}
		struct journal_record record;
		/* A damaged entry is passed over: the others still hold. */
		bool sound = record_decode(&shape_journal, key_number(at.group, at.entry),
				     bytes, s->arena, &record, NULL) == OK;
		/* A feed has to have its line again before its items return to it. */
		if (sound && record.act == STORE_MERGE && u->lines_len) {
			u->more = true;
			break;
		}
		u->group = at.group;
		any = true;
		if (sound)
			code = apply(s, &record);
		place = (struct place){at.group, at.entry + (s->redo ? 1 : 0)};
	}
	if (code == ERR_NOT_FOUND && any)
		code = OK;
	if (code)
		return code;
	/* Behind the last entry nothing is undone. */
	if (s->redo && find_entry(s, &place, &at, &bytes) == ERR_NOT_FOUND)
		place = (struct place){UINT64_MAX, 0};
	return put_place(s->batch, &place);
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
			redo ? _("There is nothing to do again")
			     : _("There is nothing to undo"));
	return store_batch_fail(batch, code, err, _("cannot undo"));
}

/* ---- What was done, for people. */

static char *
items_text(struct arena *arena, enum store_act act, size_t n)
{
	switch (act) {
	case STORE_READ_ITEM:
		return arena_printf(
			arena, P_("%zu item marked read", "%zu items marked read", n), n);
	case STORE_UNREAD_ITEM:
		return arena_printf(arena,
			P_("%zu item marked unread", "%zu items marked unread", n), n);
	case STORE_STAR:
		return arena_printf(
			arena, P_("%zu item starred", "%zu items starred", n), n);
	case STORE_UNSTAR:
		return arena_printf(arena,
			P_("star taken from %zu item", "star taken from %zu items", n),
			n);
	case STORE_DELETE:
		return arena_printf(
			arena, P_("%zu item deleted", "%zu items deleted", n), n);
	case STORE_ADD_TAG:
		return arena_printf(
			arena, P_("%zu item tagged", "%zu items tagged", n), n);
	case STORE_DROP_TAG:
		return arena_printf(arena,
			P_("tag taken from %zu item", "tag taken from %zu items", n), n);
	case STORE_SUBSCRIBE:
		return arena_printf(
			arena, P_("%zu feed subscribed", "%zu feeds subscribed", n), n);
	case STORE_UNSUBSCRIBE:
		return arena_printf(arena,
			P_("%zu feed unsubscribed", "%zu feeds unsubscribed", n), n);
	case STORE_RENAME:
		return arena_printf(
			arena, P_("%zu feed renamed", "%zu feeds renamed", n), n);
	case STORE_SET:
		return arena_printf(arena,
			P_("option of %zu feed set", "options of %zu feeds set", n), n);
	case STORE_MERGE:
		return arena_strdup(arena, _("feed merged with another"));
	case STORE_MOVE:
	case STORE_ACTS:
		break;
	}
	return arena_printf(arena, P_("%zu feed moved", "%zu feeds moved", n), n);
}

static char *
action_text(struct arena *arena, const struct store_action *a, const char *name,
	const char *tag)
{
	char *text = items_text(arena, a->act, a->count);
	if (tag && (a->act == STORE_ADD_TAG || a->act == STORE_DROP_TAG))
		text = arena_printf(arena, "%s (%s)", text, tag);
	return a->count == 1 && name ? arena_printf(arena, "%s: %s", text, name) : text;
}

/* One entry is added to its group's action. */
static void
count_entry(struct store_action *a, const struct journal_record *r)
{
	/* The first entry of a group (read last) tells what was done. */
	if (r->act > 0 && r->act < STORE_ACTS)
		a->act = (enum store_act)r->act;
	a->count += r->count;
	a->time = r->time;
}

struct listing {
	struct arena *arena;
	struct place undone;
	struct store_action *list;
	size_t len, max;
	const char *name, *tag; /* of the entry read last */
};

static void
end_action(struct listing *l)
{
	if (!l->len)
		return;
	struct store_action *a = &l->list[l->len - 1];
	if (a->act == STORE_MERGE)
		a->count = 1; /* whatever else it took */
	a->text = action_text(l->arena, a, l->name, l->tag);
}

static bool
list_entry(struct listing *l, const struct place *at, struct span bytes)
{
	struct journal_record r;
	if (!l->len || l->list[l->len - 1].group != at->group) {
		end_action(l);
		if (l->len == l->max)
			return false;
		l->list = arena_push(l->arena, l->list, l->len, sizeof *l->list);
		l->list[l->len++] = (struct store_action){
			.group = at->group,
			.act = STORE_READ_ITEM,
			.time = TIME_NONE,
			.undone = at->group >= l->undone.group,
		};
	}
	if (record_decode(&shape_journal, key_number(at->group, at->entry), bytes,
		    l->arena, &r, NULL) == OK) {
		count_entry(&l->list[l->len - 1], &r);
		l->name = r.name;
		l->tag = r.tag;
	}
	return true;
}

/* From the newest entry before the key on, back in time. */
static int
list_from(const struct store_view *view, struct listing *l, const struct schema_key *key)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct place at;
	bool full = l->max == 0;
	int code = get_place(view, &l->undone);
	if (code == OK)
		code = store_db_cursor(view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	code = store_db_before(cursor, key, &k, &v);
	for (; code == OK && !full; code = mdb_cursor_get(cursor, &k, &v, MDB_PREV))
		if (key_of(&k, &at))
			full = !list_entry(l, &at, (struct span){v.mv_data, v.mv_size});
	if (!full)
		end_action(l);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND || code == ERR_NOT_FOUND ? OK : code;
}

int
store_actions(const struct store_view *view, struct arena *arena, size_t max,
	struct store_action **out, size_t *len)
{
	struct listing l = {.arena = arena, .max = max};
	struct schema_key end = schema_journal(UINT64_MAX, UINT32_MAX);
	int code = list_from(view, &l, &end);
	*out = l.list;
	*len = l.len;
	return store_db_status(view->store, code);
}

int
store_action(const struct store_view *view, uint64_t group, struct arena *arena,
	struct store_action *out)
{
	struct listing l = {.arena = arena, .max = 1};
	struct schema_key end = schema_journal(group + 1, 0);
	int code = list_from(view, &l, &end);
	if (code == OK && (!l.len || l.list[0].group != group))
		code = ERR_NOT_FOUND;
	if (code == OK)
		*out = l.list[0];
	return store_db_status(view->store, code);
}
