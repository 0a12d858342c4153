/*
 * Stores a feed's own poll: its items, what the schedule learns from them, and the time
 * of the next poll. Both are functions of its class of jobs (job/job.h).
 */
#ifndef ENGINE_POLL_SAVE_POLL_H
#define ENGINE_POLL_SAVE_POLL_H

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct engine;
struct engine_poll;
struct store_batch;
struct store_poll_result;

int engine_poll_save(struct engine *engine, struct store_batch *batch,
	const struct engine_poll *poll, struct arena *arena,
	struct store_poll_result *result, struct err *err) MUST_USE;
void engine_poll_saved(struct engine *engine, const struct engine_poll *poll,
	const struct store_poll_result *result);

#endif
