/*
 * Power loss (case 123). What was written after the last sync is on the disk, or is not,
 * or half of it is, in any combination; LMDB writes its meta page with a descriptor whose
 * writes are synced one by one. Whatever the combination, the last commit is there,
 * whole, or the one that was being acknowledged.
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "fault.h"
#include "step.h"
#include "store/db/view.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define WRITES 512
#define LOSSES 3 /* combinations at each write */

struct disk {
	struct fixture *f, after; /* the store, and what is found after the loss */
	char *synced;
	size_t len, room;
	struct {
		char *bytes;
		size_t n, at;
	} waiting[WRITES];
	size_t waiting_len;
	uint64_t acknowledged, random;
	size_t losses;
};

static void
apply(struct disk *d, const char *bytes, size_t n, size_t at)
{
	assert_true(at + n <= d->room);
	memcpy(d->synced + at, bytes, n);
	d->len = at + n > d->len ? at + n : d->len;
}

static uint64_t
next_random(struct disk *d)
{
	d->random = d->random * 6364136223846793005ULL + 1442695040888963407ULL;
	return d->random >> 33;
}

/* The power goes now. */
static void
lose_power(struct disk *d)
{
	static const char *const files[] = {"data.mdb", "lock.mdb", "clean"};
	char path[300];
	struct disk lost = *d;
	lost.synced = malloc(d->room);
	memcpy(lost.synced, d->synced, d->room);
	for (size_t i = 0; i < d->waiting_len; i++) {
		uint64_t dice = next_random(d) % 4;
		size_t n = d->waiting[i].n;
		if (dice)
			apply(&lost, d->waiting[i].bytes,
				dice == 1 ? n / 2 / 512 * 512 : n, d->waiting[i].at);
		if (dice == 3)
			break;
	}
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof path, "%s/%s", d->after.dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/data.mdb", d->after.dir);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(lost.synced, 1, lost.len, file), lost.len);
	assert_int_equal(fclose(file), 0);
	free(lost.synced);
	assert_int_equal(store_open(&d->after.store, d->after.dir, NULL), OK);
	assert_sound(&d->after);
	uint64_t found = step_count(&d->after);
	assert_true(found == d->acknowledged || found == d->acknowledged + 1);
	store_close(d->after.store);
	d->after.store = NULL;
	d->losses++;
}

static bool
is_data(struct disk *d, int fd)
{
	struct stat one, other;
	return fstat(fd, &one) == 0 && stat(store_path(d->f->store), &other) == 0 &&
	       one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

static void
take_write(void *data, int fd, const void *bytes, size_t n, off_t at)
{
	struct disk *d = data;
	if (!is_data(d, fd))
		return;
	if (fcntl(fd, F_GETFL) & O_DSYNC) {
		lose_power(d);
		apply(d, bytes, n, (size_t)at);
	} else {
		assert_true(d->waiting_len < WRITES);
		char *copy = malloc(n);
		memcpy(copy, bytes, n);
		d->waiting[d->waiting_len].bytes = copy;
		d->waiting[d->waiting_len].n = n;
		d->waiting[d->waiting_len++].at = (size_t)at;
	}
	for (int i = 0; i < LOSSES; i++)
		lose_power(d);
}

static void
take_sync(void *data, int fd)
{
	struct disk *d = data;
	if (!is_data(d, fd))
		return;
	for (size_t i = 0; i < d->waiting_len; i++) {
		apply(d, d->waiting[i].bytes, d->waiting[i].n, d->waiting[i].at);
		free(d->waiting[i].bytes);
	}
	d->waiting_len = 0;
	lose_power(d);
}

static void
when_the_power_goes_the_last_commit_is_there(void **state)
{
	struct fixture *f = *state;
	struct disk d = {.f = f, .room = (size_t)4 << 20, .random = 5};
	struct fault_watch watch = {take_write, take_sync, &d};
	step_begin(f);
	for (; d.acknowledged < 4; d.acknowledged++)
		assert_int_equal(step_do(f->store, d.acknowledged, NULL), OK);
	snprintf(d.after.dir, sizeof d.after.dir, "%.200s/after", f->dir);
	assert_int_equal(mkdir(d.after.dir, 0700), 0);
	d.synced = calloc(1, d.room);
	FILE *file = fopen(store_path(f->store), "rb");
	assert_non_null(file);
	d.len = fread(d.synced, 1, d.room, file);
	assert_int_equal(fclose(file), 0);
	for (int i = 0; i < 6; i++) {
		fault_watch(&watch);
		assert_int_equal(step_do(f->store, d.acknowledged, NULL), OK);
		d.acknowledged++;
		/* What was acknowledged is synced. */
		assert_int_equal(d.waiting_len, 0);
		lose_power(&d);
		fault_watch(NULL);
	}
	assert_true(d.losses > 50);
	free(d.synced);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(when_the_power_goes_the_last_commit_is_there),
	};
	return UNIT_RUN(tests);
}
