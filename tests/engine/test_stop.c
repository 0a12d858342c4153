/*
 * The end of an engine whose threads are not done: words are gathered from a store on a
 * disk that takes its time. The functions of LMDB stand in front of its own.
 */
#include "config.h"

#include <dlfcn.h>
#include <lmdb.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/thread.h"
#include "base/time.h"
#include "engine/harness.h"
#include "store/db/view.h"

#define ITEMS 900 /* enough to be worth a segment */

enum disk {
	DISK_QUICK,
	DISK_SLOW,
	DISK_STUCK
};

static _Atomic enum disk disk;
static atomic_int writers; /* threads that ever wrote, besides the test's own */
static atomic_bool gathering, gathered;
static _Thread_local bool writes, reads;
static pthread_t test_thread;

static void *
behind(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	assert_non_null(found);
	return found;
}

#define BEHIND(name, type) ((type)(uintptr_t)behind(name))

typedef int begin_fn(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn);
typedef int cursor_fn(MDB_cursor *cursor, MDB_val *key, MDB_val *data, MDB_cursor_op op);
typedef void abort_fn(MDB_txn *txn);

/* Who begins to read once the worker has written, and never wrote, gathers words. */
int
mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn)
{
	bool other = !pthread_equal(pthread_self(), test_thread);
	if (other && !(flags & MDB_RDONLY) && !writes) {
		writes = true;
		writers++;
	}
	reads = other && !writes && writers > 0;
	return BEHIND("mdb_txn_begin", begin_fn *)(env, parent, flags, txn);
}

void
mdb_txn_abort(MDB_txn *txn)
{
	BEHIND("mdb_txn_abort", abort_fn *)(txn);
	if (reads)
		gathered = true;
}

int
mdb_cursor_get(MDB_cursor *cursor, MDB_val *key, MDB_val *data, MDB_cursor_op op)
{
	if (reads && disk != DISK_QUICK) {
		gathering = true;
		poll(NULL, 0, 5);
		while (disk == DISK_STUCK)
			poll(NULL, 0, 5);
	}
	return BEHIND("mdb_cursor_get", cursor_fn *)(cursor, key, data, op);
}

static void
wait_for(atomic_bool *what)
{
	int64_t until = time_mono_ms() + DEADLINE_MS;
	while (!*what && time_mono_ms() < until)
		poll(NULL, 0, 5);
	assert_true(*what);
}

/* An engine one of whose threads gathers words. */
static void
start(struct rig *rig, enum disk speed)
{
	struct buf script = BUF_INIT(0);
	test_thread = pthread_self();
	disk = speed;
	writers = 0;
	gathering = gathered = false;
	buf_adds(&script, "/a\n\tbody <rss version=\"2.0\"><channel><title>F</title>");
	for (int i = 0; i < ITEMS; i++)
		buf_addf(&script, "<item><guid>%d</guid><title>word%d</title></item>", i,
			i);
	buf_adds(&script, "</channel></rss>\n");
	rig_init(rig, buf_str(&script), "/a");
	buf_done(&script);
	rig_start(rig, false);
	engine_refresh(rig->engine, NULL, 0, ENGINE_FORCE);
	wait_for(&gathering);
}

/* In a process of its own, which ends at once, as the program does: by SIGKILL, so that
 * no sanitizer misses the thread. Returns what went wrong. */
static int
stop_with_a_stuck_thread(void)
{
	struct rig rig;
	start(&rig, DISK_STUCK);
	int64_t begun = time_mono_ms();
	if (engine_stop(rig.engine))
		return 1;
	if (time_mono_ms() - begun > QUICK_MS)
		return 2;
	/* The thread still has its view, and continues with it. */
	if (gathered)
		return 3;
	disk = DISK_QUICK;
	wait_for(&gathered);
	rig.engine = NULL;
	rig.store = NULL; /* it is not closed */
	rig_done(&rig);
	return kill(getpid(), SIGKILL);
}

static void
a_thread_that_reads_keeps_the_engine(void **unused)
{
	(void)unused;
	int status;
	if (thread_spare(1) == 0)
		skip();
	pid_t child = fork();
	if (child == 0)
		_exit(stop_with_a_stuck_thread());
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : 0, 0);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* 900 texts take 5 ms each, at least; nobody waits for the rest of them. */
static void
gathering_is_given_up(void **unused)
{
	(void)unused;
	struct rig rig;
	if (thread_spare(1) == 0)
		skip();
	start(&rig, DISK_SLOW);
	struct engine *engine = rig.engine;
	rig.engine = NULL;
	assert_true(engine_stop(engine));
	assert_true(gathered);
	rig_check(&rig);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_that_reads_keeps_the_engine),
		cmocka_unit_test(gathering_is_given_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
