/*
 * How this process identifies itself in the store, and whether a process that did so is
 * still alive. For the writing thread.
 */
#ifndef STORE_DB_PROCESS_H
#define STORE_DB_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/record/shape.h"

struct store;

#define STORE_CLAIM_SECONDS 180 /* claims end after this time in any case */

/* This process as claims identify it. */
struct claim_record store_process_own(struct store *store);
/* Do both name the same process? */
bool store_process_same(const struct claim_record *a, const struct claim_record *b);
/* Does the owner of the claim run, whatever the claim's time says? False, too, if that
 * can't be seen from here: on another machine, in another pid namespace. */
bool store_process_runs(struct store *store, const struct claim_record *claim);
/* Has the claim not expired, and may its owner still be alive? */
bool
store_process_alive(struct store *store, const struct claim_record *claim, int64_t now);

#endif
