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

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;
struct store_index_part;

/* No thread starts before it is needed. */
int engine_poll_pool_init(struct engine *engine, struct err *err) MUST_USE;
/* Ends the threads, after what they are at; as struct engine_part has it. */
bool engine_poll_pool_join(struct engine *engine, int64_t until_ms);
void engine_poll_pool_done(struct engine *engine);

/* Gives poll away to be digested; false: the caller had better do it at once, since it is
 * small, there are no threads, or they have enough to do. */
bool engine_poll_pool_give(struct engine *engine, struct engine_poll *poll);
/* Polls of feeds that are away; other documents, such as those of archives, don't count.
 */
size_t engine_poll_pool_polls(const struct engine *engine);
/* Hands what was digested to its class, while a group has room for it. True: that is full
 * and there may be more. */
bool engine_poll_pool_step(struct engine *engine);
/* At the end: waits for what is away, but not for long. */
void engine_poll_pool_wind_up(struct engine *engine);

/* Has words gathered of texts that wait for the index, if at least so many do. False:
 * there are no threads. */
bool engine_poll_pool_give_part(struct engine *engine, size_t least);
/* True when that is done; *part is NULL when too few wait, or none could be read. */
bool engine_poll_pool_take_part(struct engine *engine, struct store_index_part **part);

#endif
