/*
 * The worker's thread, and the parts whose turns it takes (core/part.h).
 */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

/* Before the thread: makes the parts' states. engine_worker_down also after a failure. */
int engine_worker_up(struct engine *engine, struct err *err) MUST_USE;
/* The thread's function; data is the struct engine. Ends after ENGINE_QUIT. */
void engine_worker_run(void *data);
/* After the thread: ends those of the parts. False: by until_ms (time_mono_ms) one did
 * not end, and what it uses must stay: the engine, and the store. */
bool engine_worker_join(struct engine *engine, int64_t until_ms) MUST_USE;
/* Frees the parts' states. */
void engine_worker_down(struct engine *engine);

#endif
