/*
 * Threads with all signals blocked, so that SIGWINCH and the like always interrupt the UI
 * thread's poll and never a worker's. Signals of crashes are not blocked; base/crash.h
 * handles them.
 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct thread;

int thread_start(struct thread **out, const char *name, void (*run)(void *), void *data,
	struct err *err) MUST_USE;
/* Waits at most timeout_ms (negative: for ever) for the thread to end, and frees it.
 * False on time-out: the thread is still running, and what it uses must stay. */
bool thread_join(struct thread *thread, int64_t timeout_ms);
/* The same with a deadline by time_mono_ms, to join several threads in the time of one.
 */
bool thread_join_by(struct thread *thread, int64_t until_ms);
/* How many threads can run in parallel to this one: the number of other processors, at
 * most max. */
size_t thread_spare(size_t max);

#endif
