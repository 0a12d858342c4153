/*
 * Older items on demand: the documents that a feed names as its archive (RFC 5005), asked
 * one after the other, as long as the user's limits allow. Where it stopped is stored
 * with the feed, and the next time goes on there.
 */
#ifndef ENGINE_POLL_BACKFILL_H
#define ENGINE_POLL_BACKFILL_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct engine;
struct engine_chain;
struct engine_job;
struct engine_poll;
struct engine_request;
struct fetch_result;
struct store_batch;
struct store_poll_result;

struct engine_backfill_state {
	struct engine_chain **chains; /* one a feed */
	size_t len, cap;
};

void engine_poll_backfill_done(struct engine *engine);

/* A request of the user's. */
void
engine_poll_backfill_begin(struct engine *engine, const struct engine_request *request);
/* Ends all; what was stored stays. */
void engine_poll_backfill_cancel(struct engine *engine);

/* The answer to a request for older items. Takes both. */
void engine_poll_backfill_answer(
	struct engine *engine, struct engine_job *job, struct fetch_result *answer);
/* Stores a digested document of older items, and where to go on. */
int engine_poll_backfill_store(struct engine *engine, struct store_batch *batch,
	const struct engine_poll *poll, struct arena *arena,
	struct store_poll_result *result, struct err *err) MUST_USE;
/* It is stored, or could not be (kind FAILED). */
void engine_poll_backfill_stored(
	struct engine *engine, const struct engine_poll *poll, size_t added);
/* A feed's own document was stored: it tells where the older ones are. */
void engine_poll_backfill_polled(struct engine *engine, const struct engine_poll *poll);

/* Asks what it is time for. */
void engine_poll_backfill_step(struct engine *engine);
/* Milliseconds until there is something to do; INT64_MAX: nothing by itself. */
int64_t engine_poll_backfill_wait(const struct engine *engine);

#endif
