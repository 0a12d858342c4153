/*
 * Large downloads beside polls: how much memory they take, which places, what a slow disk
 * holds up, and which time-outs apply.
 */
#include "config.h"

#include "../unit/unit.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "../unit/fetch_helper.h"
#include "base/str.h"
#include "base/time.h"
#include "body.h"

#define LARGE 300000000
#define LARGE_TEXT "300000000"
#define LARGE_MS (int64_t)300000 /* on the slowest disk */
/* What a transfer of any length may take: libcurl's buffers, and what waits to be
 * written, twice 256 KiB at most. */
#define MEMORY_KIB 2048

static const char script[] = "/large\n\tmade " LARGE_TEXT " 7\n\tranges\n\tetag \"one\"\n"
			     "/middle\n\tmade 20000000 7\n"
			     "/small\n\tbody small\n"
			     "/feed/*\n\tdelay 20ms\n\tbody feed\n"
			     "/silent\n\tsilent\n"
			     "/slow\n\tmade 100000 7\n\tslow 10000 60ms\n"
			     "/steady\n\tmade 100000000 7\n\tslow 10000 10ms\n"
			     "/drip\n\tmade 100000 7\n\tslow 20 500ms\n";

/* Stands in front of the system's: a disk that takes its time. */
static atomic_bool disk_hangs;
static atomic_int writes;

ssize_t
pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	writes++;
	while (disk_hangs)
		usleep(1000);
	return syscall(SYS_pwrite64, fd, bytes, n, at);
}

static void
add(struct body_fixture *f, uint64_t tag, const char *path, const char *name)
{
	const struct fetch_file file = {.dir = f->dir, .name = name};
	fetch_add(f->fetch, &(struct fetch_request){.tag = tag,
				    .url = body_url(f, path),
				    .file = name ? &file : NULL,
				    .body_max = name ? (int64_t)1 << 40 : 0,
				    .bulk = name != NULL});
}

static long
peak_kib(void)
{
	struct rusage usage;
	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
#ifdef __APPLE__
	return usage.ru_maxrss / 1024;
#else
	return usage.ru_maxrss;
#endif
}

/* The next result, which must be the only one. */
static struct fetch_result *
next(struct body_fixture *f)
{
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	assert_null(r->next);
	if (r->status != OK)
		print_message("# %s\n", r->err.text);
	return r;
}

/* Small transfers come and go while the large one runs, whose memory does not grow with
 * its length. */
static void
hundreds_of_megabytes(void **state)
{
	struct body_fixture *f = *state;
	struct statvfs fs;
	struct fetch_progress progress;
	size_t small = 0;
	if (fstatvfs(f->dir, &fs) == 0 && fs.f_blocks > 0 &&
		(double)fs.f_bavail * (double)fs.f_frsize < 1.5 * LARGE) {
		print_message("# there is no room for %d bytes\n", LARGE);
		skip();
	}
	body_start(f, script, NULL, &fetch_helper_config);
	add(f, 1, "/small", "warm");
	fetch_result_free(next(f));
	long before = peak_kib();
	add(f, 1, "/large", "large");
	add(f, 2, "/small", NULL);
	bool done = false;
	for (int64_t end = time_mono_ms() + LARGE_MS; !done;) {
		struct fetch_result *all = fetch_step(f->fetch);
		assert_true(time_mono_ms() < end);
		for (struct fetch_result *r = all; r; r = r->next) {
			assert_int_equal(r->status, OK);
			done = done || r->tag == 1;
			if (r->tag == 1)
				assert_true(r->complete);
			if (r->tag == 1)
				continue;
			assert_string_equal(buf_str(&r->body), "small");
			small += fetch_progress(f->fetch, 1, &progress);
			add(f, 2, "/small", NULL);
		}
		fetch_helper_free(all);
		fetch_wait(f->fetch, done ? 0 : 1000, -1);
	}
	long grown = peak_kib() - before;
	print_message("# %zu small ones meanwhile; %ld KiB more memory\n", small, grown);
	assert_true(small >= 10);
	if (!SANITIZED)
		assert_true(grown < MEMORY_KIB);
	assert_true(body_is(f, "large", LARGE, 7));
}

/* While the disk hangs, polls continue, and what waits to be written is bounded; so are
 * the bytes that are read off the socket. */
static void
disk_that_hangs_holds_up_its_file_alone(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_progress progress;
	body_start(f, script, NULL, &fetch_helper_config);
	long before = peak_kib();
	writes = 0;
	disk_hangs = true;
	add(f, 1, "/middle", "middle");
	while (writes == 0) {
		assert_null(fetch_step(f->fetch));
		fetch_wait(f->fetch, 100, -1);
	}
	for (uint64_t i = 2; i < 22; i++) {
		add(f, i, "/feed/x", NULL);
		struct fetch_result *r = next(f);
		assert_int_equal(r->tag, i);
		assert_int_equal(r->status, OK);
		fetch_result_free(r);
	}
	assert_int_equal(writes, 1);
	assert_true(fetch_progress(f->fetch, 1, &progress));
	assert_int_equal(progress.size, 0);
	if (!SANITIZED)
		assert_true(peak_kib() - before < MEMORY_KIB);
	/* and nothing spins meanwhile */
	int64_t began = time_mono_ms();
	fetch_wait(f->fetch, 50, -1);
	assert_true(time_mono_ms() - began >= 50);
	disk_hangs = false;
	struct fetch_result *r = next(f);
	assert_int_equal(r->tag, 1);
	assert_true(r->complete);
	fetch_result_free(r);
	assert_true(body_is(f, "middle", 20000000, 7));
}

/* Cancels a download whose disk hangs, and ends. How long that took. */
static int64_t
end_of_a_program(struct body_fixture *f)
{
	disk_hangs = true;
	add(f, 1, "/middle", "middle");
	while (writes == 0) {
		fetch_helper_free(fetch_step(f->fetch));
		fetch_wait(f->fetch, 100, -1);
	}
	int64_t began = time_mono_ms();
	fetch_cancel(f->fetch, 1);
	fetch_free(f->fetch);
	return time_mono_ms() - began;
}

/* … and the end of a program does not wait for it. In a process of its own, since the
 * thread that hangs, and what it uses, is left alone. */
static void
end_does_not_wait_for_a_disk(void **state)
{
	struct body_fixture *f = *state;
	int status;
	body_start(f, script, NULL, &fetch_helper_config);
	writes = 0;
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(end_of_a_program(f) < 5000 ? 0 : 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Each has its own places: here the window is full of silence, there all that bulk has is
 * taken. */
static void
polls_and_downloads_do_not_wait_for_each_other(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_config narrow = fetch_helper_config;
	narrow.window = 1;
	narrow.mode = FETCH_SEQUENTIAL;
	body_start(f, script, NULL, &narrow);
	add(f, 1, "/silent", NULL);
	add(f, 2, "/feed/waits", NULL);
	add(f, 3, "/small", "a");
	struct fetch_result *r = next(f);
	assert_int_equal(r->tag, 3);
	assert_true(r->complete);
	fetch_result_free(r);
	assert_int_equal(fetch_running(f->fetch), 1);
	assert_int_equal(fetch_waiting(f->fetch), 1);

	add(f, 4, "/silent", "b");
	add(f, 5, "/small", "c");
	fetch_cancel(f->fetch, 1);
	r = next(f);
	assert_int_equal(r->tag, 2);
	fetch_result_free(r);
	assert_int_equal(fetch_running(f->fetch), 0);
	fetch_cancel(f->fetch, 4);
	r = next(f);
	assert_int_equal(r->tag, 5);
	assert_true(r->complete);
	fetch_result_free(r);
}

static void
one_large_file_at_a_time_from_a_host(void **state)
{
	struct body_fixture *f = *state;
	static const char *const names[] = {"a", "b", "c"};
	body_start(f, script, NULL, &fetch_helper_config);
	for (uint64_t i = 0; i < COUNT_OF(names); i++)
		add(f, i, "/slow", names[i]);
	for (uint64_t i = 0; i < COUNT_OF(names); i++) {
		struct fetch_result *r = next(f);
		assert_int_equal(r->tag, i);
		assert_true(r->complete);
		fetch_result_free(r);
	}
	http_server_log(f->server, &f->log);
	for (size_t i = 0; i < f->log.count; i++)
		assert_int_equal(f->log.requests[i].busy, 1);
}

/* It takes twice the time that a poll may take. */
static void
bulk_takes_its_time(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_config hasty = fetch_helper_config;
	hasty.total_timeout_ms = 250;
	body_start(f, script, NULL, &hasty);
	add(f, 1, "/slow", "a");
	struct fetch_result *r = next(f);
	assert_int_equal(r->status, OK);
	assert_true(r->complete);
	assert_true(r->ended_ms - r->started_ms > 2 * hasty.total_timeout_ms);
	fetch_result_free(r);
	/* and the handle is good for a poll again, time-out included */
	add(f, 2, "/silent", NULL);
	r = next(f);
	assert_int_equal(r->status, ERR_TIMEOUT);
	fetch_result_free(r);
}

/* … as long as there is progress. */
static void
bulk_that_stands_still_ends(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_config hasty = fetch_helper_config;
	static const char *const paths[] = {"/silent", "/drip"};
	hasty.low_speed_ms = 1000;
	body_start(f, script, NULL, &hasty);
	for (uint64_t i = 0; i < COUNT_OF(paths); i++) {
		add(f, i, paths[i], "a");
		struct fetch_result *r = next(f);
		assert_int_equal(r->status, ERR_TIMEOUT);
		assert_false(r->complete);
		fetch_result_free(r);
		assert_true(body_is_there(f, "a.part"));
	}
}

static void
step(struct body_fixture *f)
{
	fetch_helper_free(fetch_step(f->fetch));
	fetch_wait(f->fetch, 100, -1);
}

/* While many polls run, downloads leave them half of what they had, unless somebody waits
 * for one. */
static void
downloads_yield_to_polls(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_config config = fetch_helper_config;
	const struct fetch_file waited = {.dir = f->dir, .name = "waited"};
	struct fetch_progress progress = {0};
	config.window = 16;
	body_start(f, script, NULL, &config);
	add(f, 1, "/steady", "steady");
	while (!fetch_progress(f->fetch, 1, &progress) || progress.size == 0)
		step(f);
	for (uint64_t i = 2; i < 10; i++)
		add(f, i, "/silent", NULL);
	while (fetch_running(f->fetch) < 8)
		step(f);
	assert_int_equal(fetch_yielding(f->fetch), 0);
	add(f, 10, "/silent", NULL);
	while (fetch_yielding(f->fetch) != 1)
		step(f);
	fetch_cancel(f->fetch, 5);
	while (fetch_yielding(f->fetch) != 0)
		step(f);
	/* it ends while it yields */
	add(f, 11, "/silent", NULL);
	while (fetch_yielding(f->fetch) != 1)
		step(f);
	fetch_cancel(f->fetch, 1);
	fetch_add(f->fetch, &(struct fetch_request){.tag = 12,
				    .url = body_url(f, "/steady"),
				    .file = &waited,
				    .body_max = (int64_t)1 << 40,
				    .bulk = true,
				    .urgent = true});
	while (!fetch_progress(f->fetch, 12, &progress) || progress.size == 0)
		step(f);
	assert_int_equal(fetch_yielding(f->fetch), 0);
}

int
main(void)
{
#define WITH_FIXTURE(test)                                                               \
	cmocka_unit_test_setup_teardown(test, body_set_up, body_tear_down)
	const struct CMUnitTest tests[] = {
		WITH_FIXTURE(hundreds_of_megabytes),
		WITH_FIXTURE(disk_that_hangs_holds_up_its_file_alone),
		WITH_FIXTURE(end_does_not_wait_for_a_disk),
		WITH_FIXTURE(polls_and_downloads_do_not_wait_for_each_other),
		WITH_FIXTURE(one_large_file_at_a_time_from_a_host),
		WITH_FIXTURE(downloads_yield_to_polls),
		WITH_FIXTURE(bulk_takes_its_time),
		WITH_FIXTURE(bulk_that_stands_still_ends),
	};
	return UNIT_RUN(tests);
}
