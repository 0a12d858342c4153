/*
 * Another file takes the store's place while processes use it (case 136).
 */
#include "config.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/gc.h"
#include "store/item/item.h"
#include "store/mark/flags.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define WRITERS 2
#define COMPACTIONS 6
#define DEADLINE_MS 30000
#define BULK 400

static const char *const feeds[] = {"A", "B", "C"};

/* What the processes say that they did. */
struct board {
	atomic_int stop;
	atomic_int added[WRITERS], starred[WRITERS], looks;
};

static long
file_size(struct fixture *f)
{
	struct stat st;
	assert_int_equal(stat(store_path(f->store), &st), 0);
	return (long)st.st_size;
}

/* Fills the store and deletes most of it, so that compacting gains something. */
static void
fill(struct fixture *f)
{
	static char text[20000];
	struct store_gc gone;
	struct store_keep keep = {.feed = 3, .items = 20, .now = T0};
	memset(text, 'x', sizeof text - 1);
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	poll_feed(f, 3, T0, make_numbered("", BULK, text));
	struct store_batch *batch;
	struct store_scope scope = {STORE_FEED, 3, NULL};
	bool more;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(
		store_mark_read(batch, &scope, UINT64_MAX, BULK, NULL, &more, NULL), OK);
	assert_int_equal(store_expire(batch, &keep, BULK, &gone, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_int_equal(gone.items, BULK - 20);
}

/* Stores one item in each transaction, and stars every second one in the next. */
static int
write_one(struct store *store, int self, int n, struct board *board)
{
	char line[64];
	const char *lines[] = {line};
	struct store_batch *batch;
	snprintf(line, sizeof line, "%d.%d||%d.%d|x|", self, n, self, n);
	struct store_poll poll = {.feed = (uint32_t)self + 1,
		.now = T0 + n,
		.document = make_document(lines, 1)};
	int status = put_poll(store, &poll, NULL);
	if (status != OK)
		return status;
	atomic_fetch_add(&board->added[self], 1);
	if (n % 2)
		return OK;
	status = store_batch_begin(store, &batch, NULL);
	if (status != OK)
		return status;
	struct store_view view = store_batch_view(batch);
	uint64_t id = store_item_last_id(&view);
	size_t changed = 0;
	status = store_mark_put_flags(batch, &id, 1, ITEM_STARRED, 0, &changed, NULL);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	status = store_batch_commit(batch, NULL);
	if (status == OK)
		atomic_fetch_add(&board->starred[self], (int)changed);
	return status;
}

/* LMDB's lock is not fair: a process that never pauses keeps the other one out for
 * long. */
static void
wait_for_other(int self, struct board *board)
{
	const atomic_int *mine = &board->added[self], *others = &board->added[!self];
	while (!atomic_load(&board->stop) && atomic_load(mine) > atomic_load(others) + 5)
		sched_yield();
}

static void
write_on(const char *dir, int self, struct board *board)
{
	struct store *store;
	if (store_open(&store, dir, NULL) != OK)
		_exit(1);
	for (int n = 0; !atomic_load(&board->stop); n++) {
		if (write_one(store, self, n, board) != OK)
			_exit(2);
		wait_for_other(self, board);
	}
	store_close(store);
	_exit(0);
}

/* Reads all the time. What it sees never becomes less. */
static void
read_on(const char *dir, struct board *board)
{
	struct store *store;
	uint64_t last = 0;
	if (store_open(&store, dir, NULL) != OK)
		_exit(1);
	while (!atomic_load(&board->stop)) {
		uint64_t now = count_all(store).total;
		if (now < last)
			_exit(3);
		last = now;
		atomic_fetch_add(&board->looks, 1);
	}
	store_close(store);
	_exit(0);
}

static void
wait_for(const atomic_int *what, int more)
{
	int64_t until = time_mono_ms() + DEADLINE_MS;
	int wanted = atomic_load(what) + more;
	while (atomic_load(what) < wanted) {
		assert_true(time_mono_ms() < until);
		sched_yield();
	}
}

/* The store is compacted again and again while two processes write and one reads; this
 * process sees all of it without closing its store. */
static void
compact_while_two_write_and_one_reads(void **state)
{
	struct fixture *f = *state;
	struct board *board = shared_memory(sizeof *board);
	pid_t children[WRITERS + 1];
	uint64_t before, after, saved = 0;
	fill(f);
	for (int i = 0; i <= WRITERS; i++) {
		children[i] = fork();
		if (i < WRITERS && children[i] == 0)
			write_on(f->dir, i, board);
		if (children[i] == 0)
			read_on(f->dir, board);
		assert_true(children[i] > 0);
	}
	for (int i = 0; i < COMPACTIONS; i++) {
		struct err err = {0};
		wait_for(&board->added[i % WRITERS], 10);
		wait_for(&board->looks, 10);
		int status = store_file_compact(f->store, NULL, &before, &after, &err);
		if (status)
			print_error("%s\n", err.text);
		assert_int_equal(status, OK);
		saved += before - after;
	}
	for (int i = 0; i < WRITERS; i++)
		wait_for(&board->added[i], 10);
	wait_for(&board->looks, 10);
	atomic_store(&board->stop, 1);
	for (int i = 0; i <= WRITERS; i++)
		end_well(children[i]);
	/* 380 items of 20 KB are gone, which is most of 7.6 MB. */
	assert_true(saved > 6000000);
	struct store_item_counts counts = count_all(f->store);
	assert_int_equal(counts.total, 20 + board->added[0] + board->added[1]);
	assert_int_equal(counts.starred, board->starred[0] + board->starred[1]);
	assert_sound(f);
	fixture_reopen(f);
	assert_int_equal(count_all(f->store).total, counts.total);
	munmap(board, sizeof *board);
}

static void
compact_gives_room_back_and_keeps_everything(void **state)
{
	struct fixture *f = *state;
	uint64_t before, after, version;
	struct store_view view;
	fill(f);
	set_flags(f, "7", ITEM_STARRED, 0);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	version = store_view_version(&view);
	/* A view stays whole, whatever happens to the file. */
	long was = file_size(f);
	assert_int_equal(store_file_compact(f->store, NULL, &before, &after, NULL), OK);
	assert_int_equal(before, was);
	assert_int_equal(after, file_size(f));
	assert_true(after < before / 4);
	struct store_item_counts counts;
	struct store_scope all = {STORE_ALL, 0, NULL};
	assert_int_equal(store_item_counts(&view, &all, &counts), OK);
	assert_int_equal(counts.total, 20);
	store_view_end(&view);
	assert_sound(f);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_true(store_view_version(&view) > version);
	store_view_end(&view);
	/* There is nothing more to gain: the file stays as it is. */
	assert_int_equal(store_file_compact(f->store, NULL, &before, &after, NULL), OK);
	assert_int_equal(before, after);
	assert_int_equal(after, file_size(f));
	assert_sound(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(compact_gives_room_back_and_keeps_everything),
		FIXTURE_TEST(compact_while_two_write_and_one_reads),
	};
	return UNIT_RUN(tests);
}
