/*
 * Older items on demand: fetches the documents that a feed names as its archive (RFC
 * 5005), one after another, as far as the user's limits allow. The address where it
 * stopped is stored with the feed, and the next run continues there.
 */
#ifndef ENGINE_REFRESH_BACKFILL_H
#define ENGINE_REFRESH_BACKFILL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;
struct engine_request;

int engine_refresh_backfill_init(struct engine *engine, struct err *err) MUST_USE;
void engine_refresh_backfill_done(struct engine *engine);

/* Starts what the user asked for. */
void engine_refresh_backfill_begin(
	struct engine *engine, const struct engine_request *request);
/* Stops all of it; what is stored stays. */
void engine_refresh_backfill_cancel(struct engine *engine);
/* Call it for each poll that was stored: the document says where older ones are. */
void
engine_refresh_backfill_polled(struct engine *engine, const struct engine_poll *poll);

/* Sends the requests that are due. */
bool engine_refresh_backfill_step(struct engine *engine);
int64_t engine_refresh_backfill_wait(const struct engine *engine);

#endif
