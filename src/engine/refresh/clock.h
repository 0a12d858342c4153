/*
 * Jumps in time: somebody sets the wall clock (case 113), or the machine sleeps (case
 * 114).
 */
#ifndef ENGINE_REFRESH_CLOCK_H
#define ENGINE_REFRESH_CLOCK_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

int engine_refresh_clock_init(struct engine *engine, struct err *err) MUST_USE;
void engine_refresh_clock_done(struct engine *engine);

/* Checks the clocks before anything else uses them. After a suspend all transfers are
 * started again. If feeds are polled by schedule and the wall clock was set, stored times
 * are moved so that what servers asked for and the minimum interval hold as long as they
 * should, and feeds do not all become due at once. Of several processes that share a
 * store only one moves the times. */
bool engine_refresh_clock_step(struct engine *engine);

#endif
