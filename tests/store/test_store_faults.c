/*
 * Cases 122, 124 and 136: death at every write of a commit and of a move of the file, and
 * a disk that fails.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "fault.h"
#include "step.h"
#include "store/db/db.h"
#include "store/file/copy.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define KILLS 30

/* In a child: works until the fault strikes, writing a byte for each commit. */
static void
work_until_death(const char *dir, uint64_t step, enum fault_kind kind, int n, int acks)
{
	struct store *store;
	if (store_open(&store, dir, NULL) != OK)
		_exit(1);
	fault_set(kind, n);
	for (;; step++)
		if (step_do(store, step, NULL) != OK || write(acks, "+", 1) != 1)
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
	step_begin(f);
	for (int n = 1; n <= KILLS; n++) {
		int pipes[2], code;
		uint64_t before = step_count(f);
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
		uint64_t after = step_count(f);
		assert_true(after == before + acks || after == before + acks + 1);
	}
	/* The last children worked for many commits before they died. */
	assert_true(step_count(f) > KILLS);
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

/* ---- Compact (case 136): wherever it ends, either the old file or the new one is
 * whole. */

static int
compact(struct store *store, struct err *err)
{
	uint64_t before, after;
	return store_file_compact(store, NULL, &before, &after, err);
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
	if (EMULATED)
		skip();
	step_begin(f);
	/* This process has the store open all the time, and continues writing in
	 * whichever file. */
	for (int n = 1; !done; n++) {
		for (uint64_t until = step + 3; step < until; step++)
			assert_int_equal(step_do(f->store, step, NULL), OK);
		int code;
		pid_t child = fork();
		if (child == 0)
			compact_until_death(f->dir, n);
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &code, 0), child);
		done = WIFEXITED(code);
		assert_true(done ? WEXITSTATUS(code) == 0 : WTERMSIG(code) == SIGKILL);
		assert_int_equal(step_count(f), step);
		assert_int_equal(step_do(f->store, step, NULL), OK);
		assert_int_equal(step_count(f), ++step);
		/* A new process finds the same. */
		struct fixture other = {.dir = ""};
		assert_int_equal(store_open(&other.store, f->dir, NULL), OK);
		assert_int_equal(step_count(&other), step);
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
	step_begin(f);
	for (uint64_t step = 0; step < 20; step++)
		assert_int_equal(step_do(f->store, step, NULL), OK);
	for (int n = 1; n < 100; n++) {
		struct err err = {0};
		fault_set(FAULT_FULL, n);
		int status = compact(f->store, &err);
		int hit = fault_hit();
		fault_set(FAULT_NONE, 0);
		assert_int_equal(step_count(f), 20);
		if (!hit)
			break;
		failed += status != OK;
		assert_true(status == OK || strstr(err.text, f->dir));
	}
	assert_true(failed >= 2);
	assert_sound(f);
}

/* At whatever write the disk fails: there is a sentence, reading continues, and the step
 * works once there is room. */
static void
fail_at_every_write(struct fixture *f, enum fault_kind kind, const char *sentence)
{
	step_begin(f);
	int failed = 0;
	for (int n = 1; n <= 12; n++) {
		struct err err = {0};
		uint64_t step = step_count(f);
		fault_set(kind, n);
		int status = step_do(f->store, step, &err);
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
		assert_int_equal(step_count(f), step);
		assert_int_not_equal(step_do(f->store, step, &err), OK);
		assert_int_equal(step_count(f), step);
		fault_set(FAULT_NONE, 0);
		assert_int_equal(step_do(f->store, step, &err), OK);
		assert_int_equal(step_count(f), step + 1);
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

/* The same on a real file system of 4 MB, if one can be mounted. */
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
		step_begin(&disk);
	uint64_t step = 0;
	while (status == OK && step < 1000)
		status = step_do(disk.store, step++, &err);
	int full = status;
	uint64_t held = disk.store ? step_count(&disk) : 0;
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
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(killed_at_every_write_nothing_is_lost),
		FIXTURE_TEST(killed_within_a_write_nothing_is_lost),
		FIXTURE_TEST(killed_while_it_is_made_compact_nothing_is_lost),
		FIXTURE_TEST(a_disk_that_fails_leaves_the_store_as_it_was),
		FIXTURE_TEST(on_a_full_disk_reading_goes_on),
		FIXTURE_TEST(on_a_broken_disk_reading_goes_on),
		FIXTURE_TEST(a_small_disk_fills_up),
	};
	return UNIT_RUN(tests);
}
