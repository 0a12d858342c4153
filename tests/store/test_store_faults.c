/*
 * Cases 122, 124, 127 and 136: death at every write of a commit and of whatever else
 * changes files, and a failing disk.
 *
 * The work is a chain of steps, each one transaction: five new items, one of them then
 * read and one starred. So the store's totals tell how many steps it holds, and a sound
 * store holds exactly those that were acknowledged, or one more whose acknowledgement
 * was cut off.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/str.h"
#include "fault.h"
#include "model/http.h"
#include "store/schema.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define KILLS 30
#define STEP_ITEMS 5

static const char *const feeds[] = {"A", "B", "C"};

static int
put_items(struct store_batch *batch, uint64_t step, struct err *err)
{
	char room[STEP_ITEMS][64], text[3000];
	const char *lines[STEP_ITEMS];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; i < STEP_ITEMS; i++) {
		snprintf(room[i], sizeof room[i], "%d.%d||%d.%d|x|", (int)step, i,
			(int)step, i);
		lines[i] = room[i];
	}
	struct feed *document = make_document(lines, STEP_ITEMS);
	document->items[2].content.text = text;
	struct http_state http = {.next_poll = T0 + (int64_t)step, .status = 200};
	struct store_poll poll = {.feed = (uint32_t)(step % 3 + 1),
		.now = T0 + (int64_t)step,
		.document = document,
		.http = &http};
	int status = store_put_poll(batch, &poll, NULL, err);
	feed_free(document);
	return status;
}

static int
do_step(struct store *store, uint64_t step, struct err *err)
{
	struct store_batch *batch;
	uint64_t read = step * STEP_ITEMS + 1, star = read + 1;
	int status = store_batch_begin(store, &batch, err);
	if (status)
		return status;
	status = put_items(batch, step, err);
	if (status == OK)
		status = store_put_flags(batch, &read, 1, 0, ITEM_UNREAD, NULL, err);
	if (status == OK)
		status = store_put_flags(batch, &star, 1, ITEM_STARRED, 0, NULL, err);
	if (status == OK)
		return store_batch_commit(batch, err);
	store_batch_abort(batch);
	return status;
}

/* How many steps the store holds; fails the test when it holds anything in between. */
static uint64_t
steps_of(struct fixture *f)
{
	struct store_view view;
	struct store_counts counts;
	struct store_scope all = {STORE_ALL, 0, NULL};
	struct err err;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	assert_int_equal(store_counts(&view, &all, &counts), OK);
	uint64_t last = store_last_id(&view);
	store_view_end(&view);
	uint64_t steps = counts.total / STEP_ITEMS;
	assert_int_equal(counts.total, steps * STEP_ITEMS);
	assert_int_equal(counts.unread, steps * (STEP_ITEMS - 1));
	assert_int_equal(counts.starred, steps);
	assert_int_equal(last, counts.total);
	return steps;
}

/* In a child: works until the fault strikes, writing a byte for each commit. */
static void
work_until_death(const char *dir, uint64_t step, enum fault_kind kind, int n, int acks)
{
	struct store *store;
	if (store_open(&store, dir, NULL) != OK)
		_exit(1);
	fault_set(kind, n);
	for (;; step++)
		if (do_step(store, step, NULL) != OK || write(acks, "+", 1) != 1)
			_exit(2);
}

static size_t
count_acks(int fd)
{
	char bytes[256];
	size_t total = 0;
	ssize_t n;
	while ((n = read(fd, bytes, sizeof bytes)) > 0)
		total += (size_t)n;
	return total;
}

static void
kill_at_every_write(struct fixture *f, enum fault_kind kind)
{
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	for (int n = 1; n <= KILLS; n++) {
		int pipes[2], code;
		uint64_t before = steps_of(f);
		store_close(f->store);
		f->store = NULL;
		assert_int_equal(pipe(pipes), 0);
		pid_t child = fork();
		if (child == 0)
			work_until_death(f->dir, before, kind, n, pipes[1]);
		assert_true(child > 0);
		close(pipes[1]);
		size_t acks = count_acks(pipes[0]);
		close(pipes[0]);
		assert_int_equal(waitpid(child, &code, 0), child);
		assert_true(WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL);
		assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
		assert_sound(f);
		uint64_t after = steps_of(f);
		assert_true(after == before + acks || after == before + acks + 1);
	}
	/* The last ones worked for many commits before they died. */
	assert_true(steps_of(f) > KILLS);
}

static void
killed_at_every_write_nothing_is_lost(void **state)
{
	kill_at_every_write(*state, FAULT_KILL);
}

static void
killed_within_a_write_nothing_is_lost(void **state)
{
	kill_at_every_write(*state, FAULT_TORN);
}

/* ---- Compact (case 136): at whatever point it ends, one file or the other is whole. */

static int
compact(struct store *store, struct err *err)
{
	uint64_t before, after;
	return store_compact(store, &before, &after, err);
}

static void
compact_until_death(const char *dir, int n)
{
	struct store *store;
	if (store_open(&store, dir, NULL) != OK)
		_exit(1);
	fault_set(FAULT_KILL, n);
	_exit(compact(store, NULL) == OK ? 0 : 2);
}

static void
killed_while_it_is_made_compact_nothing_is_lost(void **state)
{
	struct fixture *f = *state;
	uint64_t step = 0;
	bool done = false;
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	/* This process has the store open all the time, and writes on in whichever file.
	 */
	for (int n = 1; !done; n++) {
		for (uint64_t until = step + 3; step < until; step++)
			assert_int_equal(do_step(f->store, step, NULL), OK);
		int code;
		pid_t child = fork();
		if (child == 0)
			compact_until_death(f->dir, n);
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &code, 0), child);
		done = WIFEXITED(code);
		assert_true(done ? WEXITSTATUS(code) == 0 : WTERMSIG(code) == SIGKILL);
		assert_int_equal(steps_of(f), step);
		assert_int_equal(do_step(f->store, step, NULL), OK);
		assert_int_equal(steps_of(f), ++step);
		/* Another one finds the same. */
		struct fixture other = {.dir = ""};
		assert_int_equal(store_open(&other.store, f->dir, NULL), OK);
		assert_int_equal(steps_of(&other), step);
		assert_sound(&other);
		store_close(other.store);
		assert_true(n < 100);
	}
	assert_true(step > 20);
}

static void
a_disk_that_fails_leaves_the_store_as_it_was(void **state)
{
	struct fixture *f = *state;
	int failed = 0;
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	for (uint64_t step = 0; step < 20; step++)
		assert_int_equal(do_step(f->store, step, NULL), OK);
	for (int n = 1; n < 100; n++) {
		struct err err = {0};
		fault_set(FAULT_FULL, n);
		int status = compact(f->store, &err);
		int hit = fault_hit();
		fault_set(FAULT_NONE, 0);
		assert_int_equal(steps_of(f), 20);
		if (!hit)
			break;
		failed += status != OK;
		assert_true(status == OK || strstr(err.text, f->dir));
	}
	assert_true(failed >= 2);
	assert_sound(f);
}

/* ---- Jobs of several transactions, or of several files: killed at each point in turn,
 * looked at, and done to the end. */

struct job {
	struct fixture *f;
	char backup[300];
	uint64_t steps; /* when it begins */
	uint64_t group;
};

/* In a child, with the store not open (open false) or open. */
struct job_kind {
	void (*arm)(struct job *job); /* what there is to do */
	bool open;
	int (*run)(struct job *job);
	void (*holds)(struct job *job, bool done);
};

static void
run_until_death(struct job *job, const struct job_kind *kind, int n)
{
	if (kind->open && store_open(&job->f->store, job->f->dir, NULL) != OK)
		_exit(1);
	fault_set(FAULT_KILL, n);
	_exit(kind->run(job) == OK ? 0 : 2);
}

static void
kill_at_every_point(struct fixture *f, const struct job_kind *kind)
{
	struct job job = {.f = f};
	bool done = false;
	int n = 1;
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	for (; job.steps < 24; job.steps++)
		assert_int_equal(do_step(f->store, job.steps, NULL), OK);
	snprintf(job.backup, sizeof job.backup, "%s/copy.mdb", f->dir);
	assert_int_equal(store_backup(f->store, job.backup, NULL), OK);
	for (; !done; n++) {
		int code;
		kind->arm(&job);
		store_close(f->store);
		f->store = NULL;
		pid_t child = fork();
		if (child == 0)
			run_until_death(&job, kind, n);
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &code, 0), child);
		done = WIFEXITED(code);
		assert_true(done ? WEXITSTATUS(code) == 0 : WTERMSIG(code) == SIGKILL);
		assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
		assert_sound(f);
		kind->holds(&job, done);
		assert_true(n < 500);
	}
	assert_true(n > 4);
}

static struct store_counts
counts_of(struct fixture *f)
{
	struct store_view view;
	struct store_counts counts;
	struct store_scope all = {STORE_ALL, 0, NULL};
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_counts(&view, &all, &counts), OK);
	store_view_end(&view);
	return counts;
}

/* Restore: 24 steps are in the backup, one more is in the store. */
static void
arm_restore(struct job *job)
{
	uint64_t now = steps_of(job->f);
	if (now == job->steps)
		assert_int_equal(do_step(job->f->store, now, NULL), OK);
}

static int
run_restore(struct job *job)
{
	struct store_check found;
	struct buf kept = BUF_INIT(0);
	return store_restore(job->f->dir, job->backup, &found, &kept, NULL);
}

static void
restore_holds(struct job *job, bool done)
{
	uint64_t now = steps_of(job->f);
	assert_true(now == job->steps || (!done && now == job->steps + 1));
}

/* Repair of a sound store loses nothing. */
static void
arm_nothing(struct job *job)
{
	(void)job;
}

static int
run_repair(struct job *job)
{
	struct store_repair done;
	struct buf kept = BUF_INIT(0);
	return store_repair(job->f->dir, &done, &kept, NULL);
}

static void
nothing_is_lost(struct job *job, bool done)
{
	struct store_stats stats;
	(void)done;
	assert_int_equal(steps_of(job->f), job->steps);
	assert_int_equal(store_stats(job->f->store, &stats, NULL), OK);
	assert_int_equal(stats.format_major, SCHEMA_MAJOR);
}

/* Migration: from format 1. Opening is all. */
static void
arm_migration(struct job *job)
{
	char path[300];
	fixture_age(job->f);
	snprintf(path, sizeof path, "%s/before-format-2.mdb", job->f->dir);
	unlink(path);
}

static int
run_open(struct job *job)
{
	struct store *store;
	return store_open(&store, job->f->dir, NULL);
}

/* Marking all read, in slices as one action; a whole undo then brings back what was. */
static int
mark_slices(struct job *job)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	bool more = true;
	int status = OK;
	while (status == OK && more) {
		struct store_batch *batch;
		status = store_batch_begin(job->f->store, &batch, NULL);
		if (status == OK)
			status = store_act_begin(batch, &job->group, T0, NULL);
		if (status == OK)
			status = store_mark_read(
				batch, &all, UINT64_MAX, 40, NULL, &more, NULL);
		if (status == OK)
			status = store_batch_commit(batch, NULL);
	}
	return status;
}

static int
undo_slices(struct job *job)
{
	struct store_undo undo = {.more = true};
	struct arena arena = ARENA_INIT;
	int status = OK;
	while (status == OK && undo.more) {
		struct store_batch *batch;
		status = store_batch_begin(job->f->store, &batch, NULL);
		if (status == OK)
			status = store_undo(batch, false, 30, T0, &arena, &undo, NULL);
		if (status == OK)
			status = store_batch_commit(batch, NULL);
		else
			store_batch_abort(batch);
	}
	arena_done(&arena);
	return status;
}

static void
marked_holds(struct job *job, bool done)
{
	struct store_counts counts = counts_of(job->f);
	uint64_t unread = job->steps * (STEP_ITEMS - 1);
	assert_int_equal(counts.total, job->steps * STEP_ITEMS);
	assert_int_equal(counts.starred, job->steps);
	assert_true(done ? counts.unread == 0 : counts.unread <= unread);
	/* What was done of it is one action, and goes back as one. */
	if (counts.unread < unread)
		assert_int_equal(undo_slices(job), OK);
	assert_int_equal(steps_of(job->f), job->steps);
}

static void
arm_undo(struct job *job)
{
	job->group = 0;
	assert_int_equal(mark_slices(job), OK);
	assert_int_equal(counts_of(job->f).unread, 0);
}

static void
undone_holds(struct job *job, bool done)
{
	uint64_t unread = counts_of(job->f).unread, all = job->steps * (STEP_ITEMS - 1);
	assert_true(unread <= all && (!done || unread == all));
	/* Half undone: the next undo goes on with it. */
	if (unread < all)
		assert_int_equal(undo_slices(job), OK);
	assert_int_equal(steps_of(job->f), job->steps);
}

/* Clearing away: of each feed the newest five that are read, all others. */
static void
arm_gc(struct job *job)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_batch *batch;
	bool more;
	assert_int_equal(store_batch_begin(job->f->store, &batch, NULL), OK);
	assert_int_equal(
		store_mark_read(batch, &all, UINT64_MAX, SIZE_MAX, NULL, &more, NULL),
		OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

static int
run_gc(struct job *job)
{
	struct store_keep keep[] = {{1, 5, 0, T0}, {2, 5, 0, T0}, {3, 5, 0, T0}};
	struct store_gc gone;
	return store_collect(job->f->store, keep, 3, T0, false, &gone, NULL);
}

static void
cleared_holds(struct job *job, bool done)
{
	struct store_counts counts = counts_of(job->f);
	assert_int_equal(counts.starred, job->steps);
	assert_true(counts.total >= job->steps);
	/* Of 15 the five newest stay, and the stars among the others. */
	if (done)
		assert_true(counts.total <= job->steps + 15);
}

static void
killed_while_restored(void **state)
{
	static const struct job_kind kind = {
		arm_restore, false, run_restore, restore_holds};
	kill_at_every_point(*state, &kind);
}

static void
killed_while_repaired(void **state)
{
	static const struct job_kind kind = {
		arm_nothing, false, run_repair, nothing_is_lost};
	kill_at_every_point(*state, &kind);
}

static void
killed_while_brought_up(void **state)
{
	static const struct job_kind kind = {
		arm_migration, false, run_open, nothing_is_lost};
	kill_at_every_point(*state, &kind);
}

static void
killed_while_all_are_marked(void **state)
{
	static const struct job_kind kind = {
		arm_nothing, true, mark_slices, marked_holds};
	kill_at_every_point(*state, &kind);
}

static void
killed_while_undoing(void **state)
{
	static const struct job_kind kind = {arm_undo, true, undo_slices, undone_holds};
	kill_at_every_point(*state, &kind);
}

static void
killed_while_clearing_away(void **state)
{
	static const struct job_kind kind = {arm_gc, true, run_gc, cleared_holds};
	kill_at_every_point(*state, &kind);
}

/* At whatever write the disk fails: a sentence, reading goes on, and the step is done
 * once there is room. */
static void
fail_at_every_write(struct fixture *f, enum fault_kind kind, const char *sentence)
{
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	int failed = 0;
	for (int n = 1; n <= 12; n++) {
		struct err err = {0};
		uint64_t step = steps_of(f);
		fault_set(kind, n);
		int status = do_step(f->store, step, &err);
		if (!fault_hit()) {
			fault_set(FAULT_NONE, 0);
			assert_int_equal(status, OK);
			continue;
		}
		failed++;
		assert_true(status == (kind == FAULT_FULL ? ERR_FULL : ERR_IO));
		assert_non_null(strstr(err.text, f->dir));
		assert_non_null(strstr(err.text, sentence));
		/* The disk is still full. */
		assert_int_equal(steps_of(f), step);
		assert_int_not_equal(do_step(f->store, step, &err), OK);
		assert_int_equal(steps_of(f), step);
		fault_set(FAULT_NONE, 0);
		assert_int_equal(do_step(f->store, step, &err), OK);
		assert_int_equal(steps_of(f), step + 1);
		assert_sound(f);
	}
	assert_true(failed >= 3);
}

static void
on_a_full_disk_reading_goes_on(void **state)
{
	fail_at_every_write(*state, FAULT_FULL, "disk");
}

static void
on_a_broken_disk_reading_goes_on(void **state)
{
	fail_at_every_write(*state, FAULT_BROKEN, "error");
}

/* The same on a real file system of 4 MB, where mounting one is possible. */
static void
a_small_disk_fills_up(void **state)
{
	struct fixture *f = *state;
	char dir[300];
	struct err err = {0};
	snprintf(dir, sizeof dir, "%s/disk", f->dir);
	if (mkdir(dir, 0700) != 0 || mount("tmpfs", dir, "tmpfs", 0, "size=4m") != 0) {
		print_message("mounting a tmpfs: %s\n", strerror(errno));
		rmdir(dir);
		skip();
	}
	struct fixture disk = {0};
	snprintf(disk.dir, sizeof disk.dir, "%.200s", dir);
	int status = store_open(&disk.store, dir, &err);
	if (status == OK)
		put_subscriptions(&disk, feeds, COUNT_OF(feeds));
	uint64_t step = 0;
	while (status == OK && step < 1000)
		status = do_step(disk.store, step++, &err);
	int full = status;
	uint64_t held = disk.store ? steps_of(&disk) : 0;
	if (disk.store)
		assert_sound(&disk);
	store_close(disk.store);
	assert_int_equal(umount(dir), 0);
	rmdir(dir);
	assert_int_equal(full, ERR_FULL);
	assert_int_equal(held, step - 1);
	assert_non_null(strstr(err.text, "full"));
}

int
main(void)
{
	fixture_in_memory();
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(killed_at_every_write_nothing_is_lost),
		FIXTURE_TEST(killed_within_a_write_nothing_is_lost),
		FIXTURE_TEST(killed_while_it_is_made_compact_nothing_is_lost),
		FIXTURE_TEST(a_disk_that_fails_leaves_the_store_as_it_was),
		FIXTURE_TEST(killed_while_restored),
		FIXTURE_TEST(killed_while_repaired),
		FIXTURE_TEST(killed_while_brought_up),
		FIXTURE_TEST(killed_while_all_are_marked),
		FIXTURE_TEST(killed_while_undoing),
		FIXTURE_TEST(killed_while_clearing_away),
		FIXTURE_TEST(on_a_full_disk_reading_goes_on),
		FIXTURE_TEST(on_a_broken_disk_reading_goes_on),
		FIXTURE_TEST(a_small_disk_fills_up),
	};
	return UNIT_RUN(tests);
}
