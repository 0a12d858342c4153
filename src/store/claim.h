/*
 * The end of a claim, inside the store.
 */
#ifndef STORE_CLAIM_H
#define STORE_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct claim_record;
struct store;
struct store_batch;

/* Drops this process's claim on the feed, if it holds it; restore: next_poll becomes what
 * it was before. */
int store_claim_end(struct store_batch *batch, uint32_t feed, bool restore) MUST_USE;

/* This process, as claims name it. The writing thread's, as the next. */
struct claim_record store_claim_own(struct store *store);
/* Does its owner live, and its time run? */
bool
store_claim_alive(struct store *store, const struct claim_record *claim, int64_t now);

#endif
