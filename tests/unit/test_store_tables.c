/*
 * A table is a minor step: a program leaves tables alone that it does not know, and makes
 * tables that are missing, or reads them as empty if it may not write.
 */
#include "config.h"

#include <lmdb.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "model/item.h"
#include "model/schedule.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/interest.h"
#include "store/feed/pause.h"
#include "store/file/copy.h"
#include "store/gc.h"
#include "store/health/check.h"
#include "store/health/repair.h"
#include "store/health/restore.h"
#include "store/index/reindex.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/journal/todo.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/open.h"
#include "store/record/schema.h"
#include "store/sync/sync.h"
#include "store/undo.h"
#include "store_helper.h"
#include "store_transcript.h"
#include "unit.h"

#define ROWS 3000
#define PAGE 4096
#define TRANSCRIPT_MAX 65536

static const char *const feeds[] = {"A news", "B"};
static const char *const future[] = {"future", "later still"}; /* unknown tables */

/* ---- Without the store */

static MDB_env *
raw_begin(struct fixture *f, MDB_txn **txn)
{
	MDB_env *env;
	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_set_maxdbs(env, TABLE_LEN + 8), 0);
	assert_int_equal(mdb_env_set_mapsize(env, 1 << 27), 0);
	assert_int_equal(mdb_env_open(env, f->dir, 0, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, txn), 0);
	return env;
}

static void
raw_commit(MDB_env *env, MDB_txn *txn)
{
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
}

static void
raw_put(MDB_txn *txn, MDB_dbi dbi, const char *key, const void *value, size_t len)
{
	MDB_val k = {strlen(key), (void *)(uintptr_t)key};
	MDB_val v = {len, (void *)(uintptr_t)value};
	assert_int_equal(mdb_put(txn, dbi, &k, &v, 0), 0);
}

/* Row i of the unknown tables. Keys are longer than any of ours; values are empty to
 * several pages long. */
static void
row(size_t i, char key[static 120], char value[static 20000], size_t *len)
{
	snprintf(key, 120, "row %05zu of a key that is longer than all keys of today", i);
	*len = i % 500 == 7 ? 20000 : i % 300;
	memset(value, 'a' + (int)(i % 26), *len);
}

static void
put_foreign(struct fixture *f)
{
	static char key[120], value[20000];
	MDB_txn *txn;
	MDB_dbi dbi;
	size_t len;
	fixture_close(f);
	MDB_env *env = raw_begin(f, &txn);
	for (size_t table = 0; table < COUNT_OF(future); table++) {
		assert_int_equal(mdb_dbi_open(txn, future[table], MDB_CREATE, &dbi), 0);
		for (size_t i = 0; i < ROWS; i++) {
			row(i, key, value, &len);
			raw_put(txn, dbi, key, value, len);
		}
	}
	assert_int_equal(mdb_dbi_open(txn, "empty", MDB_CREATE, &dbi), 0);
	assert_int_equal(mdb_dbi_open(txn, "meta", 0, &dbi), 0);
	raw_put(txn, dbi, "future-next", "\0\0\0\5", 4);
	raw_put(txn, dbi, META_FORMAT, "\0\0\0\2\0\0\0\1439.1", 11);
	raw_commit(env, txn);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
}

/* The number of rows of an unknown table, each of which must be as it was written. */
static size_t
count_foreign(MDB_txn *txn, const char *table)
{
	static char key[120], value[20000];
	MDB_cursor *cursor;
	MDB_val k, v;
	MDB_dbi dbi;
	size_t n = 0, len, i;
	assert_int_equal(mdb_dbi_open(txn, table, 0, &dbi), 0);
	assert_int_equal(mdb_cursor_open(txn, dbi, &cursor), 0);
	for (; mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0; n++) {
		assert_int_equal(sscanf(k.mv_data, "row %zu", &i), 1);
		row(i, key, value, &len);
		assert_int_equal(k.mv_size, strlen(key));
		assert_memory_equal(k.mv_data, key, k.mv_size);
		assert_int_equal(v.mv_size, len);
		assert_memory_equal(v.mv_data, value, len);
	}
	mdb_cursor_close(cursor);
	return n;
}

/* Everything of the newer program is still there. */
static void
assert_foreign(struct fixture *f)
{
	struct store_health_check_stats stats;
	MDB_txn *txn;
	MDB_dbi dbi;
	char name[] = "future-next";
	MDB_val k = {strlen(name), name}, v;
	assert_int_equal(store_health_check_stats(f->store, &stats, NULL), OK);
	assert_int_equal(stats.format_major, SCHEMA_MAJOR);
	assert_int_equal(stats.format_minor, 99);
	fixture_close(f);
	MDB_env *env = raw_begin(f, &txn);
	for (size_t i = 0; i < COUNT_OF(future); i++)
		assert_int_equal(count_foreign(txn, future[i]), ROWS);
	assert_int_equal(mdb_dbi_open(txn, "empty", 0, &dbi), 0);
	assert_int_equal(mdb_dbi_open(txn, "meta", 0, &dbi), 0);
	assert_int_equal(mdb_get(txn, dbi, &k, &v), 0);
	assert_int_equal(v.mv_size, 4);
	assert_memory_equal(v.mv_data, "\0\0\0\5", 4);
	mdb_txn_abort(txn);
	mdb_env_close(env);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_sound(f);
}

/* ---- A store with something of everything */

static void
put_sync(struct store_batch *batch)
{
	const struct store_sync_info own = {.machine = 7, .place = 8};
	assert_int_equal(store_sync_own(batch, &own, NULL), OK);
	assert_int_equal(store_sync_begin(batch, T0 * 1000, true, NULL), OK);
}

/* Two feeds, items that are starred, tagged, deleted and read, a pause, an action that
 * waits, states for other machines, and a full-text index. */
static void
fill(struct fixture *f)
{
	uint64_t group = 0, number = 0;
	const struct interest sums = {0};
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	poll_feed(f, 1, T0, make_numbered("a", 40, "some words of a text"));
	poll_feed(f, 2, T0, make_numbered("b", 40, "and more words"));
	uint64_t a1 = find_title(f, "a1"), a2 = find_title(f, "a2"),
		 b3 = find_title(f, "b3");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	put_sync(batch);
	assert_int_equal(
		store_item_put_tag(batch, &a1, 1, "later", true, NULL, NULL), OK);
	assert_int_equal(store_mark_put_trash(batch, &b3, 1, true, T0, NULL, NULL), OK);
	assert_int_equal(
		store_feed_put_pause(batch, SPAN_LIT("host"), T0 + 99, T0, NULL), OK);
	assert_int_equal(store_feed_put_interest(batch, &sums, T0, NULL), OK);
	assert_int_equal(
		store_journal_todo_put(batch, &number, SPAN_LIT("one"), false, T0, NULL),
		OK);
	assert_int_equal(store_mark_put_flags(
				 batch, &a2, 1, ITEM_STARRED, ITEM_UNREAD, NULL, NULL),
		OK);
	commit_batch(batch);
	assert_int_equal(store_index_rebuild(f->store, NULL), OK);
	assert_sound(f);
}

/* ---- Unknown tables stay. */

static void
write_on(struct fixture *f)
{
	static const char *const lines[] = {"new||new|x|", "a4||a4|edited|"};
	struct store_gc gone;
	const struct store_keep keep = {.feed = 2, .items = 5, .now = T0};
	struct store_undo undo = {0};
	struct arena arena = ARENA_INIT;
	uint64_t group = 0;
	poll_items(f, 1, T0 + 9, lines, 2);
	uint64_t id = find_title(f, "new");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(store_item_put_tag(batch, &id, 1, "x", true, NULL, NULL), OK);
	commit_batch(batch);
	batch = begin_batch(f);
	assert_int_equal(store_undo(batch, false, 9, T0, &arena, &undo, NULL), OK);
	commit_batch(batch);
	assert_int_equal(store_collect(f->store, &keep, 1, T0, false, &gone, NULL), OK);
	arena_done(&arena);
}

static void
compact(struct fixture *f)
{
	uint64_t before, after;
	assert_int_equal(store_file_compact(f->store, NULL, &before, &after, NULL), OK);
	assert_true(after > 0);
}

/* The progress of a copy covers the whole file, unknown tables included. */
static void
restore(struct fixture *f)
{
	char path[300];
	struct buf kept = BUF_INIT(0);
	struct store_health_check found;
	struct patience patience = {.left = SIZE_MAX};
	const struct store_watch watch = {.go_on = patience_ends, .data = &patience};
	struct stat file;
	snprintf(path, sizeof path, "%s", fixture_path(f, "copy.mdb"));
	assert_int_equal(store_file_backup(f->store, path, &watch, NULL), OK);
	assert_int_equal(stat(path, &file), 0);
	assert_true(patience.total >= (uint64_t)file.st_size * 9 / 10);
	fixture_close(f);
	assert_int_equal(
		store_health_restore(f->dir, path, &found, NULL, &kept, NULL), OK);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	buf_done(&kept);
}

static struct store_health_repair
repair(struct fixture *f)
{
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	struct err err = {0};
	fixture_close(f);
	int status = store_health_repair(f->dir, &done, &kept, &err);
	if (status)
		print_error("%s\n", err.text);
	assert_int_equal(status, OK);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	buf_done(&kept);
	return done;
}

static void
repair_sound(struct fixture *f)
{
	struct store_health_repair done = repair(f);
	assert_int_equal(done.lost_pages, 0);
	assert_int_equal(done.lost_items, 0);
}

static void
a_table_that_is_not_known_stays(void **state)
{
	static void (*const steps[])(struct fixture * f) = {
		assert_sound, write_on, compact, restore, repair_sound, compact};
	struct fixture *f = *state;
	fill(f);
	put_foreign(f);
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		steps[i](f);
		assert_foreign(f);
	}
}

/* If a page of such a table is lost, repair copies the rows in all other pages. */
static void
what_can_be_read_of_it_is_kept(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	MDB_txn *txn;
	size_t wiped = 0;
	fill(f);
	put_foreign(f);
	compact(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	for (size_t page = 2; page < whole.len / PAGE && !wiped; page++) {
		char *at = whole.data + page * PAGE;
		uint16_t flags;
		memcpy(&flags, at + sizeof(size_t) + 2, sizeof flags);
		if (flags == 2 && memmem(at, PAGE, "row 01503 ", 10))
			memset(at, wiped++, PAGE);
	}
	assert_int_equal(wiped, 1);
	fixture_put_data(f, whole.data, whole.len);
	buf_done(&whole);
	struct store_health_repair done = repair(f);
	assert_int_equal(done.lost_pages, 1);
	assert_int_equal(done.items, 80);
	assert_sound(f);
	fixture_close(f);
	MDB_env *env = raw_begin(f, &txn);
	size_t first = count_foreign(txn, future[0]),
	       second = count_foreign(txn, future[1]);
	mdb_txn_abort(txn);
	mdb_env_close(env);
	/* A page has some seventy of these rows at most. */
	assert_int_equal(first > second ? first : second, ROWS);
	size_t less = first < second ? first : second;
	assert_true(less < ROWS && less > ROWS - 100);
}

/* LMDB's other kinds of tables, with several values for a key and the like, are not for
 * stores: no program can copy them. They are counted as lost. */
static void
tables_of_other_kinds_are_not_carried_over(void **state)
{
	struct fixture *f = *state;
	MDB_txn *txn;
	MDB_dbi dbi;
	fill(f);
	fixture_close(f);
	MDB_env *env = raw_begin(f, &txn);
	assert_int_equal(mdb_dbi_open(txn, "doubles", MDB_CREATE | MDB_DUPSORT, &dbi), 0);
	for (int i = 0; i < 3; i++)
		raw_put(txn, dbi, "k", &"abc"[i], 1);
	raw_commit(env, txn);
	assert_int_equal(repair(f).lost_pages, 1);
	assert_sound(f);
	fixture_close(f);
	env = raw_begin(f, &txn);
	assert_int_equal(mdb_dbi_open(txn, "doubles", 0, &dbi), MDB_NOTFOUND);
	mdb_txn_abort(txn);
	mdb_env_close(env);
}

/* ---- Missing tables are empty. */

/* Empties a table, or deletes it. */
static void
drop(struct fixture *f, enum schema_table table, bool away)
{
	MDB_txn *txn;
	MDB_dbi dbi;
	MDB_env *env = raw_begin(f, &txn);
	assert_int_equal(mdb_dbi_open(txn, schema_tables[table], 0, &dbi), 0);
	assert_int_equal(mdb_drop(txn, dbi, away), 0);
	raw_commit(env, txn);
}

/* What a user who may not write reads of the store. (Root may write everywhere.) */
static void
read_as_another(struct fixture *f, char out[static TRANSCRIPT_MAX])
{
	static const struct {
		const char *name;
		mode_t shut, open;
	} files[] = {
		{"data.mdb", 0444, 0600}, {"lock.mdb", 0444, 0600}, {"", 0555, 0700}};
	for (size_t i = 0; i < COUNT_OF(files); i++)
		assert_int_equal(chmod(fixture_path(f, files[i].name), files[i].shut), 0);
	pid_t child = fork();
	if (child == 0) {
		struct buf text = BUF_INIT(0);
		if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
			_exit(1);
		if (store_open(&f->store, f->dir, NULL) != OK)
			_exit(2);
		if (!store_read_only(f->store))
			_exit(3);
		store_transcript(&text, f->store);
		store_close(f->store);
		if (text.len >= TRANSCRIPT_MAX)
			_exit(4);
		memcpy(out, buf_str(&text), text.len + 1);
		buf_done(&text);
		_exit(0);
	}
	end_well(child);
	for (size_t i = 0; i < COUNT_OF(files); i++)
		assert_int_equal(chmod(fixture_path(f, files[i].name), files[i].open), 0);
}

/* Each table in turn, except meta, without which a file is no store. */
static void
a_missing_table_reads_as_empty(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	char *missing = shared_memory(TRANSCRIPT_MAX),
	     *empty = shared_memory(TRANSCRIPT_MAX),
	     *full = shared_memory(TRANSCRIPT_MAX);
	size_t differ = 0;
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	read_as_another(f, full);
	assert_non_null(strstr(full, "check 0\n0 80\n"));
	for (enum schema_table table = TABLE_META + 1; table < TABLE_LEN; table++) {
		fixture_put_data(f, whole.data, whole.len);
		drop(f, table, false);
		read_as_another(f, empty);
		fixture_put_data(f, whole.data, whole.len);
		drop(f, table, true);
		read_as_another(f, missing);
		assert_string_equal(missing, empty);
		differ += strcmp(missing, full) != 0;
	}
	/* The others are only needed for writing, or empty here. */
	assert_true(differ > TABLE_LEN / 3);
	buf_done(&whole);
}

/* Does the store have the table? */
static bool
has_table(struct fixture *f, enum schema_table table)
{
	MDB_txn *txn;
	MDB_dbi dbi;
	MDB_env *env = raw_begin(f, &txn);
	int code = mdb_dbi_open(txn, schema_tables[table], 0, &dbi);
	mdb_txn_abort(txn);
	mdb_env_close(env);
	return code == 0;
}

/* Sets the format that the store states, and the version after it. */
static void
put_format(struct fixture *f, const char *format, size_t len)
{
	MDB_txn *txn;
	MDB_dbi dbi;
	MDB_env *env = raw_begin(f, &txn);
	assert_int_equal(mdb_dbi_open(txn, "meta", 0, &dbi), 0);
	raw_put(txn, dbi, META_FORMAT, format, len);
	raw_commit(env, txn);
}

static void
a_missing_table_is_made(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	struct store_health_check_stats stats;
	char name[64];
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	for (enum schema_table table = TABLE_META + 1; table < TABLE_LEN; table++) {
		fixture_put_data(f, whole.data, whole.len);
		drop(f, table, true);
		put_format(f, "\0\0\0\2\0\0\0\0000.9", 11);
		assert_false(has_table(f, table));
		assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
		assert_int_equal(store_health_check_stats(f->store, &stats, NULL), OK);
		fixture_close(f);
		assert_true(has_table(f, table));
		/* The minor version says what the store may have by now. */
		assert_int_equal(stats.format_major, SCHEMA_MAJOR);
		assert_int_equal(stats.format_minor, SCHEMA_MINOR);
		snprintf(name, sizeof name, "before-format-%d.mdb", SCHEMA_MAJOR);
		assert_int_equal(access(fixture_path(f, name), F_OK), -1);
	}
	/* A new table is empty, and the store is sound. */
	fixture_put_data(f, whole.data, whole.len);
	drop(f, TABLE_STATEOUT, true);
	drop(f, TABLE_STATE, true);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_sound(f);
	write_on(f);
	assert_sound(f);
	buf_done(&whole);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(a_table_that_is_not_known_stays),
		FIXTURE_TEST(what_can_be_read_of_it_is_kept),
		FIXTURE_TEST(tables_of_other_kinds_are_not_carried_over),
		FIXTURE_TEST(a_missing_table_reads_as_empty),
		FIXTURE_TEST(a_missing_table_is_made),
	};
	return UNIT_RUN(tests);
}
