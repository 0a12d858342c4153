/*
 * From candidates to requests: the store says what is known of a feed, a claim keeps
 * other processes from asking it, and then it is asked.
 */
#ifndef ENGINE_POLL_CLAIM_H
#define ENGINE_POLL_CLAIM_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

/* Takes candidates until max of them (at most STORE_CLAIM_MAX) may be asked; claims and
 * asks these. On failure nothing was asked. */
int engine_poll_claim_next(struct engine *engine, size_t max, struct err *err) MUST_USE;
/* Gives back the claims of feeds that were not asked to the end. */
void engine_poll_claim_release(struct engine *engine, const uint32_t *ids, size_t len);
/* Renews claims that grow old; looks twice a minute. */
void engine_poll_claim_renew(struct engine *engine);

#endif
