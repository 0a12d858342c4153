/*
 * Stopping a process that others may wait for. Who writes has LMDB's lock, and keeps it
 * while it is stopped: then nobody can write until it goes on. So a stop waits for the
 * end of the batch. Whoever begins one counts itself first and looks for a stop then, who
 * stops announces it first and looks at the count then: one of the two sees the other.
 *
 * A stop comes in a handler of the user's thread, where no lock may be taken; a batch of
 * that thread itself holds the signal back.
 */
#include "config.h"

#include <sched.h>
#include <signal.h>
#include <time.h>

#include "store/db/db.h"
#include "store/db/view.h"

#define NAP_MS 1
#define NAPS 2000 /* a writer may be waiting itself, for one who was killed with STOP */

void
store_stop_hold(struct store *store, sigset_t *before)
{
	sigset_t stops;
	sigemptyset(&stops);
	sigaddset(&stops, SIGTSTP);
	pthread_sigmask(SIG_BLOCK, &stops, before);
	atomic_fetch_add(&store->writers, 1);
	while (atomic_load(&store->stopping)) {
		atomic_fetch_sub(&store->writers, 1);
		sched_yield(); /* we are stopped, or go on, at once */
		atomic_fetch_add(&store->writers, 1);
	}
}

void
store_stop_free(struct store *store, const sigset_t *before)
{
	atomic_fetch_sub(&store->writers, 1);
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* As the signal does where nothing catches it. Where nobody could make us go on again (no
 * shell waits for us), the system passes it over. */
static void
stop(void)
{
	struct sigaction plain = {.sa_handler = SIG_DFL}, was;
	sigset_t stops, before;
	sigemptyset(&plain.sa_mask);
	sigemptyset(&stops);
	sigaddset(&stops, SIGTSTP);
	sigaction(SIGTSTP, &plain, &was);
	raise(SIGTSTP);
	pthread_sigmask(SIG_UNBLOCK, &stops, &before);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	sigaction(SIGTSTP, &was, NULL);
}

void
store_stop(struct store *store)
{
	const struct timespec nap = {0, NAP_MS * 1000000};
	atomic_store(&store->stopping, true);
	for (int i = 0; i < NAPS && atomic_load(&store->writers) > 0; i++)
		nanosleep(&nap, NULL);
	stop();
	atomic_store(&store->stopping, false);
}
