/*
 * One thread with all signals blocked, so that SIGWINCH and the like always interrupt the
 * UI thread's poll and never the worker's.
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
/* Waits for the end at most timeout_ms (negative: for ever) and frees the thread. False
 * on time-out: the thread goes on and must be left alone. */
bool thread_join(struct thread *thread, int64_t timeout_ms);
/* The same until then, by time_mono_ms: several threads in the time of one. */
bool thread_join_by(struct thread *thread, int64_t until_ms);
/* How many threads may work beside this one: the machine's other processors, at most max.
 */
size_t thread_spare(size_t max);

#endif
