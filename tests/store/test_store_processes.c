/*
 * Several processes use one store at once (cases 128 to 130, 134).
 */
#include "config.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/thread.h"
#include "base/time.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/move.h"
#include "store/db/view.h"
#include "store/feed/claim.h"
#include "store/health/check.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define FEEDS 12
#define ROUNDS 25
#define DEADLINE_MS 30000

/* Which process holds which feed, and what all have stored, in shared memory, so that two
 * claims of one feed at a time are noticed without the store. */
struct board {
	atomic_int owner[FEEDS + 1];
	atomic_int doubles, added, failures, opened;
};

static int
put_one(struct store_batch *batch, uint32_t feed, int round, struct board *board)
{
	char line[64];
	const char *lines[] = {line};
	struct store_poll_result result;
	snprintf(line, sizeof line, "%d.%d||title %d.%d|x|", (int)getpid(), round,
		(int)getpid(), round);
	struct feed *document = make_document(lines, 1);
	struct http_state http = {.next_poll = T0, .status = 200};
	struct store_poll poll = {.feed = feed,
		.now = T0,
		.document = document,
		.http = &http,
		.release = true};
	int status = store_poll_put(batch, &poll, &result, NULL);
	feed_free(document);
	atomic_fetch_add(&board->added, (int)result.added);
	return status;
}

static int
claim_some(struct store *store, uint32_t *out, size_t *len)
{
	uint32_t ids[FEEDS];
	struct store_batch *batch;
	for (uint32_t i = 0; i < FEEDS; i++)
		ids[i] = i + 1;
	int status = store_batch_begin(store, &batch, NULL);
	if (status)
		return status;
	status = store_feed_claim(batch, ids, FEEDS, T0, out, 4, len, NULL);
	if (status == OK)
		return store_batch_commit(batch, NULL);
	store_batch_abort(batch);
	return status;
}

static int
work_round(struct store *store, int round, struct board *board)
{
	uint32_t held[4];
	size_t len;
	struct store_batch *batch;
	int status = claim_some(store, held, &len);
	if (status)
		return status;
	for (size_t i = 0; i < len; i++) {
		int nobody = 0;
		if (!atomic_compare_exchange_strong(
			    &board->owner[held[i]], &nobody, (int)getpid()))
			atomic_fetch_add(&board->doubles, 1);
	}
	status = store_batch_begin(store, &batch, NULL);
	if (status)
		return status;
	for (size_t i = 0; status == OK && i < len; i++)
		status = put_one(batch, held[i], round, board);
	/* Free on the board before it is free in the store. */
	for (size_t i = 0; i < len; i++)
		atomic_store(&board->owner[held[i]], 0);
	if (status == OK)
		return store_batch_commit(batch, NULL);
	store_batch_abort(batch);
	return status;
}

static void
work(const char *dir, struct board *board)
{
	struct store *store;
	struct err err;
	if (store_open(&store, dir, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		_exit(1);
	}
	atomic_fetch_add(&board->opened, 1);
	for (int i = 0; i < ROUNDS; i++)
		if (work_round(store, i, board) != OK)
			atomic_fetch_add(&board->failures, 1);
	store_close(store);
	_exit(0);
}

static void
put_feeds(struct fixture *f)
{
	char names[FEEDS][8];
	const char *lines[FEEDS];
	for (int i = 0; i < FEEDS; i++) {
		snprintf(names[i], sizeof names[i], "F%d", i);
		lines[i] = names[i];
	}
	put_subscriptions(f, lines, FEEDS);
}

static uint64_t
version_of(struct fixture *f)
{
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	uint64_t version = store_view_version(&view);
	store_view_end(&view);
	return version;
}

static void
run_processes(struct fixture *f, int n)
{
	struct board *board = shared_memory(sizeof *board);
	pid_t children[3];
	if (EMULATED)
		skip();
	put_feeds(f);
	uint64_t first = version_of(f);
	for (int i = 0; i < n; i++) {
		children[i] = fork();
		if (children[i] == 0)
			work(f->dir, board);
		assert_true(children[i] > 0);
	}
	for (int i = 0; i < n; i++)
		end_well(children[i]);
	assert_int_equal(board->doubles, 0);
	assert_int_equal(board->failures, 0);
	assert_int_equal(board->opened, n);
	assert_true(board->added > ROUNDS);
	/* This process had the store open all the time, and sees everything. */
	assert_int_equal(count_all(f->store).total, board->added);
	assert_true(version_of(f) > first);
	assert_sound(f);
	munmap(board, sizeof *board);
}

static void
two_processes_share_the_feeds(void **state)
{
	run_processes(*state, 2);
}

static void
three_processes_share_the_feeds(void **state)
{
	run_processes(*state, 3);
}

/* All of them create the store at once. */
static void
three_processes_make_one_store(void **state)
{
	struct fixture *f = *state;
	pid_t children[3];
	static const char *const files[] = {"data.mdb", "lock.mdb", "clean"};
	fixture_close(f);
	for (int round = 0; round < 10; round++) {
		for (size_t i = 0; i < COUNT_OF(files); i++)
			unlink(fixture_path(f, files[i]));
		for (int i = 0; i < 3; i++) {
			children[i] = fork();
			if (children[i] == 0) {
				struct store *store;
				struct err err;
				int status = store_open(&store, f->dir, &err);
				if (status)
					fprintf(stderr, "%s\n", err.text);
				else
					store_close(store);
				_exit(status ? 1 : 0);
			}
		}
		for (int i = 0; i < 3; i++)
			end_well(children[i]);
	}
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_sound(f);
}

/* LMDB writes the two first pages of a new file one after the other: who comes in between
 * waits for the second, and does not take the file for damaged. */
static void
half_a_new_store_is_waited_for(void **state)
{
	struct fixture *f = *state;
	static char data[1 << 20];
	int end = 0;
	fixture_close(f);
	FILE *in = fopen(fixture_path(f, "data.mdb"), "r+b");
	assert_non_null(in);
	size_t n = fread(data, 1, sizeof data, in);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	assert_true(n > 2 * page && n < sizeof data);
	int gate = store_move_enter(f->dir);
	assert_true(gate >= 0);
	assert_int_equal(ftruncate(fileno(in), (off_t)page), 0);
	pid_t child = fork();
	if (child == 0) {
		struct store *store;
		close(gate);
		_exit(store_open(&store, f->dir, NULL) == OK ? 0 : 1);
	}
	/* Time to fail: what waits is still there. */
	for (int i = 0; i < 50 && waitpid(child, &end, WNOHANG) == 0; i++)
		usleep(1000);
	assert_int_equal(end, 0);
	rewind(in);
	assert_int_equal(fwrite(data, 1, n, in), n);
	fclose(in);
	store_move_leave(gate);
	end_well(child);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_sound(f);
}

/* What a process leaves that is killed between the two is a store to be made. */
static void
half_a_new_store_is_made_whole(void **state)
{
	struct fixture *f = *state;
	MDB_env *env;
	fixture_close(f);
	unlink(fixture_path(f, "data.mdb"));
	unlink(fixture_path(f, "lock.mdb"));
	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_open(env, f->dir, 0, 0600), 0);
	mdb_env_close(env);
	assert_int_equal(truncate(fixture_path(f, "data.mdb"), sysconf(_SC_PAGESIZE)), 0);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_sound(f);
}

/* ---- Readers that died */

static long
rewrite(struct fixture *f, int from, int times)
{
	struct stat st;
	static char text[50000];
	for (int i = from; i < from + times; i++) {
		static const char *const lines[] = {"1||a|x|"};
		struct feed *document = make_document(lines, 1);
		memset(text, 'a' + i % 26, sizeof text - 1);
		document->items[0].content.text = text;
		poll_feed(f, 1, T0 + i, document);
	}
	assert_int_equal(stat(store_path(f->store), &st), 0);
	return (long)st.st_size;
}

static pid_t
start_reader(struct fixture *f)
{
	int ready[2];
	char done = 0;
	assert_int_equal(pipe(ready), 0);
	pid_t child = fork();
	if (child == 0) {
		struct store *store;
		struct store_view view;
		if (store_open(&store, f->dir, NULL) != OK ||
			store_view_begin(store, &view, NULL) != OK ||
			write(ready[1], "r", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_true(child > 0);
	struct pollfd wait = {.fd = ready[0], .events = POLLIN};
	assert_int_equal(poll(&wait, 1, DEADLINE_MS), 1);
	assert_int_equal(read(ready[0], &done, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return child;
}

/* Case 129. */
static void
a_killed_reader_holds_no_pages(void **state)
{
	struct fixture *f = *state;
	put_feeds(f);
	rewrite(f, 0, 20);
	pid_t child = start_reader(f);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	/* 100 × 50 KB: it would be 5 MB more if the dead reader's pages were kept. */
	long before = rewrite(f, 20, 20);
	long after = rewrite(f, 40, 100);
	assert_true(after - before < 500000);
	assert_sound(f);
}

/* Case 129. */
static void
a_start_clears_dead_readers(void **state)
{
	struct fixture *f = *state;
	struct store_health_check_stats stats;
	put_feeds(f);
	for (int i = 0; i < 5; i++) {
		pid_t child = start_reader(f);
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, NULL, 0), child);
	}
	fixture_reopen(f);
	assert_int_equal(store_health_check_stats(f->store, &stats, NULL), OK);
	/* LMDB counts slots up to the highest one ever used, so none was added. */
	assert_true(stats.readers <= 2);
}

/* ---- A map that is too small. It grows when it is full, and when another process has
 * enlarged the file. */

static int
write_much(struct store *store, int round)
{
	static char text[200000];
	static const char *const lines[] = {"||a|x|"};
	char title[32];
	struct feed *document = make_document(lines, 1);
	memset(text, 'a' + round % 26, sizeof text - 1);
	snprintf(title, sizeof title, "%d.%d", (int)getpid(), round);
	document->items[0].title = title;
	document->items[0].content.text = text;
	struct store_poll poll = {.feed = 1, .now = T0 + round, .document = document};
	return put_poll(store, &poll, NULL);
}

/* Case 134. With little address space the map is small, and grows at the second try. */
static void
grow(const char *dir)
{
	struct rlimit limit = {(rlim_t)200 << 20, (rlim_t)200 << 20};
	struct store *store;
	struct store_health_check_stats before, after;
	int full = 0;
	if (setrlimit(RLIMIT_AS, &limit) != 0 || store_open(&store, dir, NULL) != OK ||
		store_health_check_stats(store, &before, NULL) != OK)
		_exit(1);
	for (int round = 0; round < 200; round++) {
		int status = write_much(store, round);
		for (int tries = 0; status == ERR_FULL && tries < 3; tries++) {
			full++;
			status = write_much(store, round);
		}
		if (status != OK)
			_exit(2);
	}
	if (store_health_check_stats(store, &after, NULL) != OK)
		_exit(3);
	store_close(store);
	_exit(full && after.map_bytes > before.map_bytes ? 0 : 4);
}

static void
read_grown(const char *dir, int go, int ready)
{
	struct rlimit limit = {(rlim_t)200 << 20, (rlim_t)200 << 20};
	struct store *store;
	char byte;
	if (setrlimit(RLIMIT_AS, &limit) != 0 || store_open(&store, dir, NULL) != OK ||
		write(ready, "r", 1) != 1 || read(go, &byte, 1) != 1)
		_exit(1);
	if (count_all(store).total != 200)
		_exit(2);
	if (write_much(store, 999) != OK)
		_exit(3);
	store_close(store);
	_exit(0);
}

static void
a_full_map_grows_in_every_process(void **state)
{
	struct fixture *f = *state;
	int go[2], ready[2];
	char byte;
	if (SANITIZED || EMULATED)
		skip();
	put_feeds(f);
	fixture_close(f);
	assert_int_equal(pipe(go), 0);
	assert_int_equal(pipe(ready), 0);
	pid_t reader = fork();
	if (reader == 0)
		read_grown(f->dir, go[0], ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	pid_t writer = fork();
	if (writer == 0)
		grow(f->dir);
	end_well(writer);
	assert_int_equal(write(go[1], "g", 1), 1);
	end_well(reader);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_int_equal(count_all(f->store).total, 201);
	assert_sound(f);
}

/* Case 130: a reader that only looks now and then keeps no pages. */
static void
an_idle_reader_holds_no_pages(void **state)
{
	struct fixture *f = *state;
	put_feeds(f);
	rewrite(f, 0, 20);
	uint64_t before = version_of(f);
	pid_t child = fork();
	if (child == 0) {
		struct fixture other = {.dir = ""};
		if (store_open(&other.store, f->dir, NULL) != OK)
			_exit(1);
		long was = rewrite(&other, 20, 20), is = rewrite(&other, 40, 100);
		store_close(other.store);
		_exit(is - was < 500000 ? 0 : 2);
	}
	assert_true(child > 0);
	end_well(child);
	assert_true(version_of(f) >= before + 120);
}

/* ---- Ctrl-Z */

static struct store *stopping;

static void
on_stop(int number)
{
	(void)number;
	store_stop(stopping);
}

struct writing {
	int go, ready;
};

static void
write_until_told(void *data)
{
	struct writing *w = data;
	struct store_batch *batch;
	char byte;
	if (store_batch_begin(stopping, &batch, NULL) != OK ||
		write(w->ready, "r", 1) != 1 || read(w->go, &byte, 1) != 1 ||
		store_batch_commit(batch, NULL) != OK)
		_exit(1);
}

/* One thread writes while the user's thread gets the signal, as in the reader. */
static void
write_and_stop(const char *dir, int go, int ready)
{
	struct writing w = {go, ready};
	struct thread *thread;
	struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
	sigemptyset(&action.sa_mask);
	alarm(2 * DEADLINE_MS / 1000); /* in case nobody is left to kill it */
	/* In a process group of its own, so that it can be continued. */
	if (setpgid(0, 0) != 0 || store_open(&stopping, dir, NULL) != OK ||
		sigaction(SIGTSTP, &action, NULL) != 0 ||
		thread_start(&thread, "writing", write_until_told, &w, NULL) != OK ||
		!thread_join(thread, -1))
		_exit(2);
	store_close(stopping);
	_exit(0);
}

/* Case 128. A process that is stopped for long keeps nobody from writing. */
static void
a_stopped_process_holds_nobody_up(void **state)
{
	struct fixture *f = *state;
	int go[2], ready[2], status;
	char byte;
	put_feeds(f);
	fixture_close(f);
	assert_int_equal(pipe(go), 0);
	assert_int_equal(pipe(ready), 0);
	pid_t child = fork();
	if (child == 0)
		write_and_stop(f->dir, go[0], ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_int_equal(kill(child, SIGTSTP), 0);
	assert_int_equal(write(go[1], "g", 1), 1);
	assert_int_equal(waitpid(child, &status, WUNTRACED), child);
	assert_true(WIFSTOPPED(status));
	alarm(DEADLINE_MS / 1000);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	rewrite(f, 0, 2);
	alarm(0);
	kill(child, SIGCONT);
	end_well(child);
	assert_sound(f);
}

static void
begin_and_abort(void *data)
{
	struct store_batch *batch;
	if (store_batch_begin(data, &batch, NULL) == OK)
		store_batch_abort(batch);
}

/* A process that waits for long, because another one was stopped in its batch (by a
 * debugger, or by SIGSTOP), can say so. */
static void
waiting_for_another_is_told(void **state)
{
	struct fixture *f = *state;
	int go[2], ready[2];
	char byte;
	struct thread *thread;
	assert_false(store_waits(f->store));
	fixture_close(f);
	assert_int_equal(pipe(go), 0);
	assert_int_equal(pipe(ready), 0);
	pid_t child = fork();
	if (child == 0)
		write_and_stop(f->dir, go[0], ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_int_equal(
		thread_start(&thread, "waiting", begin_and_abort, f->store, NULL), OK);
	for (int64_t end = time_mono_ms() + DEADLINE_MS; !store_waits(f->store);) {
		assert_true(time_mono_ms() < end);
		poll(NULL, 0, 5);
	}
	assert_int_equal(write(go[1], "g", 1), 1);
	assert_true(thread_join(thread, DEADLINE_MS));
	assert_false(store_waits(f->store));
	end_well(child);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(two_processes_share_the_feeds),
		FIXTURE_TEST(three_processes_share_the_feeds),
		FIXTURE_TEST(three_processes_make_one_store),
		FIXTURE_TEST(half_a_new_store_is_waited_for),
		FIXTURE_TEST(half_a_new_store_is_made_whole),
		FIXTURE_TEST(a_killed_reader_holds_no_pages),
		FIXTURE_TEST(a_start_clears_dead_readers),
		FIXTURE_TEST(an_idle_reader_holds_no_pages),
		FIXTURE_TEST(a_stopped_process_holds_nobody_up),
		FIXTURE_TEST(waiting_for_another_is_told),
		FIXTURE_TEST(a_full_map_grows_in_every_process),
	};
	return UNIT_RUN(tests);
}
