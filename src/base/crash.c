/*
 * A handler may use async-signal-safe functions only, so the sentence is prepared
 * beforehand. If several threads crash at once, the first one handles it and the others
 * wait for the end.
 */
#include "config.h"

#include "base/crash.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/file.h"

#define TEXT_MAX 300
#define STACK_MIN (32 << 10)
#define SETTLE_NS 100000000L

struct crash_stack {
	size_t size;
	max_align_t bytes[];
};

/* Written by crash_catch alone, except for the flag. */
static struct {
	void (*restore)(void);
	int fd;
	char text[TEXT_MAX];
	struct crash_stack *stack; /* of the thread that installed them */
	pthread_t installer;
	atomic_bool crashed;
} crash;

static _Thread_local bool handling;

static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

void
crash_hold(void)
{
	handling = true;
	while (atomic_exchange(&crash.crashed, true))
		pause();
	if (!pthread_equal(pthread_self(), crash.installer))
		nanosleep(&(struct timespec){.tv_nsec = SETTLE_NS}, NULL);
}

static void
on_crash(int number)
{
	if (!handling) {
		crash_hold();
		if (crash.restore)
			crash.restore();
		file_write_all(crash.fd, crash.text, strlen(crash.text));
	} /* else the handler crashed as well */
	signal(number, SIG_DFL);
	raise(number);
}

void
crash_catch(void (*restore)(void), int fd, const char *text)
{
	struct sigaction action = {
		.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
	struct sigaction was;
	sigemptyset(&action.sa_mask);
	crash.restore = restore;
	crash.installer = pthread_self();
	crash.fd = fd;
	snprintf(crash.text, sizeof crash.text, "%s", text);
	if (!crash.stack)
		crash.stack = crash_stack_begin();
	for (size_t i = 0; i < COUNT_OF(crashes); i++)
		if (restore || (sigaction(crashes[i], NULL, &was) == 0 &&
				       (was.sa_handler == SIG_DFL ||
					       was.sa_handler == on_crash)))
			sigaction(crashes[i], &action, NULL);
}

void
crash_wait(void)
{
	while (atomic_load(&crash.crashed))
		pause();
}

struct crash_stack *
crash_stack_begin(void)
{
	size_t size = STACK_MIN;
#ifdef _SC_SIGSTKSZ
	long wanted = sysconf(_SC_SIGSTKSZ);
	if (wanted > 0 && (size_t)wanted > size)
		size = (size_t)wanted;
#endif
	struct crash_stack *stack = malloc(sizeof *stack + size);
	if (!stack)
		return NULL; /* a thread works without one */
	stack->size = size;
	const stack_t alternate = {.ss_sp = stack->bytes, .ss_size = size};
	sigaltstack(&alternate, NULL);
	return stack;
}

void
crash_stack_end(struct crash_stack *stack)
{
	const stack_t none = {.ss_flags = SS_DISABLE};
	if (stack)
		sigaltstack(&none, NULL);
	free(stack);
}
