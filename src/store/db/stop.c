/*
 * Stopping (Ctrl-Z) a process that others may wait for. A writer holds LMDB's lock, and
 * would keep it while it is stopped, so that nobody else could write. Therefore a stop
 * waits for the end of the batch. Beginning a batch increments the count of writers and
 * then checks whether a stop is announced; stopping announces itself and then checks the
 * count. So one of the two notices the other.
 *
 * Stops happen in a signal handler of the user's thread, where no lock may be taken.
 * While that thread has a batch of its own, the signal is blocked.
 */
#include "config.h"

#include <sched.h>
#include <signal.h>
#include <time.h>

#include "store/db/db.h"
#include "store/db/view.h"

#define NAP_MS 1
#define NAPS 2000 /* a writer may wait for a process that SIGSTOP stopped */

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
		sched_yield(); /* by then we were stopped and continued */
		atomic_fetch_add(&store->writers, 1);
	}
}

void
store_stop_free(struct store *store, const sigset_t *before)
{
	atomic_fetch_sub(&store->writers, 1);
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Does what SIGTSTP does by default. If nobody could continue us (there is no shell), the
 * system ignores it. */
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
