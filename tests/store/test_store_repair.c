/*
 * Restore and repair: damaged, cut and foreign files, and what is left afterwards (cases
 * 125 to 127, 136).
 */
#include "config.h"

#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/file/copy.h"
#include "store/health/check.h"
#include "store/health/repair.h"
#include "store/health/restore.h"
#include "store/identity/item_match_inside.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/journal/journal_list.h"
#include "store/journal/todo.h"
#include "store/mark/trash.h"
#include "store/open.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define PAGE 4096
#define ITEMS 120

static const char *const feeds[] = {"A news", "B"};

/* Two feeds, texts of a page; one item is starred, one tagged, one deleted. */
static void
fill(struct fixture *f)
{
	static char text[3000], etag[] = "e1", podcast[] = "podcast of A";
	memset(text, 'x', sizeof text - 1);
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	for (uint32_t feed = 1; feed <= 2; feed++) {
		struct feed *doc = make_numbered(feed == 1 ? "a" : "b", ITEMS, text);
		doc->podcast = feed == 1 ? podcast : NULL;
		struct http_state http = {.next_poll = T0 + 99999, .etag = etag};
		struct store_poll poll = {
			.feed = feed, .now = T0, .document = doc, .http = &http};
		assert_int_equal(put_poll(f->store, &poll, NULL), OK);
	}
	set_flags(f, "a7", ITEM_STARRED, ITEM_UNREAD);
	uint64_t tagged = find_title(f, "a8"), deleted = find_title(f, "b9"), group = 0;
	struct store_batch *batch;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(
		store_item_put_tag(batch, &tagged, 1, "later", true, NULL, NULL), OK);
	assert_int_equal(
		store_mark_put_trash(batch, &deleted, 1, true, T0, NULL, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

static struct store_item
item(struct fixture *f, const char *title, struct arena *arena)
{
	struct store_view view;
	struct store_item out;
	uint64_t id = find_title(f, title);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item(&view, id, arena, &out), OK);
	store_view_end(&view);
	return out;
}

static void
assert_whole(struct fixture *f)
{
	struct arena arena = ARENA_INIT;
	assert_sound(f);
	struct store_item_counts c = count_all(f->store);
	assert_int_equal(c.total, 2 * ITEMS - 1);
	assert_int_equal(c.unread, 2 * ITEMS - 2);
	assert_int_equal(c.starred, 1);
	assert_int_equal(item(f, "a7", &arena).flags, ITEM_STARRED);
	struct store_item tagged = item(f, "a8", &arena);
	assert_int_equal(tagged.flags, ITEM_UNREAD | ITEM_TAGGED);
	assert_int_equal(tagged.tags_len, 1);
	assert_string_equal(tagged.tags[0], "later");
	arena_done(&arena);
}

/* Deletes an entry, or changes it, without the store. */
static void
spoil_bytes(struct fixture *f, enum schema_table table, struct schema_key key,
	const void *value, size_t len)
{
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
	MDB_val k = {key.len, key.bytes}, v = {len, (void *)(uintptr_t)value};
	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_set_maxdbs(env, 40), 0);
	assert_int_equal(mdb_env_set_mapsize(env, 1 << 26), 0);
	assert_int_equal(mdb_env_open(env, f->dir, 0, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
	assert_int_equal(mdb_dbi_open(txn, schema_tables[table], 0, &dbi), 0);
	assert_int_equal(
		value ? mdb_put(txn, dbi, &k, &v, 0) : mdb_del(txn, dbi, &k, NULL), 0);
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
}

static void
spoil(struct fixture *f, enum schema_table table, struct schema_key key,
	const char *value)
{
	spoil_bytes(f, table, key, value, value ? strlen(value) : 0);
}

static void
assert_faults(struct fixture *f, bool some)
{
	struct store_health_check found;
	assert_int_equal(store_health_check(f->store, &found, NULL, NULL), OK);
	assert_true((store_health_check_faults(&found) > 0) == some);
}

/* The damaged file itself is refused as a backup. */
static void
assert_refused(struct fixture *f)
{
	struct store_health_check found;
	struct buf kept = BUF_INIT(0);
	struct err err = {0};
	char path[300];
	snprintf(path, sizeof path, "%s", fixture_path(f, "data.mdb"));
	assert_int_equal(store_health_restore(f->dir, path, &found, NULL, &kept, &err),
		ERR_DAMAGED);
	assert_non_null(strstr(err.text, "nothing was changed"));
	assert_int_equal(kept.len, 0);
	buf_done(&kept);
}

static struct store_health_repair
repair(struct fixture *f)
{
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	struct err err = {0};
	int status = store_health_repair(f->dir, &done, &kept, &err);
	if (status)
		print_error("%s\n", err.text);
	assert_int_equal(status, OK);
	assert_int_equal(access(buf_str(&kept), F_OK), 0);
	unlink(buf_str(&kept));
	buf_done(&kept);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	return done;
}

/* Each index, list and counter in turn is damaged, and nothing is lost. */
static void
what_follows_from_the_items_is_made_anew(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	fill(f);
	struct store_item a7 = item(f, "a7", &arena), a8 = item(f, "a8", &arena);
	struct schema_key star = schema_time(a7.time, a7.id);
	const struct {
		enum schema_table table;
		struct schema_key key;
		const char *value;
	} spoils[] = {
		{TABLE_PLACE, schema_id(a7.id), NULL},
		{TABLE_FEEDITEM, schema_feeditem(1, a7.time, a7.id), NULL},
		{TABLE_TIMEITEM, star, NULL},
		{TABLE_STARRED, star, NULL},
		{TABLE_UNREAD, schema_time(a8.time, a8.id), NULL},
		{TABLE_UNREAD, schema_time(T0 + 5, 99999), "feed"},
		{TABLE_FEEDITEM, schema_feeditem(2, T0, 99999), "?"},
		{TABLE_COUNT, schema_feed(1), "damaged"},
		{TABLE_COUNT, schema_feed(0), NULL},
		{TABLE_TAGITEM, schema_feeditem(1, a8.time, a8.id), NULL},
		{TABLE_TAGNAME, schema_tagname("later"), NULL},
		{TABLE_DUE, schema_due(T0 + 99999, 1), NULL},
		{TABLE_DUE, schema_due(T0, 77), ""},
		{TABLE_FEEDURL, schema_feedurl("A"), NULL},
		{TABLE_PODCAST, schema_podcast("podcast of A", 1), NULL},
	};
	for (size_t i = 0; i < COUNT_OF(spoils); i++) {
		fixture_close(f);
		spoil(f, spoils[i].table, spoils[i].key, spoils[i].value);
		assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
		if (spoils[i].table != TABLE_TAGNAME)
			assert_faults(f, true);
		fixture_close(f);
		if (spoils[i].table != TABLE_TAGNAME)
			assert_refused(f);
		struct store_health_repair done = repair(f);
		assert_int_equal(done.items, 2 * ITEMS);
		assert_int_equal(done.feeds, 2);
		assert_int_equal(done.lost_items + done.lost_texts + done.lost_feeds +
					 done.lost_pages,
			0);
		assert_whole(f);
	}
	/* The actions can still be undone. */
	struct store_view view;
	struct store_journal_action *actions;
	size_t len;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_journal_actions(&view, &arena, 9, &actions, &len), OK);
	assert_int_equal(len, 1);
	store_view_end(&view);
	arena_done(&arena);
}

static struct http_state
http_of(struct fixture *f, uint32_t feed, struct arena *arena)
{
	struct store_view view;
	struct http_state http;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_state(&view, feed, arena, &http, NULL, NULL), OK);
	store_view_end(&view);
	return http;
}

/* Damaged records are lost, and their feeds are polled for them. */
static void
what_is_lost_is_asked_for_again(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	fill(f);
	uint64_t a3 = find_title(f, "a3"), a4 = find_title(f, "a4");
	fixture_close(f);
	spoil(f, TABLE_ITEM, schema_id(a3), "no record");
	spoil(f, TABLE_TEXT, schema_id(a4), "no record");
	struct store_health_repair done = repair(f);
	assert_int_equal(done.lost_items, 1);
	assert_int_equal(done.lost_texts, 1);
	assert_int_equal(done.items, 2 * ITEMS - 1);
	assert_sound(f);
	assert_null(http_of(f, 1, &arena).etag);
	assert_string_equal(http_of(f, 2, &arena).etag, "e1");
	/* The next document brings both of them. */
	static const char *const lines[] = {"a3||a3|back|", "a4||a4|back|"};
	struct store_poll_result got = poll_items(f, 1, T0 + 9, lines, 2);
	assert_int_equal(got.added, 1);
	assert_int_equal(got.edited, 1);
	struct store_view view;
	struct store_item_body body;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_body(&view, a4, &arena, &body), OK);
	assert_string_equal(body.text.text, "back");
	store_view_end(&view);
	assert_sound(f);
	arena_done(&arena);
}

/* Keys of guids have no checksum. A damaged one still leads to its item, but the item is
 * not found by it; or it names a feed that never existed. */
static void
an_item_is_known_by_its_guid_again(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct item_record record;
	struct store_view view;
	struct store_feed *list;
	uint8_t value[MATCH_VALUE_BYTES];
	size_t len;
	fill(f);
	const struct match_value a7 = {find_title(f, "a7"), 0, 0};
	store_identity_match_pack(&a7, value);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(
		store_db_record(&view, TABLE_ITEM, a7.id, &arena, &record, NULL), OK);
	store_view_end(&view);
	fixture_close(f);
	struct schema_key key = schema_guid(1, record.identity), other = key;
	spoil(f, TABLE_GUID, key, NULL);
	other.bytes[9] ^= 4;
	spoil_bytes(f, TABLE_GUID, other, value, sizeof value);
	other = schema_guid(UINT32_MAX, record.identity);
	spoil_bytes(f, TABLE_GUID, other, value, sizeof value);
	spoil(f, TABLE_FEEDURL, schema_feedurl("C"), "\xff\xff\xff\xff");
	assert_int_equal(repair(f).feeds, 2);
	assert_whole(f);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_all(&view, &arena, true, &list, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 2);
	static const char *const again[] = {"a7||a7|x|"};
	assert_int_equal(poll_items(f, 1, T0 + 9, again, 1).added, 0);
	static const char *const more[] = {"A news", "B", "C"};
	put_subscriptions(f, more, 3);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	uint32_t id;
	assert_int_equal(store_feed_find(&view, "C", &id), OK);
	store_view_end(&view);
	assert_int_equal(id, 3);
	assert_sound(f);
	arena_done(&arena);
}

static void
a_lost_feed_comes_back_with_its_line(void **state)
{
	struct fixture *f = *state;
	fill(f);
	fixture_close(f);
	spoil(f, TABLE_FEED, schema_feed(1), "no record");
	struct store_health_repair done = repair(f);
	assert_int_equal(done.lost_feeds, 1);
	assert_sound(f);
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	assert_whole(f);
}

static void
flip_kind(char *node)
{
	uint16_t flags;
	memcpy(&flags, node + 4, sizeof flags);
	flags ^= 4;
	memcpy(node + 4, &flags, sizeof flags);
}

/* A bit of a leaf's node says that its value is a table of doubles: LMDB reads a pointer
 * there that ours have not. Each leaf in turn; those of no table any more do no harm. */
static void
values_of_other_kinds_are_damage(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	const size_t word = sizeof(size_t);
	size_t refused = 0;
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	for (size_t i = 2; i < whole.len / PAGE; i++) {
		char *page = whole.data + i * PAGE;
		uint16_t flags, node;
		memcpy(&flags, page + word + 2, sizeof flags);
		memcpy(&node, page + word + 8, sizeof node);
		if (flags != 2 || node > PAGE - 8)
			continue;
		flip_kind(page + node);
		fixture_put_data(f, whole.data, whole.len);
		struct store_health_check found = {0};
		int status = store_open(&f->store, f->dir, NULL);
		if (status == OK)
			status = store_health_check(f->store, &found, NULL, NULL);
		assert_true(status == ERR_DAMAGED ||
			    (status == OK && !store_health_check_faults(&found)));
		refused += status == ERR_DAMAGED;
		fixture_close(f);
		flip_kind(page + node);
	}
	assert_true(refused > 20);
	fixture_put_data(f, whole.data, whole.len);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_whole(f);
	buf_done(&whole);
}

/* ---- Files that cannot be opened */

/* Where the newest state's table of tables begins: struct MDB_meta in LMDB's mdb.c. */
static size_t
main_root(const char *file)
{
	const size_t word = sizeof(size_t), tree = 8 + 5 * word;
	size_t txn[2], root[2];
	for (size_t i = 0; i < 2; i++) {
		const char *trees = file + i * PAGE + (word + 8) + (8 + 2 * word);
		memcpy(&root[i], trees + tree + 8 + 4 * word, word);
		memcpy(&txn[i], trees + 2 * tree + word, word);
	}
	return root[txn[1] > txn[0]];
}

static void
the_table_of_tables_is_gone(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	struct err err = {0};
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	memset(whole.data + main_root(whole.data) * PAGE, 0, PAGE);
	fixture_put_data(f, whole.data, whole.len);
	assert_int_equal(store_open(&f->store, f->dir, &err), ERR_DAMAGED);
	assert_non_null(strstr(err.text, "check --repair"));
	/* This is the state before the last transaction, which tagged and deleted. */
	struct store_health_repair done = repair(f);
	assert_int_equal(done.items, 2 * ITEMS);
	assert_int_equal(done.feeds, 2);
	assert_sound(f);
	assert_int_equal(count_all(f->store).starred, 1);
	buf_done(&whole);
}

static void
a_file_cut_in_half_gives_what_it_has(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	fill(f);
	fixture_close(f);
	struct stat st;
	assert_int_equal(stat(fixture_path(f, "data.mdb"), &st), 0);
	assert_int_equal(truncate(fixture_path(f, "data.mdb"), st.st_size * 9 / 10), 0);
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	int status = store_health_repair(f->dir, &done, &kept, &err);
	assert_true(status == OK || status == ERR_DAMAGED);
	if (status == OK) {
		unlink(buf_str(&kept));
		assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
		assert_sound(f);
		assert_true(done.lost_pages > 0);
	} else {
		assert_non_null(strstr(err.text, "restore"));
	}
	buf_done(&kept);
}

/* Any page in turn becomes zeros or noise. Most of the rest is always saved. */
static void
whatever_page_is_wiped_the_rest_is_saved(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	size_t most = 0, tried = 0;
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	for (size_t i = 2; i < whole.len / PAGE; i += whole.len / PAGE / 25 + 1) {
		char *copy = malloc(whole.len);
		memcpy(copy, whole.data, whole.len);
		for (size_t k = 0; k < PAGE; k++)
			copy[i * PAGE + k] = i % 2 ? (char)(k * 131 + i) : 0;
		fixture_put_data(f, copy, whole.len);
		free(copy);
		struct store_health_repair done = repair(f);
		assert_sound(f);
		tried++;
		most += done.items + done.lost_items >= 2 * ITEMS * 9 / 10;
		fixture_close(f);
	}
	/* A branch page may take more with it. */
	assert_true(most * 10 >= tried * 8);
	buf_done(&whole);
}

static void
no_store_at_all_is_one_sentence(void **state)
{
	struct fixture *f = *state;
	static const char zeros[8192], text[] = "no store";
	const struct {
		const char *bytes;
		size_t n;
	} files[] = {{text, sizeof text}, {zeros, 4}, {zeros, sizeof zeros}};
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	fixture_close(f);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct err err = {0};
		fixture_put_data(f, files[i].bytes, files[i].n);
		assert_int_equal(
			store_health_repair(f->dir, &done, &kept, &err), ERR_DAMAGED);
		assert_non_null(strstr(err.text, "courant restore"));
		assert_int_equal(kept.len, 0);
	}
	buf_done(&kept);
}

/* What the user did and no process has done yet. */
static void
what_is_left_to_do_is_kept(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	struct store_todo *list;
	uint64_t numbers[2] = {0, 0};
	size_t len;
	fill(f);
	struct store_item a7 = item(f, "a7", &arena);
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_journal_todo_put(
				 batch, &numbers[0], SPAN_LIT("one"), true, T0, NULL),
		OK);
	assert_int_equal(store_journal_todo_put(
				 batch, &numbers[1], SPAN_LIT("two"), false, T0, NULL),
		OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	fixture_close(f);
	spoil(f, TABLE_PLACE, schema_id(a7.id), NULL);
	repair(f);
	/* As if no living process worked on either. */
	int64_t later = T0 + 2 * STORE_CLAIM_SECONDS;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(
		store_journal_todo_take(batch, later, &arena, &list, &len, NULL), OK);
	assert_int_equal(len, 2);
	assert_true(list[0].number == numbers[0] && span_eq(list[0].action, "one"));
	assert_true(list[1].number == numbers[1] && span_eq(list[1].action, "two"));
	assert_int_equal(store_journal_todo_drop(batch, numbers[0], NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	/* This process has the other one now, until it ends. */
	assert_int_equal(
		store_journal_todo_take(batch, later, &arena, &list, &len, NULL), OK);
	assert_int_equal(len, 0);
	store_batch_abort(batch);
	assert_sound(f);
	arena_done(&arena);
}

/* ---- Restore */

static int
restore(struct fixture *f, const char *path, char *kept, size_t size, struct err *err)
{
	struct store_health_check found;
	struct buf name = BUF_INIT(0);
	int status = store_health_restore(f->dir, path, &found, NULL, &name, err);
	snprintf(kept, size, "%s", buf_str(&name));
	buf_done(&name);
	return status;
}

static void
a_backup_comes_back_and_the_present_stays(void **state)
{
	struct fixture *f = *state;
	char backup[300], kept[300];
	struct err err = {0};
	fill(f);
	snprintf(backup, sizeof backup, "%s", fixture_path(f, "copy.mdb"));
	assert_int_equal(store_file_backup(f->store, backup, NULL, NULL), OK);
	set_flags(f, "a1", ITEM_STARRED, 0);
	assert_int_equal(count_all(f->store).starred, 2);
	/* Another process has the store open, and notices the change by itself. */
	int ask[2], answer[2];
	assert_int_equal(pipe(ask), 0);
	assert_int_equal(pipe(answer), 0);
	fixture_close(f);
	pid_t child = fork();
	if (child == 0) {
		char byte;
		if (store_open(&f->store, f->dir, NULL) != OK)
			_exit(9);
		while (read(ask[0], &byte, 1) == 1 && byte == '?') {
			byte = (char)count_all(f->store).starred;
			if (write(answer[1], &byte, 1) != 1)
				_exit(8);
		}
		store_close(f->store);
		_exit(0);
	}
	char byte;
	assert_int_equal(write(ask[1], "?", 1), 1);
	assert_int_equal(read(answer[0], &byte, 1), 1);
	assert_int_equal(byte, 2);
	int status = restore(f, backup, kept, sizeof kept, &err);
	if (status)
		print_error("%s\n", err.text);
	assert_int_equal(status, OK);
	assert_string_equal(kept, fixture_path(f, "before-restore-1.mdb"));
	assert_int_equal(write(ask[1], "?", 1), 1);
	assert_int_equal(read(answer[0], &byte, 1), 1);
	assert_int_equal(byte, 1);
	assert_int_equal(write(ask[1], ".", 1), 1);
	int code;
	assert_int_equal(waitpid(child, &code, 0), child);
	assert_int_equal(code, 0);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_whole(f);
	fixture_close(f);
	/* Back to what was there before. */
	char again[300];
	assert_int_equal(restore(f, kept, again, sizeof again, &err), OK);
	assert_string_equal(again, fixture_path(f, "before-restore-2.mdb"));
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_int_equal(count_all(f->store).starred, 2);
	assert_sound(f);
	assert_int_equal(access(fixture_path(f, "restore"), F_OK), -1);
	unlink(kept);
	unlink(again);
	unlink(backup);
	for (size_t i = 0; i < 2; i++) {
		close(ask[i]);
		close(answer[i]);
	}
}

static void
a_bad_backup_changes_nothing(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	struct err err = {0};
	char backup[300], kept[300];
	fill(f);
	snprintf(backup, sizeof backup, "%s", fixture_path(f, "copy.mdb"));
	assert_int_equal(restore(f, backup, kept, sizeof kept, &err), ERR_NOT_FOUND);
	assert_int_equal(restore(f, f->dir, kept, sizeof kept, &err), ERR_INVALID);
	assert_int_equal(store_file_backup(f->store, backup, NULL, NULL), OK);
	fixture_close(f);
	assert_int_equal(file_read(backup, &whole, NULL), OK);
	const struct {
		size_t keep, wipe;
	} bad[] = {
		{0, 0}, {100, 0}, {whole.len / 2, 0}, {whole.len, 30}, {whole.len, 60}};
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		FILE *file = fopen(backup, "wb");
		assert_non_null(file);
		char *copy = malloc(whole.len);
		memcpy(copy, whole.data, whole.len);
		if (bad[i].wipe)
			memset(copy + bad[i].wipe * PAGE, 0, PAGE);
		assert_int_equal(fwrite(copy, 1, bad[i].keep, file), bad[i].keep);
		assert_int_equal(fclose(file), 0);
		free(copy);
		assert_int_equal(
			restore(f, backup, kept, sizeof kept, &err), ERR_DAMAGED);
		assert_non_null(strstr(err.text, "nothing was changed"));
		assert_non_null(strstr(err.text, backup));
		assert_string_equal(kept, "");
	}
	unlink(backup);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_whole(f);
	buf_done(&whole);
}

/* Stopped wherever it can be stopped. */
static void
a_restore_that_is_stopped_changes_nothing(void **state)
{
	struct fixture *f = *state;
	char backup[300];
	struct buf kept = BUF_INIT(0);
	struct err err = {0};
	struct store_health_check found;
	int status = ERR_CANCELLED;
	size_t tries = 0;
	fill(f);
	snprintf(backup, sizeof backup, "%s", fixture_path(f, "copy.mdb"));
	assert_int_equal(store_file_backup(f->store, backup, NULL, NULL), OK);
	set_flags(f, "a1", ITEM_STARRED, 0);
	fixture_close(f);
	for (; status == ERR_CANCELLED; tries++) {
		struct patience patience = {.left = tries};
		const struct store_watch watch = {
			.go_on = patience_ends, .data = &patience};
		status =
			store_health_restore(f->dir, backup, &found, &watch, &kept, &err);
		assert_int_equal(access(fixture_path(f, "restore"), F_OK), -1);
		assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
		assert_int_equal(
			count_all(f->store).starred, status == ERR_CANCELLED ? 2 : 1);
		fixture_close(f);
		assert_true((kept.len > 0) == (status == OK));
	}
	assert_int_equal(status, OK);
	assert_true(tries > 10);
	unlink(buf_str(&kept));
	unlink(backup);
	buf_done(&kept);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_whole(f);
}

static void
a_backup_of_an_older_format_is_brought_up(void **state)
{
	struct fixture *f = *state;
	static const char *const one[] = {"1||one|x|"};
	struct store_health_check_stats stats;
	char backup[300], kept[300];
	struct err err = {0};
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	poll_items(f, 1, T0, one, 1);
	fixture_age(f);
	snprintf(backup, sizeof backup, "%s", fixture_path(f, "copy.mdb"));
	assert_int_equal(rename(fixture_path(f, "data.mdb"), backup), 0);
	unlink(fixture_path(f, "clean"));
	assert_int_equal(restore(f, backup, kept, sizeof kept, &err), OK);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "one*");
	assert_int_equal(store_health_check_stats(f->store, &stats, NULL), OK);
	assert_int_equal(stats.format_major, 2);
	assert_sound(f);
	unlink(backup);
}

static void
a_damaged_store_is_restored(void **state)
{
	struct fixture *f = *state;
	char backup[300], kept[300];
	struct err err = {0};
	fill(f);
	snprintf(backup, sizeof backup, "%s", fixture_path(f, "copy.mdb"));
	assert_int_equal(store_file_backup(f->store, backup, NULL, NULL), OK);
	fixture_close(f);
	fixture_put_data(f, "garbage", 7);
	assert_int_equal(store_open(&f->store, f->dir, &err), ERR_DAMAGED);
	assert_int_equal(restore(f, backup, kept, sizeof kept, &err), OK);
	struct stat st;
	assert_int_equal(stat(kept, &st), 0);
	assert_int_equal(st.st_size, 7);
	unlink(kept);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_whole(f);
	fixture_close(f);
	/* If nothing was there, nothing is kept. */
	unlink(fixture_path(f, "data.mdb"));
	unlink(fixture_path(f, "lock.mdb"));
	assert_int_equal(restore(f, backup, kept, sizeof kept, &err), OK);
	assert_string_equal(kept, "");
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_whole(f);
	unlink(backup);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_follows_from_the_items_is_made_anew),
		FIXTURE_TEST(what_is_lost_is_asked_for_again),
		FIXTURE_TEST(an_item_is_known_by_its_guid_again),
		FIXTURE_TEST(a_lost_feed_comes_back_with_its_line),
		FIXTURE_TEST(values_of_other_kinds_are_damage),
		FIXTURE_TEST(the_table_of_tables_is_gone),
		FIXTURE_TEST(a_file_cut_in_half_gives_what_it_has),
		FIXTURE_TEST(whatever_page_is_wiped_the_rest_is_saved),
		FIXTURE_TEST(no_store_at_all_is_one_sentence),
		FIXTURE_TEST(a_backup_comes_back_and_the_present_stays),
		FIXTURE_TEST(a_bad_backup_changes_nothing),
		FIXTURE_TEST(a_backup_of_an_older_format_is_brought_up),
		FIXTURE_TEST(what_is_left_to_do_is_kept),
		FIXTURE_TEST(a_restore_that_is_stopped_changes_nothing),
		FIXTURE_TEST(a_damaged_store_is_restored),
	};
	return UNIT_RUN(tests);
}
