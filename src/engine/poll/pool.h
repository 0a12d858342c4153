/*
 * Threads that parse documents for the worker and gather words for the index, where the
 * machine has processors for them. They touch nothing but the polls that they are given,
 * and read the store. All functions are the worker's.
 */
#ifndef ENGINE_POLL_POOL_H
#define ENGINE_POLL_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_poll;
struct queue;
struct store;
struct store_index_part;
struct thread;

#define POOL_THREADS 4

struct engine_pool {
	struct store *store;
	struct queue *tasks;   /* struct engine_pool_task */
	struct queue *results; /* struct engine_poll */
	struct queue *parts;   /* struct engine_pool_task that are done */
	struct thread *threads[POOL_THREADS];
	size_t threads_len, threads_max;
	int stop[2];  /* a pipe: hung up, all end */
	size_t len;   /* polls that are away */
	size_t older; /* documents of a backfill among them */
	size_t bytes; /* of their bodies */
};

/* wake(data) is called for each poll that is done. No thread starts before it is
 * needed. */
void engine_poll_pool_init(
	struct engine_pool *pool, struct store *store, void (*wake)(void *), void *data);
/* Ends the threads, after the documents that they are at. */
void engine_poll_pool_done(struct engine_pool *pool);

/* Gives poll away to be digested; false: it is better done at once by the caller, since
 * it is small, there are no threads, or they have enough to do. */
bool engine_poll_pool_give(struct engine *engine, struct engine_poll *poll);
/* Polls that are away; documents of a backfill are none. */
size_t engine_poll_pool_polls(const struct engine *engine);
/* A digested poll, or NULL. They come back in any order. */
struct engine_poll *engine_poll_pool_take(struct engine *engine);
/* Waits for the next one, at most until (time_mono_ms); NULL: none came, or none is
 * away. */
struct engine_poll *engine_poll_pool_await(struct engine *engine, int64_t until);

/* Has words gathered of texts that wait for the index, if at least so many do. False:
 * there are no threads. */
bool engine_poll_pool_give_part(struct engine *engine, size_t least);
/* True when that is done; *part is NULL when too few wait, or none could be read. */
bool engine_poll_pool_take_part(struct engine *engine, struct store_index_part **part);

#endif
