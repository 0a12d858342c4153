/*
 * The wall clock was set (case 113).
 */
#ifndef ENGINE_POLL_CLOCK_H
#define ENGINE_POLL_CLOCK_H

#include <stdint.h>

struct engine;

/* It went forth (jump > 0) or back by so many seconds, and is now lead seconds before the
 * boot clock. What servers asked for and the least time between two polls hold for as
 * long as they would have; of several processes on a store one sees to it. */
void engine_poll_clock_set(struct engine *engine, int64_t lead, int64_t jump);

#endif
