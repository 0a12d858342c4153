/*
 * Older items on demand: the documents that a feed names as its archive (RFC 5005), asked
 * one after the other, as long as the user's limits allow. Where it stopped is stored
 * with the feed, and the next time goes on there.
 */
#ifndef ENGINE_POLL_BACKFILL_H
#define ENGINE_POLL_BACKFILL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;
struct engine_request;

int engine_poll_backfill_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_backfill_done(struct engine *engine);

/* A request of the user's. */
void
engine_poll_backfill_begin(struct engine *engine, const struct engine_request *request);
/* Ends all; what was stored stays. */
void engine_poll_backfill_cancel(struct engine *engine);
/* A feed's own document was stored: it tells where the older ones are. */
void engine_poll_backfill_polled(struct engine *engine, const struct engine_poll *poll);

/* Asks what it is time for. */
bool engine_poll_backfill_step(struct engine *engine);
int64_t engine_poll_backfill_wait(const struct engine *engine);

#endif
