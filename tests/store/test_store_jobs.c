/*
 * Cases 122, 127, 133 and 136: work of several transactions, or on several files, is
 * killed at each point in turn, checked, and completed.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "fault.h"
#include "step.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/file/copy.h"
#include "store/gc.h"
#include "store/health/check.h"
#include "store/health/repair.h"
#include "store/health/restore.h"
#include "store/item/count.h"
#include "store/item/list.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/open.h"
#include "store/record/schema.h"
#include "store/undo.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

struct job {
	struct fixture *f;
	char backup[300];
	uint64_t steps; /* in the store when the work begins */
	uint64_t group;
};

/* Runs in a child. open: the store is open. */
struct job_kind {
	void (*arm)(struct job *job); /* prepares what there is to do */
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
	step_begin(f);
	for (; job.steps < 24; job.steps++)
		assert_int_equal(step_do(f->store, job.steps, NULL), OK);
	snprintf(job.backup, sizeof job.backup, "%s/copy.mdb", f->dir);
	assert_int_equal(store_file_backup(f->store, job.backup, NULL, NULL), OK);
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

/* Restore: the backup has 24 steps, the store one more. */
static void
arm_restore(struct job *job)
{
	uint64_t now = step_count(job->f);
	if (now == job->steps)
		assert_int_equal(step_do(job->f->store, now, NULL), OK);
}

static int
run_restore(struct job *job)
{
	struct store_health_check found;
	struct buf kept = BUF_INIT(0);
	return store_health_restore(job->f->dir, job->backup, &found, NULL, &kept, NULL);
}

static void
restore_holds(struct job *job, bool done)
{
	uint64_t now = step_count(job->f);
	assert_true(now == job->steps || (!done && now == job->steps + 1));
}

/* Repair of a sound store: nothing is lost. */
static void
arm_nothing(struct job *job)
{
	(void)job;
}

static int
run_repair(struct job *job)
{
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	return store_health_repair(job->f->dir, &done, &kept, NULL);
}

static void
nothing_is_lost(struct job *job, bool done)
{
	struct store_health_check_stats stats;
	(void)done;
	assert_int_equal(step_count(job->f), job->steps);
	assert_int_equal(store_health_check_stats(job->f->store, &stats, NULL), OK);
	assert_int_equal(stats.format_major, SCHEMA_MAJOR);
}

/* Migration from format 1: opening the store does it. */
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

/* Marking everything read, in slices of one action; undoing all of it restores what
 * was. */
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
			status = store_journal_begin(batch, &job->group, T0, NULL);
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
	struct store_item_counts counts = count_all(job->f->store);
	uint64_t unread = job->steps * (STEP_ITEMS - 1);
	assert_int_equal(counts.total, job->steps * STEP_ITEMS);
	assert_int_equal(counts.starred, job->steps);
	assert_true(done ? counts.unread == 0 : counts.unread <= unread);
	/* Whatever part of it was done is one action, and is undone as one. */
	if (counts.unread < unread)
		assert_int_equal(undo_slices(job), OK);
	assert_int_equal(step_count(job->f), job->steps);
}

static void
arm_undo(struct job *job)
{
	job->group = 0;
	assert_int_equal(mark_slices(job), OK);
	assert_int_equal(count_all(job->f->store).unread, 0);
}

static void
undone_holds(struct job *job, bool done)
{
	uint64_t unread = count_all(job->f->store).unread,
		 all = job->steps * (STEP_ITEMS - 1);
	assert_true(unread <= all && (!done || unread == all));
	/* If it is half undone, the next undo continues. */
	if (unread < all)
		assert_int_equal(undo_slices(job), OK);
	assert_int_equal(step_count(job->f), job->steps);
}

/* Deleting for good: all read items of each feed but the newest five. */
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
	struct store_item_counts counts = count_all(job->f->store);
	assert_int_equal(counts.starred, job->steps);
	assert_true(counts.total >= job->steps);
	/* The five newest of 15 stay, and the starred ones among the others. */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(killed_while_restored),
		FIXTURE_TEST(killed_while_repaired),
		FIXTURE_TEST(killed_while_brought_up),
		FIXTURE_TEST(killed_while_all_are_marked),
		FIXTURE_TEST(killed_while_undoing),
		FIXTURE_TEST(killed_while_clearing_away),
	};
	return UNIT_RUN(tests);
}
