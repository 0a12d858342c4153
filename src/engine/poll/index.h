/*
 * The full-text index is brought up to what is stored, in the time that a refresh leaves.
 */
#ifndef ENGINE_POLL_INDEX_H
#define ENGINE_POLL_INDEX_H

#include <stdbool.h>
#include <stddef.h>

struct engine;

struct engine_index {
	bool switched;  /* on or off, as the option says */
	bool settled;   /* nothing waits that is worth a segment */
	bool away;      /* a thread gathers words */
	bool gathered;  /* it found nothing more: what is left to do is merging */
	size_t waiting; /* texts that were stored since it was settled */
};

/* So many texts were stored, and wait. */
void engine_poll_index_add(struct engine *engine, size_t texts);
/* The option search-index has changed. */
void engine_poll_index_restart(struct engine *engine);
/* Goes on with it; true while there is more to do at once. */
bool engine_poll_index_step(struct engine *engine);

#endif
