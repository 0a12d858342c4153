/*
 * A search of the store in slices, between the transfers.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_request;
struct store_find;

/* A query whose unread items are to be counted. */
struct engine_search_count {
	uint32_t id, index;
	char *text;
};

struct engine_search_state {
	struct engine_search_count *counts; /* waiting; the first is under way */
	size_t counts_len, counts_cap;
	struct store_find *counting;
	uint64_t counted;
	struct store_find *find; /* NULL: none goes on */
	uint32_t id;
};

void engine_search_begin(struct engine *engine, const struct engine_request *request);
void engine_search_end(struct engine *engine);
/* Goes on for a few milliseconds; true while there is more to do. */
bool engine_search_step(struct engine *engine);
/* The same for counts, one query after the other. */
void engine_search_count(struct engine *engine, const struct engine_request *request);
void engine_search_count_end(struct engine *engine);
bool engine_search_count_step(struct engine *engine);

#endif
