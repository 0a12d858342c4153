/*
 * The worker's thread, and the table of its parts (core/part.h).
 */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

/* Makes the parts' states, before the thread is started. After a failure,
 * engine_worker_down has to be called as well. */
int engine_worker_up(struct engine *engine, struct err *err) MUST_USE;
/* The thread's function; data is the struct engine. Ends after ENGINE_QUIT. */
void engine_worker_run(void *data);
/* Ends the parts' threads, after the worker's own. False: one of them did not end by
 * until_ms (time_mono_ms), so nothing that it uses may be freed: neither the engine nor
 * the store. */
bool engine_worker_join(struct engine *engine, int64_t until_ms) MUST_USE;
/* Frees the parts' states. No thread may run any more. */
void engine_worker_down(struct engine *engine);

#endif
