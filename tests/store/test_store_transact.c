/*
 * What keeps a transaction from beginning, and how it begins all the same: a failed write
 * of LMDB's meta page, another file in the store's place, a map that is too small, a full
 * table of readers. Each with a view open meanwhile, and without.
 */
#include "config.h"

#include <lmdb.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/thread.h"
#include "fault.h"
#include "step.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/item/count.h"
#include "store/item/list.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define DEADLINE_MS 30000
#define SLOTS 254 /* readers at a time, of all processes */
#define SMALL ((size_t)1 << 20)
#define IMPOSSIBLE (SIZE_MAX / 4 * 3) /* a map of bytes, with any width of addresses */

static uint64_t
steps_in(const struct store_view *view)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_item_counts counts;
	assert_int_equal(store_item_counts(view, &all, &counts), OK);
	assert_int_equal(counts.total % STEP_ITEMS, 0);
	return counts.total / STEP_ITEMS;
}

static struct store_view
begin_view(struct fixture *f)
{
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	return view;
}

/* A view cannot be had at the moment, and the sentence says so. */
static void
assert_busy(struct fixture *f)
{
	struct store_view view;
	struct err err = {0};
	assert_int_equal(store_view_begin(f->store, &view, &err), ERR_BUSY);
	assert_non_null(strstr(err.text, "busy"));
}

static void
do_steps(struct fixture *f, uint64_t from, uint64_t upto)
{
	for (uint64_t step = from; step < upto; step++)
		assert_int_equal(step_do(f->store, step, NULL), OK);
}

/* Lets another process do something to the store. */
static void
elsewhere(struct fixture *f, void (*run)(struct store *store))
{
	pid_t child = fork();
	if (child == 0) {
		struct store *store;
		if (store_open(&store, f->dir, NULL) != OK)
			_exit(1);
		run(store);
		store_close(store);
		_exit(0);
	}
	assert_true(child > 0);
	end_well(child);
}

/* ---- Panic: LMDB refuses everything after a meta page could not be written. */

/* The disk fails at each write of a step in turn. */
static void
a_panic_waits_for_the_open_view(void **state)
{
	struct fixture *f = *state;
	int panics = 0;
	for (int n = 1, hit = 1; hit; n++) {
		/* Start over, so that the writes are the same each time. */
		fixture_clear(f);
		step_begin(f);
		do_steps(f, 0, 3);
		struct store_view old = begin_view(f), view;
		uint64_t before = steps_in(&old);
		fault_set(FAULT_BROKEN, n);
		int status = step_do(f->store, before, NULL);
		hit = fault_hit();
		fault_set(FAULT_NONE, 0);
		assert_true(n < 100 && (status == OK) == !hit);
		struct err err = {0};
		int again = store_view_begin(f->store, &view, &err);
		if (again == OK) {
			assert_int_equal(steps_in(&view), before + (status == OK));
			store_view_end(&view);
		} else {
			assert_int_equal(again, ERR_BUSY);
			assert_non_null(strstr(err.text, "busy"));
			panics++;
		}
		/* The open view still sees what it saw. */
		assert_int_equal(steps_in(&old), before);
		store_view_end(&old);
		assert_int_equal(step_count(f), before + (status == OK));
		do_steps(f, step_count(f), before + 2);
		assert_sound(f);
	}
	assert_true(panics > 0);
}

/* ---- Another file takes the data file's place. */

static void
make_compact(struct store *store)
{
	uint64_t before, after;
	if (store_file_compact(store, NULL, &before, &after, NULL) != OK ||
		after >= before)
		_exit(2);
}

/* Each commit leaves free pages, so the file can become smaller. */
static void
make_moveable(struct fixture *f)
{
	step_begin(f);
	do_steps(f, 0, 40);
}

struct writer {
	struct store *store;
	uint64_t step;
	atomic_int status; /* 1: not yet; 2: about to begin */
};

static void
write_step(void *data)
{
	struct writer *w = data;
	atomic_store(&w->status, step_do(w->store, w->step, NULL));
}

static void
wait_until_writing(struct store *store)
{
	int64_t until = DEADLINE_MS / 5;
	while (!atomic_load(&store->waiting) && until-- > 0)
		poll(NULL, 0, 5);
	assert_true(until > 0);
}

/* Readers continue in the old file while a view is open in it. A writer waits for that
 * view to end, since a process has one file open at a time. */
static void
a_moved_file_waits_for_the_open_view(void **state)
{
	struct fixture *f = *state;
	struct thread *thread;
	struct writer writer = {.step = 40, .status = 1};
	make_moveable(f);
	struct store_view old = begin_view(f);
	uint64_t version = store_view_version(&old);
	elsewhere(f, make_compact);
	struct store_view second = begin_view(f);
	assert_int_equal(store_view_version(&second), version);
	assert_int_equal(steps_in(&second), 40);
	store_view_end(&second);
	writer.store = f->store;
	assert_int_equal(thread_start(&thread, "w", write_step, &writer, NULL), OK);
	wait_until_writing(f->store);
	assert_int_equal(steps_in(&old), 40);
	store_view_end(&old);
	assert_true(thread_join(thread, DEADLINE_MS));
	assert_int_equal(writer.status, OK);
	assert_int_equal(step_count(f), 41);
	assert_sound(f);
}

/* The view never ends, since the writing thread has it open: it gives up after two
 * seconds, and has written to neither file. */
static void
a_writer_gives_up_on_a_view_that_stays(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	make_moveable(f);
	struct store_view old = begin_view(f);
	elsewhere(f, make_compact);
	assert_int_equal(step_do(f->store, 40, &err), ERR_BUSY);
	assert_non_null(strstr(err.text, "busy"));
	assert_int_equal(steps_in(&old), 40);
	store_view_end(&old);
	assert_int_equal(step_count(f), 40);
	do_steps(f, 40, 41);
	assert_int_equal(step_count(f), 41);
	assert_sound(f);
}

static void
begin_and_end(void *data)
{
	struct writer *w = data;
	MDB_txn *txn;
	atomic_store(&w->status, 2);
	int code = store_transact_begin(w->store, 0, &txn);
	if (code == OK) {
		mdb_txn_abort(txn);
		store_transact_end(w->store);
	}
	atomic_store(&w->status, code);
}

/* Several threads notice at the same time that the file moved. One of them opens the new
 * file for all. */
static void
whoever_is_first_opens_the_new_file(void **state)
{
	struct fixture *f = *state;
	struct thread *threads[3];
	struct writer writers[3];
	make_moveable(f);
	struct store_view old = begin_view(f);
	elsewhere(f, make_compact);
	unsigned opened = f->store->opened;
	for (size_t i = 0; i < COUNT_OF(threads); i++) {
		writers[i] = (struct writer){f->store, 0, 1};
		assert_int_equal(
			thread_start(&threads[i], "w", begin_and_end, &writers[i], NULL),
			OK);
		while (atomic_load(&writers[i].status) == 1)
			sched_yield();
	}
	store_view_end(&old);
	for (size_t i = 0; i < COUNT_OF(threads); i++) {
		assert_true(thread_join(threads[i], DEADLINE_MS));
		assert_int_equal(writers[i].status, OK);
	}
	assert_int_equal(f->store->opened, opened + 1);
	assert_int_equal(step_count(f), 40);
}

/* The file in the store's place is no store. Each try says so, and once there is a store
 * again, it is used. */
static void
a_file_that_cannot_be_opened_is_tried_again(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	make_moveable(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, NULL), OK);
	unlink(fixture_path(f, "data.mdb"));
	unlink(fixture_path(f, "lock.mdb"));
	fixture_put_data(f, "garbage", 7);
	for (int i = 0; i < 3; i++) {
		struct store_view view;
		struct err err = {0};
		assert_int_equal(store_view_begin(f->store, &view, &err), ERR_DAMAGED);
		assert_non_null(strstr(err.text, f->dir));
		assert_int_equal(step_do(f->store, 40, &err), ERR_DAMAGED);
		assert_int_not_equal(store_transact_resize(f->store, SMALL), OK);
	}
	fixture_put_data(f, whole.data, whole.len);
	assert_int_equal(step_count(f), 40);
	do_steps(f, 40, 41);
	assert_sound(f);
	buf_done(&whole);
}

/* ---- Maps */

/* As if there were little address space. */
static void
shrink(struct fixture *f)
{
	assert_int_equal(mdb_env_set_mapsize(f->store->env, SMALL), 0);
}

static size_t
map_size(struct fixture *f)
{
	MDB_envinfo info;
	assert_int_equal(mdb_env_info(f->store->env, &info), 0);
	return info.me_mapsize;
}

static void
a_full_map_grows_at_the_next_try(void **state)
{
	struct fixture *f = *state;
	step_begin(f);
	shrink(f);
	uint64_t step = 0;
	for (int full = 0; full < 3;) {
		struct err err = {0};
		size_t size = map_size(f);
		int status = step_do(f->store, step, &err);
		if (status != OK) {
			assert_int_equal(status, ERR_FULL);
			assert_non_null(strstr(err.text, "map"));
			assert_int_equal(step_count(f), step);
			/* While a view is open the map stays as it is, so this try fails
			 * as well. */
			struct store_view view = begin_view(f);
			assert_int_equal(step_do(f->store, step, &err), ERR_FULL);
			store_view_end(&view);
			assert_int_equal(step_do(f->store, step, &err), OK);
			assert_true(map_size(f) >= 2 * size);
			full++;
		}
		step++;
	}
	assert_int_equal(step_count(f), step);
	assert_sound(f);
}

static void
write_much(struct store *store)
{
	for (uint64_t step = 3; step < 300; step++)
		if (step_do(store, step, NULL) != OK)
			_exit(2);
}

/* Another process, with a larger map, makes the file larger than our map. */
static void
a_file_that_grew_elsewhere_is_followed(void **state)
{
	struct fixture *f = *state;
	step_begin(f);
	do_steps(f, 0, 3);
	shrink(f);
	struct store_view old = begin_view(f);
	elsewhere(f, write_much);
	/* The map cannot change while a view is open. */
	assert_busy(f);
	assert_int_equal(steps_in(&old), 3);
	store_view_end(&old);
	assert_int_equal(step_count(f), 300);
	assert_true(map_size(f) >= 2 * SMALL);
	do_steps(f, 300, 302);
	assert_sound(f);
}

/* The map cannot be made at all: the store is opened again, with the largest one that
 * can. */
static void
a_map_that_cannot_be_made_is_no_end(void **state)
{
	struct fixture *f = *state;
	step_begin(f);
	do_steps(f, 0, 3);
	unsigned opened = f->store->opened;
	assert_int_equal(store_transact_resize(f->store, IMPOSSIBLE), OK);
	assert_int_equal(f->store->opened, opened + 1);
	assert_int_equal(step_count(f), 3);
	do_steps(f, 3, 5);
	struct store_view view = begin_view(f);
	assert_int_equal(store_transact_resize(f->store, IMPOSSIBLE), ERR_BUSY);
	assert_int_equal(steps_in(&view), 5);
	store_view_end(&view);
	assert_sound(f);
}

/* ---- Readers: LMDB's table of them has a fixed number of slots. */

static void
a_full_table_of_readers_is_busy(void **state)
{
	struct fixture *f = *state;
	struct store_view views[SLOTS];
	step_begin(f);
	do_steps(f, 0, 1);
	for (size_t i = 0; i < SLOTS; i++)
		views[i] = begin_view(f);
	assert_busy(f);
	/* Writing needs no slot. */
	do_steps(f, 1, 2);
	for (size_t i = 0; i < SLOTS; i++) {
		assert_int_equal(steps_in(&views[i]), 1);
		store_view_end(&views[i]);
	}
	assert_int_equal(step_count(f), 2);
	assert_sound(f);
}

/* A killed process leaves its slots in the table. They are freed at once. */
static void
dead_readers_make_room(void **state)
{
	struct fixture *f = *state;
	int ready[2];
	char byte;
	step_begin(f);
	do_steps(f, 0, 1);
	assert_int_equal(pipe(ready), 0);
	pid_t child = fork();
	if (child == 0) {
		static struct store_view views[SLOTS];
		struct store *store;
		if (store_open(&store, f->dir, NULL) != OK)
			_exit(1);
		for (size_t i = 0; i < SLOTS; i++)
			if (store_view_begin(store, &views[i], NULL) != OK)
				_exit(2);
		if (write(ready[1], "r", 1) != 1)
			_exit(3);
		for (;;)
			pause();
	}
	struct pollfd wait = {.fd = ready[0], .events = POLLIN};
	assert_int_equal(poll(&wait, 1, DEADLINE_MS), 1);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_busy(f);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(step_count(f), 1);
	assert_sound(f);
	close(ready[0]);
	close(ready[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(a_panic_waits_for_the_open_view),
		FIXTURE_TEST(a_moved_file_waits_for_the_open_view),
		FIXTURE_TEST(a_writer_gives_up_on_a_view_that_stays),
		FIXTURE_TEST(whoever_is_first_opens_the_new_file),
		FIXTURE_TEST(a_file_that_cannot_be_opened_is_tried_again),
		FIXTURE_TEST(a_full_map_grows_at_the_next_try),
		FIXTURE_TEST(a_file_that_grew_elsewhere_is_followed),
		FIXTURE_TEST(a_map_that_cannot_be_made_is_no_end),
		FIXTURE_TEST(a_full_table_of_readers_is_busy),
		FIXTURE_TEST(dead_readers_make_room),
	};
	return UNIT_RUN(tests);
}
