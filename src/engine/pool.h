/*
 * Threads that parse documents for the worker, where the machine has processors for them.
 * They touch nothing but the polls that they are given. All functions are the worker's.
 */
#ifndef ENGINE_POOL_H
#define ENGINE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_poll;
struct queue;
struct thread;

#define POOL_THREADS 4

struct engine_pool {
	struct queue *tasks, *results; /* struct engine_poll */
	struct thread *threads[POOL_THREADS];
	size_t threads_len, threads_max;
	int stop[2];  /* a pipe: hung up, all end */
	size_t len;   /* polls that are away */
	size_t bytes; /* of their bodies */
};

/* wake(data) is called for each poll that is done. No thread starts before it is
 * needed. */
void engine_pool_init(struct engine_pool *pool, void (*wake)(void *), void *data);
/* Ends the threads, after the documents that they are at. */
void engine_pool_done(struct engine_pool *pool);

/* Gives poll away to be digested; false: it is better done at once by the caller, since
 * it is small, there are no threads, or they have enough to do. */
bool engine_pool_give(struct engine *engine, struct engine_poll *poll);
/* A digested poll, or NULL. They come back in any order. */
struct engine_poll *engine_pool_take(struct engine *engine);
/* Waits for the next one, at most until (time_mono_ms); NULL: none came, or none is
 * away. */
struct engine_poll *engine_pool_await(struct engine *engine, int64_t until);

#endif
