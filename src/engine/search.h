/*
 * A search of the store in slices, between the transfers.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

struct engine;
struct engine_request;
struct store_search;

struct engine_search_state {
	struct store_search *search; /* NULL: none goes on */
	uint32_t id;
};

void engine_search_begin(struct engine *engine, const struct engine_request *request);
void engine_search_end(struct engine *engine);
/* Goes on for a few milliseconds; true while there is more to do. */
bool engine_search_step(struct engine *engine);

#endif
