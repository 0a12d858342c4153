/*
 * Time that jumps: the wall clock is set (case 113), or the machine slept (case 114).
 */
#ifndef ENGINE_POLL_CLOCK_H
#define ENGINE_POLL_CLOCK_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

int engine_poll_clock_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_clock_done(struct engine *engine);

/* Looks at the clocks, before anything is done by them. After a suspend all transfers
 * start afresh. Where feeds are polled by schedule and the wall clock was set, what
 * servers asked for and the least time between two polls hold for as long as they would
 * have, and nothing comes due all at once; of several processes on a store one sees to
 * it. */
bool engine_poll_clock_step(struct engine *engine);

#endif
