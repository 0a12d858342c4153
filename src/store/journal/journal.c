/*
 * What the user did, so that it can be undone even after a restart.
 *
 * The keys of entries are group|entry. A group is one action of the user, however large;
 * an entry says what changed: for example the ids of items that became read, or a line of
 * the feeds file before and after. Entries for items are small (ENTRY_IDS), so large
 * actions can be done and undone in slices.
 *
 * Undone entries are kept. META_UNDONE is the first of them: entries before it are done,
 * entries from there on are undone and can be redone. Undo moves that position back entry
 * by entry and redo moves it forward, each in the transaction that has the effect; so a
 * group that a crash left half undone is simply continued. A new action deletes undone
 * entries.
 *
 * An entry says what changed, not how things were, and undoing it touches nothing else.
 * So two processes may write to one journal, and items that no longer exist are skipped.
 */
#include "config.h"

#include "store/journal/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/journal/journal_inside.h"
#include "store/journal/journal_position.h"
#include "store/journal/journal_rules_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define ENTRY_IDS 500
#define GROUPS_KEPT 1000 /* older actions cannot be undone */
#define TRIM_ENTRIES 16  /* old entries deleted with each new action */
#define NAME_MAX_BYTES 120

/* Ids that one kind of action changed, to be written as an entry. */
struct noted {
	uint64_t ids[ENTRY_IDS];
	size_t len;
	char *tag;
};

struct store_journal {
	uint64_t group;
	uint32_t next; /* number of the next entry */
	int64_t now;
	struct noted *noted[ACTIONS];
	struct journal_rules *rules; /* NULL: it is the user who acts */
};

static const struct span nothing;

static void
free_one(struct store_journal *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < ACTIONS; i++) {
		if (j->noted[i])
			free(j->noted[i]->tag);
		free(j->noted[i]);
	}
	store_journal_rules_free(j->rules);
	free(j);
}

static void
drop_current(struct store_batch *batch)
{
	free_one(batch->journal);
	batch->journal = NULL;
}

static void
journal_free(struct store_batch *batch)
{
	drop_current(batch);
	free_one(batch->of_rules);
	batch->of_rules = NULL;
}

int
store_journal_check(struct span key, struct span value)
{
	return record_check(
		store_journal_key_number(schema_get64(key.p), schema_get32(key.p + 8)),
		value);
}

static int
put_entry(struct store_batch *batch, const struct journal_record *record)
{
	struct store_journal *j = batch->journal;
	uint32_t entry = j->next++;
	record_encode(&shape_journal, store_journal_key_number(j->group, entry), record,
		nothing, &batch->record);
	return store_db_put(batch, TABLE_JOURNAL, schema_journal(j->group, entry),
		batch->record.data, batch->record.len, 0);
}

/* The title of an item as people know it, in arena. */
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
	/* Do not cut a character in two. */
	while (n < title.n && n && ((unsigned char)title.p[n] & 0xc0) == 0x80)
		n--;
	return arena_strndup(arena, title.p, n);
}

static int
write_noted(struct store_batch *batch, enum action act, struct noted *noted)
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

/* Arrivals are written before what was done to them, so that redo finds them there, and
 * does not bring back those that were deleted. */
static int
write_arrivals(struct store_batch *batch)
{
	struct noted *noted = batch->journal->noted[ACTION_IMPORT];
	return noted && noted->len ? write_noted(batch, ACTION_IMPORT, noted) : OK;
}

static int
journal_flush(struct store_batch *batch)
{
	struct store_journal *j = batch->journal;
	int code = j ? write_arrivals(batch) : OK;
	for (int act = 0; j && code == OK && act < ACTIONS; act++)
		if (j->noted[act] && j->noted[act]->len)
			code = write_noted(batch, (enum action)act, j->noted[act]);
	return code;
}

static int
journal_note(struct store_batch *batch, enum action act, const char *tag, uint64_t id)
{
	struct store_journal *j = batch->journal;
	int code = OK;
	if (!j)
		return OK;
	if (j->rules) {
		store_journal_rules_note(j->rules, act, tag, id);
		return OK;
	}
	struct noted *noted = j->noted[act];
	if (!noted)
		noted = j->noted[act] = mem_zalloc(sizeof *noted);
	bool other = noted->len && !str_eq(tag ? tag : "", noted->tag ? noted->tag : "");
	if (noted->len == ENTRY_IDS || other) {
		code = write_arrivals(batch);
		int own = noted->len ? write_noted(batch, act, noted) : OK;
		code = code == OK ? own : code;
	}
	if (!noted->len) {
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
		.act = ACTION_MERGE,
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

int
store_journal_same(struct store_batch *batch, const char *from, const char *into)
{
	const struct journal_record record = {
		.act = ACTION_SAME,
		.time = batch->journal ? batch->journal->now : 0,
		.url = from,
		.after = into,
	};
	return batch->journal ? put_entry(batch, &record) : OK;
}

int
store_journal_imported(struct store_batch *batch, const char *rows, size_t n)
{
	const struct journal_record record = {
		.act = ACTION_IMPORT_MARKS,
		.time = batch->journal ? batch->journal->now : 0,
		.count = (uint32_t)n,
		.after = rows,
	};
	return batch->journal ? put_entry(batch, &record) : OK;
}

/* ---- A new action. */

/* Deletes what is undone, since it cannot be redone after something else was done. */
static int
drop_undone(struct store_batch *batch, const struct journal_position *position)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = schema_journal(position->group, position->entry);
	MDB_val k = {key.len, key.bytes};
	int code = store_db_batch_cursor(batch, TABLE_JOURNAL, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK)
		code = store_db_cursor_del_next(cursor, &k, &v);
	if (code != MDB_NOTFOUND)
		return code;
	const struct journal_position none = {UINT64_MAX, 0};
	return store_journal_position_put(batch, &none);
}

static int
trim(struct store_batch *batch, uint64_t newest)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct journal_position at;
	int code = store_db_batch_cursor(batch, TABLE_JOURNAL, &cursor);
	if (code == OK && newest > GROUPS_KEPT)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	else
		return code;
	for (int i = 0; code == OK && i < TRIM_ENTRIES; i++) {
		if (store_journal_position_of(&k, &at) && at.group > newest - GROUPS_KEPT)
			break;
		code = store_db_cursor_del_next(cursor, &k, &v);
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

/* Finds the number of the group's next entry. */
static int
next_entry(const struct store_view *view, uint64_t group, uint32_t *entry)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct journal_position at;
	struct schema_key key = schema_journal(group + 1, 0);
	*entry = 0;
	int code = store_db_cursor(view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	code = store_db_before(cursor, &key, &k, &v);
	if (code == OK && store_journal_position_of(&k, &at) && at.group == group)
		*entry = at.entry + 1;
	mdb_cursor_close(cursor);
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
begin(struct store_batch *batch, uint64_t *group, int64_t now)
{
	struct store_view view = store_batch_view(batch);
	struct journal_position position;
	uint64_t wanted = *group;
	int code = store_batch_flush(batch);
	if (code == OK)
		code = store_journal_position_get(&view, &position);
	/* Another process has undone the action between two of its slices. */
	if (code == OK && wanted && position.group <= wanted)
		wanted = 0;
	if (code == OK && position.group != UINT64_MAX)
		code = drop_undone(batch, &position);
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

uint64_t
store_journal_group(const struct store_batch *batch)
{
	return batch->journal ? batch->journal->group : 0;
}

int
store_journal_enter(struct store_batch *batch, uint64_t group, int64_t now,
	struct store_journal **own)
{
	const struct store_view view = store_batch_view(batch);
	uint32_t entry = 0;
	int code = store_batch_flush(batch);
	*own = batch->journal;
	batch->journal = NULL;
	if (code == OK && group)
		code = next_entry(&view, group, &entry);
	if (code || !entry)
		return code;
	batch->journal = mem_zalloc(sizeof *batch->journal);
	batch->journal->group = group;
	batch->journal->next = entry;
	batch->journal->now = now;
	return OK;
}

int
store_journal_leave(struct store_batch *batch, struct store_journal *own, int code)
{
	int flushed = store_batch_flush(batch);
	drop_current(batch);
	batch->journal = own;
	return code == OK ? flushed : code;
}

int
store_journal_begin(
	struct store_batch *batch, uint64_t *group, int64_t now, struct err *err)
{
	int code = begin(batch, group, now);
	return store_batch_fail(batch, code, err, N_("cannot record the action"));
}

int
store_journal_end(struct store_batch *batch, struct err *err)
{
	int code = store_batch_flush(batch);
	drop_current(batch);
	return store_batch_fail(batch, code, err, N_("cannot record the action"));
}

/* ---- Rules. */

int
store_journal_begin_rules(
	struct store_batch *batch, uint64_t *group, int64_t now, struct err *err)
{
	if (!batch->of_rules) {
		int status = store_journal_begin(batch, group, now, err);
		if (status == OK)
			batch->journal->rules = store_journal_rules_new();
		return status;
	}
	int status = store_journal_end(batch, err);
	batch->journal = batch->of_rules;
	batch->of_rules = NULL;
	return status;
}

void
store_journal_rule(struct store_batch *batch, uint32_t rule)
{
	store_journal_rules_by(batch->journal->rules, rule);
}

void
store_journal_pause_rules(struct store_batch *batch)
{
	batch->of_rules = batch->journal;
	batch->journal = NULL;
}

/* Others may have added to the group meanwhile. */
static int
write_rules(struct store_batch *batch)
{
	const struct store_view view = store_batch_view(batch);
	struct store_journal *j = batch->journal;
	const struct journal_record head = {.act = ACTION_RULES, .time = j->now};
	if (store_journal_rules_none(j->rules))
		return OK;
	int code = next_entry(&view, j->group, &j->next);
	if (code == OK && j->next == 0)
		code = put_entry(batch, &head);
	return code == OK ? store_journal_rules_write(
				    batch, j->rules, ENTRY_IDS, j->now, put_entry)
			  : code;
}

static int
journal_settle(struct store_batch *batch, struct err *err)
{
	if (!batch->of_rules)
		return OK;
	int status = store_journal_end(batch, err);
	batch->journal = batch->of_rules;
	batch->of_rules = NULL;
	int code = status == OK ? write_rules(batch) : OK;
	drop_current(batch);
	return status == OK ? store_batch_fail(
				      batch, code, err, N_("cannot record the action"))
			    : status;
}

const struct store_batch_part store_journal_part = {
	.note = journal_note,
	.flush = journal_flush,
	.settle = journal_settle,
	.free = journal_free,
};

/* ---- */

int
store_journal_put_head(
	struct store_batch *batch, enum action act, const char *name, struct err *err)
{
	const struct journal_record record = {
		.act = act, .time = batch->journal->now, .name = name};
	int code = put_entry(batch, &record);
	return store_batch_fail(batch, code, err, N_("cannot record the action"));
}

int
store_journal_put_line(
	struct store_batch *batch, const struct store_line *line, struct err *err)
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
	return store_batch_fail(batch, code, err, N_("cannot record the action"));
}
