/*
 * Collects digested polls, to store several in one transaction: up to 64 feeds, 4 MiB or
 * 200 ms, or twice as many in large refreshes. How a poll is stored is up to its class
 * (job/job.h); all of it is stored, or nothing.
 */
#ifndef ENGINE_POLL_GROUP_H
#define ENGINE_POLL_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;

int engine_poll_group_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_group_done(struct engine *engine);

/* Adds a poll, and owns it from then on. */
void engine_poll_group_add(struct engine *engine, struct engine_poll *poll);
bool engine_poll_group_empty(const struct engine *engine);
/* Stores the group if it is full or old enough, or if no more polls are on their way. */
bool engine_poll_group_step(struct engine *engine);
/* Stores the group. */
void engine_poll_group_wind_up(struct engine *engine);
/* Milliseconds until the group has to be stored; 0 or less: now; INT64_MAX: it is empty.
 */
int64_t engine_poll_group_wait(const struct engine *engine);
/* How many items' texts were stored since the last call. */
size_t engine_poll_group_texts(struct engine *engine);

#endif
