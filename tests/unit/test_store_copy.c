/*
 * Backups and compacting: a copy is complete, or not there at all.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/err.h"
#include "model/item.h"
#include "store/file/copy.h"
#include "store/open.h"
#include "store_helper.h"
#include "unit.h"

#define ITEMS 60
#define TEXT 8000

/* Half a megabyte, which is more than a pipe holds. */
static void
fill(struct fixture *f)
{
	static const char *const feeds[] = {"http://a/"};
	char text[TEXT];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	poll_feed(f, 1, T0, make_numbered("old ", ITEMS, text));
}

static bool
is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* Opens the copy as a store. */
static void
assert_copy(struct fixture *f, const char *backup)
{
	static const char *const files[] = {"data.mdb", "lock.mdb", "clean"};
	struct fixture copy = {.store = NULL};
	char path[300];
	snprintf(copy.dir, sizeof copy.dir, "%.200s.copy", f->dir);
	assert_int_equal(mkdir(copy.dir, 0700), 0);
	snprintf(path, sizeof path, "%s/data.mdb", copy.dir);
	assert_int_equal(rename(backup, path), 0);
	assert_int_equal(store_open(&copy.store, copy.dir, NULL), OK);
	assert_int_equal(count_all(copy.store).total, ITEMS);
	assert_int_equal(count_all(copy.store).starred, 1);
	assert_sound(&copy);
	store_close(copy.store);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof path, "%s/%s", copy.dir, files[i]);
		unlink(path);
	}
	rmdir(copy.dir);
}

static void
a_backup_is_a_store(void **state)
{
	struct fixture *f = *state;
	struct err err;
	char path[300];
	fill(f);
	set_flags(f, "old 7", ITEM_STARRED, 0);
	snprintf(path, sizeof path, "%s", fixture_path(f, "copy"));
	assert_int_equal(store_file_backup(f->store, path, NULL, &err), OK);
	assert_copy(f, path);
	assert_int_equal(
		store_file_backup(f->store, "/nonexistent/x", NULL, &err), ERR_IO);
	assert_non_null(strstr(err.text, "/nonexistent/x"));
}

/* Stopped wherever it can be stopped: the file with that name stays, and nothing else is
 * left. */
static void
a_backup_that_is_stopped_leaves_nothing(void **state)
{
	struct fixture *f = *state;
	struct patience patience;
	int status = ERR_CANCELLED;
	size_t tries = 0;
	char path[300], part[310];
	struct stat file;
	fill(f);
	set_flags(f, "old 7", ITEM_STARRED, 0);
	snprintf(path, sizeof path, "%s", fixture_path(f, "copy"));
	snprintf(part, sizeof part, "%s.part", path);
	FILE *before = fopen(path, "w");
	assert_non_null(before);
	assert_int_equal(fclose(before), 0);
	for (; status == ERR_CANCELLED; tries++) {
		const struct store_watch watch = {
			.go_on = patience_ends, .data = &patience};
		struct err err = {0};
		patience = (struct patience){.left = tries};
		status = store_file_backup(f->store, path, &watch, &err);
		assert_false(is_there(part));
		assert_int_equal(stat(path, &file), 0);
		assert_true((file.st_size > 0) == (status == OK));
		assert_true(status == OK || strstr(err.text, "nothing was changed"));
	}
	assert_int_equal(status, OK);
	assert_true(tries > 6);
	/* Progress was right: the file has as many pages as it said. */
	assert_int_equal(patience.done, patience.total);
	assert_int_equal(patience.total, file.st_size);
	assert_sound(f);
	assert_copy(f, path);
}

static void
a_store_that_is_not_made_compact_is_as_before(void **state)
{
	struct fixture *f = *state;
	struct patience patience;
	int status = ERR_CANCELLED;
	size_t tries = 0;
	uint64_t before, after;
	char next[300], data[300];
	struct stat was, is;
	fill(f);
	set_flags(f, "old 7", ITEM_STARRED, 0);
	snprintf(next, sizeof next, "%s", fixture_path(f, "compact.mdb"));
	snprintf(data, sizeof data, "%s", fixture_path(f, "data.mdb"));
	assert_int_equal(stat(data, &was), 0);
	for (; status == ERR_CANCELLED; tries++) {
		const struct store_watch watch = {
			.go_on = patience_ends, .data = &patience};
		patience = (struct patience){.left = tries};
		status = store_file_compact(f->store, &watch, &before, &after, NULL);
		assert_false(is_there(next));
		assert_int_equal(stat(data, &is), 0);
		assert_true((is.st_ino != was.st_ino) == (status == OK));
		assert_int_equal(count_all(f->store).starred, 1);
	}
	assert_int_equal(status, OK);
	assert_true(tries > 6);
	assert_true(after < before);
	assert_int_equal(patience.done, after);
	set_flags(f, "old 8", ITEM_STARRED, 0);
	assert_sound(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(a_backup_is_a_store),
		FIXTURE_TEST(a_backup_that_is_stopped_leaves_nothing),
		FIXTURE_TEST(a_store_that_is_not_made_compact_is_as_before),
	};
	return UNIT_RUN(tests);
}
