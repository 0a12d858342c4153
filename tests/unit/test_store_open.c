/*
 * Opening files that are not sound stores of ours gives a sentence, and never a signal.
 */
#include "config.h"

#include <fcntl.h>
#include <lmdb.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif

#include "base/file.h"
#include "base/str.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/file/lmdb_page.h"
#include "store/health/check.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/open.h"
#include "store/record/schema.h"
#include "store_helper.h"
#include "unit.h"

static const char *const feeds[] = {"A"};

/* Some hundred items with texts of a page, so that there are branch pages. */
static void
fill(struct fixture *f)
{
	put_subscriptions(f, feeds, 1);
	char text[3000];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int round = 0; round < 4; round++) {
		char prefix[16];
		snprintf(prefix, sizeof prefix, "%d.", round);
		poll_feed(f, 1, T0 + round, make_numbered(prefix, 200, text));
	}
}

static int
try_open(struct fixture *f, struct err *err)
{
	err_clear(err);
	int status = store_open(&f->store, f->dir, err);
	if (status == OK) {
		store_close(f->store);
		f->store = NULL;
	}
	return status;
}

static void
file_modes_are_private(void **state)
{
	struct fixture *f = *state;
	struct stat st;
	put_subscriptions(f, feeds, 1);
	fixture_close(f);
	static const char *const files[] = {"data.mdb", "lock.mdb", "clean"};
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		assert_int_equal(stat(fixture_path(f, files[i]), &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
}

/* Case 33. */
static void
children_inherit_nothing(void **state)
{
	struct fixture *f = *state;
	(void)f;
	for (int fd = 3; fd < 64; fd++) {
		char link[64], path[512];
		snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
		ssize_t n = readlink(link, path, sizeof path - 1);
		if (n < 0)
			continue;
		path[n] = '\0';
		if (strstr(path, ".mdb"))
			assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	}
}

/* Case 125: wherever the file is cut, it is refused or complete, and the program does not
 * die. */
static void
a_cut_file_is_refused(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	struct err err;
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, &err), OK);
	size_t refused = 0, tried = 0;
	for (size_t keep = whole.len - 1; keep > 0; keep -= keep / 13 + 1) {
		fixture_put_data(f, whole.data, keep);
		int status = store_open(&f->store, f->dir, &err);
		tried++;
		if (status == OK) {
			/* Only pages that nobody uses may be missing. */
			assert_sound(f);
			store_close(f->store);
			f->store = NULL;
			continue;
		}
		refused++;
		assert_int_equal(status, ERR_DAMAGED);
		assert_non_null(strstr(err.text, f->dir));
		/* The file is not changed. */
		struct stat st;
		assert_int_equal(stat(fixture_path(f, "data.mdb"), &st), 0);
		assert_int_equal(st.st_size, keep);
	}
	assert_true(refused > tried / 2);
	/* An empty file: LMDB would start a new one. */
	assert_int_equal(truncate(fixture_path(f, "data.mdb"), 0), 0);
	assert_int_equal(try_open(f, &err), ERR_DAMAGED);
	/* Restored, everything is there. */
	fixture_put_data(f, whole.data, whole.len);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
	assert_sound(f);
	buf_done(&whole);
}

/* If the first page of a long value says that it has no pages, nothing past the file's
 * end may be read. */
static void
a_long_value_has_pages(void **state)
{
	enum {
		SIZE = 4096
	};
	struct fixture *f = *state;
	const char *path = fixture_path(f, "pages");
	struct page_head head = {.number = 2, .flags = PAGE_OVERFLOW};
	const struct page_node node = {
		.value = (const uint8_t *)&head.number, .room = sizeof head.number};
	struct page_file file = {.page_size = SIZE, .pages = 3, .visit_max = 9};
	file.fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	assert_true(file.fd >= 0);
	for (uint32_t count = 0; count < 3; count++) {
		size_t at;
		memcpy(&head.lower, &count, sizeof count);
		assert_int_equal(
			pwrite(file.fd, &head, sizeof head, 2 * SIZE), sizeof head);
		assert_int_equal(
			store_file_page_overflow(&file, &node, 100, &at), count == 1);
	}
	close(file.fd);
	unlink(path);
}

/* The free pages, by LMDB's own list. */
static bool *
free_pages(struct fixture *f, size_t pages)
{
	MDB_env *env;
	MDB_txn *txn;
	MDB_cursor *cursor;
	MDB_val k, v;
	bool *is_free = calloc(pages, sizeof *is_free);
	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_open(env, f->dir, MDB_RDONLY, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), 0);
	assert_int_equal(mdb_cursor_open(txn, 0, &cursor), 0);
	while (mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
		size_t count, page;
		memcpy(&count, v.mv_data, sizeof count);
		for (size_t i = 1; i <= count; i++) {
			memcpy(&page, (char *)v.mv_data + i * sizeof page, sizeof page);
			if (page < pages)
				is_free[page] = true;
		}
	}
	mdb_cursor_close(cursor);
	mdb_txn_abort(txn);
	mdb_env_close(env);
	return is_free;
}

/* Case 126: one page after the other becomes zeros or noise. Opening, or at the latest
 * the check, must notice it, unless the page is free. */
static void
a_wiped_page_is_found(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	struct err err;
	fill(f);
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, &err), OK);
	size_t page = 4096, pages = whole.len / page, used = 0;
	bool *is_free = free_pages(f, pages);
	for (size_t i = 2; i < pages; i += 7) {
		char *copy = malloc(whole.len);
		memcpy(copy, whole.data, whole.len);
		for (size_t k = 0; k < page; k++)
			copy[i * page + k] = i % 2 ? (char)(k * 131 + i) : 0;
		fixture_put_data(f, copy, whole.len);
		free(copy);
		int status = store_open(&f->store, f->dir, &err);
		struct store_health_check check = {0};
		if (status == OK) {
			status = store_health_check(f->store, &check, NULL, &err);
			store_close(f->store);
			f->store = NULL;
		}
		bool found =
			status == ERR_DAMAGED || store_health_check_faults(&check) > 0;
		assert_true(found || is_free[i]);
		used += !is_free[i];
	}
	assert_true(used > 50);
	free(is_free);
	fixture_put_data(f, whole.data, whole.len);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
	buf_done(&whole);
}

/* A byte of a text is flipped: that item is damaged, and the others can be read. */
static void
a_damaged_item_is_skipped(void **state)
{
	struct fixture *f = *state;
	struct buf whole = BUF_INIT(0);
	struct err err;
	put_subscriptions(f, feeds, 1);
	static const char *const items[] = {
		"1||one|needle in text one|", "2||two|hay|", "3||three|needle three|"};
	poll_items(f, 1, T0, items, 3);
	uint64_t id = find_title(f, "one");
	fixture_close(f);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &whole, &err), OK);
	for (size_t i = 0; i + 18 < whole.len; i++)
		if (memcmp(whole.data + i, "needle in text one", 18) == 0)
			whole.data[i] = 'N';
	fixture_put_data(f, whole.data, whole.len);
	buf_done(&whole);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
	struct store_view view;
	struct store_item_body body;
	struct store_health_check check;
	struct arena arena = ARENA_INIT;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	assert_int_equal(store_item_body(&view, id, &arena, &body), ERR_DAMAGED);
	assert_int_equal(store_item_body(&view, id - 1, &arena, &body), OK);
	store_view_end(&view);
	assert_int_equal(store_health_check(f->store, &check, NULL, &err), OK);
	assert_int_equal(check.damaged, 1);
	assert_int_equal(check.misindexed, 0);
	arena_done(&arena);
}

static void
foreign_files_are_refused(void **state)
{
	static const struct {
		const char *what;
		size_t zeros;
	} cases[] = {{"not a database at all, but long enough\n", 20000}, {"", 100000},
		{"SQLite format 3", 8192}, {"x", 0}};
	struct fixture *f = *state;
	struct err err;
	fixture_close(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf bytes = BUF_INIT(0);
		buf_adds(&bytes, cases[i].what);
		for (size_t k = 0; k < cases[i].zeros; k++)
			buf_addc(&bytes, '\0');
		assert_int_equal(file_write(fixture_path(f, "data.mdb"), bytes.data,
					 bytes.len, 0600, &err),
			OK);
		assert_int_equal(try_open(f, &err), ERR_DAMAGED);
		assert_non_null(strstr(err.text, "data.mdb"));
		struct buf after = BUF_INIT(0);
		assert_int_equal(
			file_read(fixture_path(f, "data.mdb"), &after, &err), OK);
		assert_int_equal(after.len, bytes.len);
		assert_memory_equal(after.data, bytes.data, bytes.len);
		buf_done(&after);
		buf_done(&bytes);
	}
}

/* Sets the format, or makes a database that is not ours, without the store. */
static void
write_raw(struct fixture *f, const char *table, const char *name, const void *value,
	size_t len)
{
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
	MDB_val k = {strlen(name), (void *)(uintptr_t)name};
	MDB_val v = {len, (void *)(uintptr_t)value};
	assert_int_equal(mdb_env_create(&env), 0);
	mdb_env_set_maxdbs(env, 32);
	assert_int_equal(mdb_env_open(env, f->dir, 0, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
	assert_int_equal(mdb_dbi_open(txn, table, MDB_CREATE, &dbi), 0);
	assert_int_equal(mdb_put(txn, dbi, &k, &v, 0), 0);
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
}

/* Case 127. */
static void
a_newer_format_is_refused_untouched(void **state)
{
	struct fixture *f = *state;
	struct buf before = BUF_INIT(0), after = BUF_INIT(0);
	struct err err;
	fixture_close(f);
	write_raw(f, "meta", META_FORMAT,
		"\0\0\0\7\0\0\0\3"
		"9.1",
		11);
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &before, &err), OK);
	assert_int_equal(try_open(f, &err), ERR_VERSION);
	assert_non_null(strstr(err.text, "7.3"));
	assert_non_null(strstr(err.text, "courant 9.1"));
	assert_non_null(strstr(err.text, "2.5"));
	assert_int_equal(file_read(fixture_path(f, "data.mdb"), &after, &err), OK);
	assert_int_equal(before.len, after.len);
	assert_memory_equal(before.data, after.data, before.len);
	/* A store with a newer minor version can be read and written. */
	write_raw(f, "meta", META_FORMAT,
		"\0\0\0\2\0\0\0\143"
		"9.1",
		11);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
	struct store_health_check_stats stats;
	assert_int_equal(store_health_check_stats(f->store, &stats, &err), OK);
	assert_int_equal(stats.format_minor, 99);
	buf_done(&before);
	buf_done(&after);
}

static void
another_programs_database_is_refused(void **state)
{
	struct fixture *f = *state;
	struct err err;
	fixture_close(f);
	unlink(fixture_path(f, "data.mdb"));
	unlink(fixture_path(f, "clean"));
	write_raw(f, "their table", "key", "value", 5);
	assert_int_equal(try_open(f, &err), ERR_DAMAGED);
	assert_non_null(strstr(err.text, "not a courant store"));
}

/* Case 135. */
static void
a_bad_directory_is_a_sentence(void **state)
{
	struct fixture *f = *state;
	struct store *store;
	struct err err = {0};
	char path[400];
	snprintf(path, sizeof path, "%s/below", fixture_path(f, "data.mdb"));
	assert_true(store_open(&store, path, &err) < 0);
	assert_non_null(strstr(err.text, "data.mdb"));
	/* Blanks and letters beyond ASCII work. */
	snprintf(path, sizeof path, "%s/größe und so", f->dir);
	assert_int_equal(store_open(&store, path, &err), OK);
	store_close(store);
	static const char *const files[] = {"data.mdb", "lock.mdb", "clean"};
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof path, "%s/größe und so/%s", f->dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/größe und so", f->dir);
	assert_int_equal(rmdir(path), 0);
}

/* Cases 131 and 134 need limits or another user, so they run in a child. */
static int
in_child(struct fixture *f, int (*run)(struct fixture *f))
{
	pid_t child = fork();
	if (child == 0)
		_exit(run(f));
	int code;
	assert_int_equal(waitpid(child, &code, 0), child);
	assert_true(WIFEXITED(code));
	return WEXITSTATUS(code);
}

#define CHECK(condition)                                                                 \
	do {                                                                             \
		if (!(condition))                                                        \
			return __LINE__ % 200 + 10;                                      \
	} while (0)

static int
write_refused_but_read(struct fixture *f)
{
	struct store_batch *batch;
	struct store_view view;
	struct err err = {0};
	struct store_item_counts counts;
	struct store_scope all = {STORE_ALL, 0, NULL};
	/* Root may write everywhere. */
	if (getuid() == 0)
		CHECK(setgid(65534) == 0 && setuid(65534) == 0);
	CHECK(store_open(&f->store, f->dir, &err) == OK);
	CHECK(store_read_only(f->store));
	CHECK(store_notice(f->store) && strstr(store_notice(f->store), "read-only"));
	CHECK(store_batch_begin(f->store, &batch, &err) == ERR_DENIED);
	CHECK(strstr(err.text, "is read-only"));
	CHECK(store_view_begin(f->store, &view, &err) == OK);
	CHECK(store_item_counts(&view, &all, &counts) == OK && counts.total == 2);
	store_view_end(&view);
	store_close(f->store);
	return 0;
}

static void
a_foreign_owners_store_is_read(void **state)
{
	struct fixture *f = *state;
	static const char *const items[] = {"1||a|x|", "2||b|x|"};
	put_subscriptions(f, feeds, 1);
	poll_items(f, 1, T0, items, 2);
	fixture_close(f);
	chmod(fixture_path(f, "data.mdb"), 0444);
	chmod(fixture_path(f, "lock.mdb"), 0444);
	chmod(fixture_path(f, "clean"), 0444);
	chmod(f->dir, 0555);
	assert_int_equal(in_child(f, write_refused_but_read), 0);
	chmod(f->dir, 0755);
}

static int
little_address_space(struct fixture *f)
{
	struct rlimit limit = {(rlim_t)200 << 20, (rlim_t)200 << 20};
	struct store_health_check_stats stats;
	struct err err;
	CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
	CHECK(store_open(&f->store, f->dir, &err) == OK);
	CHECK(store_health_check_stats(f->store, &stats, &err) == OK);
	CHECK(stats.map_bytes >= 16 << 20 && stats.map_bytes <= 50 << 20);
	store_close(f->store);
	return 0;
}

static void
little_address_space_is_enough(void **state)
{
	struct fixture *f = *state;
	if (SANITIZED || EMULATED)
		skip();
	fixture_close(f);
	assert_int_equal(in_child(f, little_address_space), 0);
}

/* ---- File systems (case 131): this replaces the system's call. */

static long pretended; /* 0: the real type */

#ifdef __linux__
int
statfs(const char *path, struct statfs *out)
{
	if (syscall(SYS_statfs, path, out) != 0)
		return -1;
	if (pretended)
		out->f_type = pretended;
	return 0;
}
#endif

static void
a_remote_directory_is_told(void **state)
{
	static const struct {
		long type;
		bool told;
	} cases[] = {{0x6969, true},  /* NFS */
		{0x01021997, true},   /* 9P */
		{0xff534d42, true},   /* CIFS */
		{0x794c7630, false},  /* overlay */
		{0xef53, false},      /* ext4 */
		{0x01021994, false},  /* tmpfs */
		{0x65735546, false}}; /* FUSE: mostly local */
	static const char *const items[] = {"1||a|x|", "2||b|x|"};
	struct fixture *f = *state;
#ifndef __linux__
	skip();
#endif
	put_subscriptions(f, feeds, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		pretended = cases[i].type;
		fixture_reopen(f);
		const char *notice = store_notice(f->store);
		assert_int_equal(notice != NULL, cases[i].told);
		if (notice)
			assert_non_null(strstr(notice, "network file system"));
		/* Whatever it is, it is read and written. */
		assert_false(store_read_only(f->store));
		poll_items(f, 1, T0 + (int64_t)i, items, 2);
	}
	pretended = 0;
	assert_sound(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(file_modes_are_private),
		FIXTURE_TEST(children_inherit_nothing),
		FIXTURE_TEST(a_cut_file_is_refused),
		FIXTURE_TEST(a_long_value_has_pages),
		FIXTURE_TEST(a_wiped_page_is_found),
		FIXTURE_TEST(a_damaged_item_is_skipped),
		FIXTURE_TEST(foreign_files_are_refused),
		FIXTURE_TEST(a_newer_format_is_refused_untouched),
		FIXTURE_TEST(another_programs_database_is_refused),
		FIXTURE_TEST(a_bad_directory_is_a_sentence),
		FIXTURE_TEST(a_foreign_owners_store_is_read),
		FIXTURE_TEST(little_address_space_is_enough),
		FIXTURE_TEST(a_remote_directory_is_told),
	};
	return UNIT_RUN(tests);
}
