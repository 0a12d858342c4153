/*
 * Items that an older program stored are indexed by their links, a few at a time, so that
 * duplicates of them are found. A part of the worker.
 */
#ifndef ENGINE_POLL_STORIES_H
#define ENGINE_POLL_STORIES_H

#include <stdbool.h>

struct engine;

bool engine_poll_stories_step(struct engine *engine);

#endif
