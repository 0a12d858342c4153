/*
 * Brings the full-text index up to date with what is stored, when a refresh leaves time.
 */
#ifndef ENGINE_REFRESH_INDEX_WORDS_H
#define ENGINE_REFRESH_INDEX_WORDS_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

int engine_refresh_index_init(struct engine *engine, struct err *err) MUST_USE;
void engine_refresh_index_done(struct engine *engine);

/* The option search-index has changed. */
void engine_refresh_index_restart(struct engine *engine);
/* True while there is more to do at once. */
bool engine_refresh_index_step(struct engine *engine);
/* Whether what was stored is indexed, or too little to be worth it yet. */
bool engine_refresh_index_settled(struct engine *engine);

#endif
