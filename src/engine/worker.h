/*
 * The worker's loop.
 */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

/* The thread's function; data is the struct engine. Ends after ENGINE_QUIT. */
void engine_worker_run(void *data);

#endif
