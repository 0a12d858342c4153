#include "config.h"

#include "base/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cond.h"
#include "base/crash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

struct thread {
	pthread_t id;
	void (*run)(void *);
	void *data;
	pthread_mutex_t lock; /* guards ended */
	pthread_cond_t changed;
	bool ended;
};

static void *
enter(void *data)
{
	struct thread *t = data;
	struct crash_stack *stack = crash_stack_begin();
	t->run(t->data);
	pthread_mutex_lock(&t->lock);
	t->ended = true;
	pthread_cond_signal(&t->changed);
	pthread_mutex_unlock(&t->lock);
	crash_stack_end(stack);
	return NULL;
}

static void
free_thread(struct thread *t)
{
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->changed);
	free(t);
}

int
thread_start(struct thread **out, const char *name, void (*run)(void *), void *data,
	struct err *err)
{
	struct thread *t = mem_zalloc(sizeof *t);
	t->run = run;
	t->data = data;
	pthread_mutex_init(&t->lock, NULL);
	cond_init(&t->changed);
	sigset_t blocked, before;
	sigfillset(&blocked);
	/* A fault whose signal is blocked ends the process at once, without its handler.
	 */
	for (size_t i = 0; i < COUNT_OF(faults); i++)
		sigdelset(&blocked, faults[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &before);
	int code = pthread_create(&t->id, NULL, enter, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (code) {
		free_thread(t);
		errno = code;
		return err_set_errno(err, ERR_IO, _("cannot start the %s thread"), name);
	}
	*out = t;
	return OK;
}

bool
thread_join(struct thread *t, int64_t timeout_ms)
{
	int64_t until = time_mono_ms() + timeout_ms;
	bool waiting = true;
	pthread_mutex_lock(&t->lock);
	while (!t->ended && waiting)
		waiting = timeout_ms < 0 ? pthread_cond_wait(&t->changed, &t->lock) == 0
					 : cond_wait_until(&t->changed, &t->lock, until);
	bool ended = t->ended;
	pthread_mutex_unlock(&t->lock);
	if (!ended)
		return false;
	pthread_join(t->id, NULL);
	free_thread(t);
	return true;
}

bool
thread_join_by(struct thread *t, int64_t until_ms)
{
	int64_t left = until_ms - time_mono_ms();
	return thread_join(t, left > 0 ? left : 0);
}

size_t
thread_spare(size_t max)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN) - 1;
	return n < 0 ? 0 : (size_t)n > max ? max : (size_t)n;
}
