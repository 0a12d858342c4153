/*
 * A file being downloaded, call by call: what is on the disk when one of them fails. For
 * its use, and for files in the way, see tests/http/test_file.c.
 */
#include "config.h"

#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

#include "../store/fault.h"
#include "fetch/fetch.h"
#include "fetch/part_file.h"

static char dir_path[] = "/tmp/courant-part.XXXXXX";
static int dir;

/* These stand in front of the system's. */

/* The errno with which a link fails, as EPERM on a file system without hard links; 0: it
 * succeeds. */
static int link_error;

int
linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	if (!link_error)
		return (int)syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
	errno = link_error;
	return -1;
}

#ifdef FALLOC_FL_KEEP_SIZE
#include <linux/magic.h>
#include <sys/vfs.h>

static int reserving; /* the errno of fallocate; 0: it works */
static long kind_of_disk;
static int64_t reserved_from, reserved;

int
fallocate(int fd, int mode, off_t from, off_t n)
{
	(void)fd;
	reserved_from = mode == FALLOC_FL_KEEP_SIZE ? from : -1;
	reserved = n;
	errno = reserving;
	return reserving ? -1 : 0;
}

int
fstatfs(int fd, struct statfs *out)
{
	(void)fd;
	*out = (struct statfs){.f_type = kind_of_disk};
	return 0;
}
#endif

/* Bytes that are free on the disk. */
static unsigned long room = 1UL << 30;

int
fstatvfs(int fd, struct statvfs *out)
{
	(void)fd;
	*out = (struct statvfs){.f_frsize = 1, .f_blocks = 1UL << 30, .f_bavail = room};
	return 0;
}

static int
set_up(void **state)
{
	(void)state;
	memcpy(dir_path + sizeof dir_path - 7, "XXXXXX", 6);
	assert_non_null(mkdtemp(dir_path));
	dir = open(dir_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return dir < 0;
}

static int
tear_down(void **state)
{
	(void)state;
	fault_set(FAULT_NONE, 0);
	unlinkat(dir, "a", 0);
	unlinkat(dir, "a.part", 0);
	close(dir);
	rmdir(dir_path);
	return 0;
}

static void
init(struct fetch_part *part)
{
	const struct fetch_file file = {.dir = dir, .name = "a"};
	struct err err;
	assert_int_equal(fetch_part_init(part, &file, &err), OK);
}

/* What is in the file, as a string; "-": it is not there. */
static const char *
content(const char *name)
{
	static char bytes[64];
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return "-";
	ssize_t n = read(fd, bytes, sizeof bytes - 1);
	bytes[n > 0 ? n : 0] = '\0';
	close(fd);
	return bytes;
}

/* As a download does it: until something fails. */
static int
write_all(struct fetch_part *part, struct err *err)
{
	int status = fetch_part_open(part, err);
	if (status == OK)
		status = fetch_part_put(part, 0, "one", 3, err);
	if (status == OK)
		status = fetch_part_put(part, 3, "two", 3, err);
	return status == OK ? fetch_part_finish(part, err) : status;
}

/* The calls of write_all that write: two writes, the file's fsync, its directory's. The
 * name comes after the third, so that no crash gives it to half a file. */
static void
each_call_that_fails(void **state)
{
	(void)state;
	static const struct {
		enum fault_kind kind;
		int n, status;
		const char *part, *whole;
	} cases[] = {
		{FAULT_FULL, 1, ERR_FULL, "", "-"},
		{FAULT_FULL, 2, ERR_FULL, "one", "-"},
		{FAULT_FULL, 3, ERR_FULL, "onetwo", "-"},
		{FAULT_FULL, 4, OK, "-", "onetwo"},
		{FAULT_BROKEN, 1, ERR_IO, "", "-"},
		{FAULT_BROKEN, 2, ERR_IO, "one", "-"},
		{FAULT_BROKEN, 3, ERR_IO, "onetwo", "-"},
		{FAULT_BROKEN, 4, OK, "-", "onetwo"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_part part;
		struct err err;
		init(&part);
		fault_set(cases[i].kind, cases[i].n);
		assert_int_equal(write_all(&part, &err), cases[i].status);
		assert_true(fault_hit());
		fault_set(FAULT_NONE, 0);
		assert_string_equal(content("a.part"), cases[i].part);
		assert_string_equal(content("a"), cases[i].whole);
		assert_int_equal(part.size,
			cases[i].status == OK ? 6 : (int64_t)strlen(cases[i].part));
		fetch_part_done(&part);
		unlinkat(dir, "a", 0);
		unlinkat(dir, "a.part", 0);
	}
}

/* The name cannot be had: all that came stays, and can be resumed. */
static void
a_name_that_fails(void **state)
{
	(void)state;
	static const struct {
		int code, status;
	} cases[] = {{ENOSPC, ERR_FULL}, {EDQUOT, ERR_FULL}, {EIO, ERR_IO}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_part part;
		struct err err;
		init(&part);
		link_error = cases[i].code;
		assert_int_equal(write_all(&part, &err), cases[i].status);
		link_error = 0;
		fetch_part_done(&part);
		assert_string_equal(content("a.part"), "onetwo");
		assert_string_equal(content("a"), "-");
		unlinkat(dir, "a.part", 0);
	}
}

/* Others write to the disk as well: its room is looked at again while the file grows. */
static void
room_that_others_take(void **state)
{
	(void)state;
	const struct fetch_file file = {.dir = dir, .name = "a", .keep_free = 1000};
	static char block[1 << 20];
	struct fetch_part part;
	struct err err;
	int64_t size = 0;
	int status = fetch_part_init(&part, &file, &err);
	assert_int_equal(status, OK);
	assert_int_equal(fetch_part_open(&part, &err), OK);
	assert_int_equal(fetch_part_check_space(&part, 64 << 20, &err), OK);
	room = 999;
	for (; status == OK && size < 64 << 20; size += (int64_t)sizeof block)
		status = fetch_part_put(&part, size, block, sizeof block, &err);
	room = 1UL << 30;
	assert_int_equal(status, ERR_FULL);
	assert_in_range(size, sizeof block, 16 << 20);
	assert_int_equal(part.size, size);
	fetch_part_done(&part);
	unlinkat(dir, "a.part", 0);
}

static void
what_is_there_is_compared(void **state)
{
	(void)state;
	static const struct {
		int64_t at;
		const char *bytes;
		int status;
		const char *want;
	} cases[] = {
		{0, "one", OK, "one"},
		{0, "onetwo", OK, "onetwo"}, /* overlaps, and is longer */
		{2, "et", OK, "onetwo"},     /* lies within */
		{6, "!", OK, "onetwo!"},     /* at the end */
		{7, "", OK, "onetwo!"},
		{5, "0!?", ERR_DAMAGED, "onetwo!"},
		{5, "o?", ERR_DAMAGED, "onetwo!"},
		{5, "o!?", OK, "onetwo!?"},
	};
	struct fetch_part part;
	struct err err;
	init(&part);
	assert_int_equal(fetch_part_open(&part, &err), OK);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(fetch_part_put(&part, cases[i].at, cases[i].bytes,
					 strlen(cases[i].bytes), &err),
			cases[i].status);
		assert_string_equal(content("a.part"), cases[i].want);
		assert_int_equal(part.size, strlen(cases[i].want));
	}
	assert_int_equal(fetch_part_clear(&part, &err), OK);
	assert_int_equal(part.size, 0);
	assert_string_equal(content("a.part"), "");
	fetch_part_done(&part);
}

/* What it had is what the next one finds. */
static void
part_is_opened_again(void **state)
{
	(void)state;
	struct fetch_part part, second;
	struct err err;
	init(&part);
	init(&second);
	assert_int_equal(fetch_part_open(&part, &err), OK);
	assert_int_equal(fetch_part_put(&part, 0, "one", 3, &err), OK);
	assert_int_equal(fetch_part_open(&second, &err), ERR_BUSY);
	fetch_part_done(&part);
	assert_int_equal(fetch_part_open(&second, &err), OK);
	assert_int_equal(second.size, 3);
	assert_int_equal(fetch_part_put(&second, 3, "two", 3, &err), OK);
	assert_int_equal(fetch_part_finish(&second, &err), OK);
	fetch_part_done(&second);
	assert_string_equal(content("a"), "onetwo");
	assert_string_equal(content("a.part"), "-");
}

static void
names_without_links(void **state)
{
	(void)state;
	struct fetch_part part;
	struct err err;
	init(&part);
	link_error = EPERM;
	assert_int_equal(write_all(&part, &err), OK);
	fetch_part_done(&part);
	assert_string_equal(content("a"), "onetwo");
	assert_string_equal(content("a.part"), "-");
	/* it is not overwritten there either */
	int fd = openat(dir, "a.part", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, "new", 3), 3);
	close(fd);
	assert_int_equal(fetch_file_publish(dir, "a.part", "a", &err), ERR_DENIED);
	assert_string_equal(content("a"), "onetwo");
	assert_string_equal(content("a.part"), "new");
	link_error = 0;
}

#ifdef FALLOC_FL_KEEP_SIZE
/* What is to come gets its blocks at once, where the disk can do that. */
static void
room_is_taken(void **state)
{
	(void)state;
	static const struct {
		long kind;
		int error, status;
		int64_t total, from, n;
	} cases[] = {
		{EXT4_SUPER_MAGIC, 0, OK, 1000, 3, 997},
		{EXT4_SUPER_MAGIC, 0, OK, -1, -1, -1},
		{EXT4_SUPER_MAGIC, 0, OK, 3, -1, -1},
		{EXT4_SUPER_MAGIC, EOPNOTSUPP, OK, 1000, 3, 997},
		{EXT4_SUPER_MAGIC, ENOSPC, ERR_FULL, 1000, 3, 997},
		{EXT4_SUPER_MAGIC, EDQUOT, ERR_FULL, 1000, 3, 997},
		{TMPFS_MAGIC, ENOSPC, OK, 1000, -1, -1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_part part;
		struct err err;
		init(&part);
		assert_int_equal(fetch_part_open(&part, &err), OK);
		assert_int_equal(fetch_part_put(&part, 0, "one", 3, &err), OK);
		kind_of_disk = cases[i].kind;
		reserving = cases[i].error;
		reserved_from = reserved = -1;
		assert_int_equal(fetch_part_check_space(&part, cases[i].total, &err),
			cases[i].status);
		assert_int_equal(reserved_from, cases[i].from);
		assert_int_equal(reserved, cases[i].n);
		assert_string_equal(content("a.part"), "one");
		fetch_part_done(&part);
		unlinkat(dir, "a.part", 0);
	}
}
#endif

/* Sums of "onetwo", made with sha256sum and sha384sum. */
#define SUM_256 "sha256-JbZ0bVFy7WNSlmoBPZOshG4RENWiXo8YO1kx9GiIQqE="
#define SUM_384 "sha384-7QRh5ATvcQZHFtSgb47m8Iw++FhkcAQmzuv3e2cwttNh0AiGadlfRzbcICv/nguL"
#define SUM_OF_ONE "sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0="

static void
published_sums(void **state)
{
	(void)state;
	static const struct {
		const char *sums;
		bool fits;
	} cases[] = {
		{SUM_256, true},
		{SUM_384, true},
		{" " SUM_OF_ONE "\n" SUM_256 "?type=audio ", true}, /* one of them */
		{SUM_OF_ONE " " SUM_384, true}, /* the stronger kind counts */
		{SUM_256 " sha384-AAAA", false},
		{SUM_OF_ONE, false},
		{"sha256-", true}, /* says nothing */
		{"md5-AAAA", true},
		{"", true},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (int resumed = 0; resumed < 2; resumed++) {
			const struct fetch_file file = {
				.dir = dir, .name = "a", .integrity = cases[i].sums};
			struct fetch_part part;
			struct err err;
			bool fits = cases[i].fits;
			assert_int_equal(fetch_part_init(&part, &file, &err), OK);
			if (resumed) { /* the first half came earlier */
				assert_int_equal(fetch_part_open(&part, &err), OK);
				assert_int_equal(
					fetch_part_put(&part, 0, "one", 3, &err), OK);
				fetch_part_close(&part);
			}
			assert_int_equal(write_all(&part, &err), fits ? OK : ERR_DAMAGED);
			assert_string_equal(content("a"), fits ? "onetwo" : "-");
			assert_string_equal(content("a.part"), fits ? "-" : "");
			fetch_part_done(&part);
			unlinkat(dir, "a", 0);
			unlinkat(dir, "a.part", 0);
		}
}

int
main(void)
{
#define WITH_DIR(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		WITH_DIR(each_call_that_fails),
		WITH_DIR(a_name_that_fails),
		WITH_DIR(room_that_others_take),
		WITH_DIR(what_is_there_is_compared),
		WITH_DIR(part_is_opened_again),
		WITH_DIR(names_without_links),
#ifdef FALLOC_FL_KEEP_SIZE
		WITH_DIR(room_is_taken),
#endif
		WITH_DIR(published_sums),
	};
	return UNIT_RUN(tests);
}
