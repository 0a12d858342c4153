/*
 * Searching the store in slices, between the transfers.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;

int engine_search_init(struct engine *engine, struct err *err) MUST_USE;
void engine_search_done(struct engine *engine);

void engine_search_begin(struct engine *engine, const struct engine_request *request);
void engine_search_end(struct engine *engine);
/* Continues for a few milliseconds; true while there is more to do. */
bool engine_search_step(struct engine *engine);
/* The same for counts, one query after the other. */
void engine_search_count(struct engine *engine, const struct engine_request *request);
bool engine_search_count_step(struct engine *engine);

#endif
