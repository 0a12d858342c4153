/*
 * A search of the store in slices, between the transfers.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

struct engine;
struct engine_request;
struct engine_find;

struct engine_search_state {
	struct engine_find *find; /* NULL: none goes on */
	uint32_t id;
	bool indexed; /* nothing waits to come into the index */
};

void engine_search_begin(struct engine *engine, const struct engine_request *request);
void engine_search_end(struct engine *engine);
/* Goes on for a few milliseconds; true while there is more to do. */
bool engine_search_step(struct engine *engine);
/* Brings some of an older store's texts into the full-text index, or takes it away, as
 * the option says; true while there is more to do. */
bool engine_search_index(struct engine *engine);

#endif
