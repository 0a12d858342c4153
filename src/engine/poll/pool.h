/*
 * Threads that parse documents for the worker and gather words for the index, if the
 * machine has more than one processor. They touch only the polls that they are given, and
 * read the store. All functions here are called by the worker.
 */
#ifndef ENGINE_POLL_POOL_H
#define ENGINE_POLL_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;
struct store_index_part;

/* Threads are started when they are needed. */
int engine_poll_pool_init(struct engine *engine, struct err *err) MUST_USE;
/* Ends the threads when they have finished what they are doing; see struct engine_part.
 */
bool engine_poll_pool_join(struct engine *engine, int64_t until_ms);
void engine_poll_pool_done(struct engine *engine);

/* Hands poll to a thread to be digested. False: the caller had better do it at once,
 * because the poll is small, there are no threads, or they are busy. */
bool engine_poll_pool_give(struct engine *engine, struct engine_poll *poll);
/* How many polls of feeds the threads have. Other documents, such as those of archives,
 * don't count. */
size_t engine_poll_pool_polls(const struct engine *engine);
/* Hands digested polls to their classes, as long as the group has room. True: it is full,
 * and there may be more polls. */
bool engine_poll_pool_step(struct engine *engine);
/* At the end: waits a short time for what the threads still have. */
void engine_poll_pool_wind_up(struct engine *engine);

/* May there be threads? */
bool engine_poll_pool_has_threads(const struct engine *engine);
/* Has a thread gather the words of texts that wait for the index, if there are at least
 * `least` of them. False: there are no threads. */
bool engine_poll_pool_give_part(struct engine *engine, size_t least);
/* True when that is done. *part is NULL if there were too few texts or none could be
 * read. */
bool engine_poll_pool_take_part(struct engine *engine, struct store_index_part **part);

#endif
