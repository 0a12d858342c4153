/*
 * This process, and whether the process that left a mark in the store still lives.
 */
#ifndef STORE_DB_PROCESS_H
#define STORE_DB_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/record/shape.h"

struct claim_record;
struct store;

#define STORE_CLAIM_SECONDS 180 /* then a claim is void, whoever held it */

/* This process, as claims name it. For the thread that writes, as is the next. */
struct claim_record store_process_own(struct store *store);
/* Do both name the same process? */
bool store_process_same(const struct claim_record *a, const struct claim_record *b);
/* Is the claim's time still running, and is its owner alive? */
bool
store_process_alive(struct store *store, const struct claim_record *claim, int64_t now);

#endif
