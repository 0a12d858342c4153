/*
 * The last answers of feeds as they came, for users who wonder why a feed fails. In
 * memory only: they are soon useless, and error pages need not be kept.
 */
#ifndef ENGINE_POLL_ANSWERS_H
#define ENGINE_POLL_ANSWERS_H

#include <stdint.h>

#include "base/attr.h"

struct engine;
struct engine_poll;
struct err;

int engine_poll_answers_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_answers_done(struct engine *engine);

/* Keeps the answer of a digested poll; takes poll->seen. */
void engine_poll_answers_put(struct engine *engine, struct engine_poll *poll);
/* Reports what the feed's server said last, as an ENGINE_ANSWER event. */
void engine_poll_answers_tell(struct engine *engine, uint32_t feed);

#endif
