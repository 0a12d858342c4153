/*
 * The numbers of unread items of saved searches, which are kept up to date.
 */
#ifndef ENGINE_COUNTS_H
#define ENGINE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;

int engine_counts_init(struct engine *engine, struct err *err) MUST_USE;
void engine_counts_done(struct engine *engine);

/* Takes other queries. */
void engine_counts_keep(struct engine *engine, const struct engine_request *request);
/* Another process may have changed the store. */
void engine_counts_check(struct engine *engine);
bool engine_counts_step(struct engine *engine);
int64_t engine_counts_wait(const struct engine *engine);

#endif
