/*
 * Case 132: what it costs to start and to open a feed depends on what is on the screen,
 * and never on how much is stored. A test cannot measure that by the clock, but it can
 * count the calls to LMDB: these functions replace LMDB's in the whole program, and
 * count.
 *
 * tests/bench measures the time with a million items (HACKING, section 11).
 */
#include "config.h"

#include <dlfcn.h>
#include <lmdb.h>
#include <stdatomic.h>
#include <stdio.h>

#include "base/err.h"
#include "base/str.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/gc.h"
#include "store/item/item.h"
#include "store/mark/flags.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define FEEDS 20
#define ROWS 30 /* on a screen */
#define FEW 5   /* items in a feed */
#define MANY 250
#define MARKED 60 /* in a slice */

static atomic_size_t asked;

/* LMDB's own functions, behind ours. */
static void *
behind(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	assert_non_null(found);
	return found;
}

#define BEHIND(name, type) ((type)(uintptr_t)behind(name))

typedef int get_fn(MDB_txn *txn, MDB_dbi dbi, MDB_val *key, MDB_val *data);
typedef int cursor_fn(MDB_cursor *cursor, MDB_val *key, MDB_val *data, MDB_cursor_op op);

int
mdb_get(MDB_txn *txn, MDB_dbi dbi, MDB_val *key, MDB_val *data)
{
	asked++;
	return BEHIND("mdb_get", get_fn *)(txn, dbi, key, data);
}

int
mdb_cursor_get(MDB_cursor *cursor, MDB_val *key, MDB_val *data, MDB_cursor_op op)
{
	asked += op != MDB_GET_CURRENT; /* that one looks for nothing */
	return BEHIND("mdb_cursor_get", cursor_fn *)(cursor, key, data, op);
}

/* ---- What is measured */

/* Stars all but the first ones. */
static void
put_feeds(struct fixture *f, size_t without)
{
	char names[FEEDS][8];
	const char *lines[FEEDS];
	for (int i = 0; i < FEEDS; i++) {
		snprintf(names[i], sizeof names[i], "F%d t", i);
		lines[i] = names[i];
	}
	put_subscriptions(f, lines + without, FEEDS - without);
}

static void
fill(struct fixture *f, int items)
{
	char room[MANY][40];
	const char *lines[MANY];
	put_feeds(f, 0);
	for (uint32_t feed = 1; feed <= FEEDS; feed++) {
		for (int i = 0; i < items; i++) {
			snprintf(room[i], sizeof room[i], "%d||%u.%d|x|%lld", i, feed, i,
				(long long)(T0 - 60 * i));
			lines[i] = room[i];
		}
		poll_items(f, feed, T0, lines, (size_t)items);
	}
}

/* The list of feeds, and the numbers beside it. */
static void
start(struct store_view *view, struct arena *arena)
{
	static const struct store_scope scopes[] = {{STORE_ALL, 0, NULL},
		{STORE_UNREAD, 0, NULL}, {STORE_STARRED, 0, NULL}, {STORE_TAG, 0, "t"}};
	struct store_feed *list;
	struct store_item_counts counts;
	size_t len;
	assert_int_equal(store_feed_all(view, arena, false, &list, &len), OK);
	assert_int_equal(len, FEEDS);
	for (size_t i = 0; i < COUNT_OF(scopes); i++)
		assert_int_equal(store_item_counts(view, &scopes[i], &counts), OK);
	assert_true(store_item_last_id(view) > 0);
}

/* The first screen of a list: its keys and its rows, and the article on top. */
static void
open_list(struct store_view *view, const struct store_scope *scope, struct arena *arena)
{
	struct store_key keys[ROWS];
	struct store_item_body body;
	size_t len;
	assert_int_equal(store_item_keys(view, scope, NULL, keys, ROWS, &len), OK);
	for (size_t i = 0; i < len; i++) {
		struct store_item item;
		assert_int_equal(store_item(view, keys[i].id, arena, &item), OK);
	}
	assert_int_equal(store_item_body(view, keys[0].id, arena, &body), OK);
}

enum deed {
	START,
	OPEN_FEED,
	OPEN_ALL,
	OPEN_UNREAD,
	OPEN_TAG,
	REOPEN,
	MARK,
	DEEDS,
};

/* The most calls to LMDB for each. */
static void
measure(struct fixture *f, size_t costs[static DEEDS])
{
	static const struct store_scope scopes[DEEDS] = {
		[OPEN_FEED] = {STORE_FEED, 7, NULL},
		[OPEN_ALL] = {STORE_ALL, 0, NULL},
		[OPEN_UNREAD] = {STORE_UNREAD, 0, NULL},
		[OPEN_TAG] = {STORE_TAG, 0, "t"},
	};
	struct arena arena = ARENA_INIT;
	struct store_view view;
	for (enum deed deed = START; deed <= OPEN_TAG; deed++) {
		assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
		asked = 0;
		if (deed == START)
			start(&view, &arena);
		else
			open_list(&view, &scopes[deed], &arena);
		costs[deed] = asked;
		store_view_end(&view);
	}
	asked = 0;
	fixture_reopen(f);
	costs[REOPEN] = asked;
	struct store_batch *batch;
	bool more;
	asked = 0;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_mark_read(batch, &scopes[OPEN_ALL], UINT64_MAX, MARKED,
				 NULL, &more, NULL),
		OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	costs[MARK] = asked;
	arena_done(&arena);
}

static void
what_is_shown_costs_not_what_is_stored(void **state)
{
	static const char *const names[DEEDS] = {"start", "a feed", "all items", "unread",
		"a tag", "opening the store", "marking a slice read"};
	struct fixture *f = *state;
	size_t few[DEEDS], many[DEEDS];
	fill(f, FEW);
	measure(f, few);
	fixture_clear(f);
	fill(f, MANY);
	measure(f, many);
	for (int i = 0; i < DEEDS; i++) {
		/* A feed of five has less than a screen. */
		size_t rows = i == OPEN_FEED ? ROWS - FEW : 0;
		size_t most = few[i] + few[i] / 4 + rows * few[i] / FEW + 8;
		print_message("# %s: %zu, with fifty times the items %zu\n", names[i],
			few[i], many[i]);
		assert_true(many[i] <= most);
		/* So there is something to count. */
		assert_true(few[i] > 0);
	}
}

/* Case 133: a feed with many items is deleted in slices. No slice looks through the whole
 * store, and the store's size only costs one scan in all. */
static void
a_feed_goes_in_slices(void **state)
{
	struct fixture *f = *state;
	struct store_gc gone;
	size_t costs[2];
	for (int many = 0; many < 2; many++) {
		fixture_clear(f);
		fill(f, many ? MANY : FEW);
		char room[MANY][40];
		const char *lines[MANY];
		/* Items of the feed that is deleted: always the same number. */
		for (int k = 0; k < 4; k++) {
			for (int i = 0; i < MANY; i++) {
				snprintf(room[i], sizeof room[i], "%d.%d||x|x|", k, i);
				lines[i] = room[i];
			}
			poll_items(f, 1, T0 + k, lines, MANY);
		}
		put_feeds(f, 1);
		asked = 0;
		assert_int_equal(
			store_collect(f->store, NULL, 0, T0, false, &gone, NULL), OK);
		costs[many] = asked / gone.items;
		assert_int_equal(gone.feeds, 1);
		assert_sound(f);
	}
	print_message(
		"# an item: %zu, with fifty times the items %zu\n", costs[0], costs[1]);
	/* One scan, and the index segment that counts what leaves it. */
	assert_true(costs[1] <= 2 * costs[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_is_shown_costs_not_what_is_stored),
		FIXTURE_TEST(a_feed_goes_in_slices),
	};
	return UNIT_RUN(tests);
}
