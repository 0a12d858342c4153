/*
 * The full-text index is brought up to what is stored, in the time that a refresh leaves.
 */
#ifndef ENGINE_POLL_INDEX_H
#define ENGINE_POLL_INDEX_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

int engine_poll_index_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_index_done(struct engine *engine);

/* Goes on with it; true while there is more to do at once. */
bool engine_poll_index_step(struct engine *engine);
/* Nothing that was stored waits that is worth the work. */
bool engine_poll_index_settled(struct engine *engine);

#endif
