/*
 * Work whose every state is known: a chain of steps, each one transaction of five new
 * items, one of which is then read and one starred. So a store's totals tell how many
 * steps it holds, and a sound store holds exactly those that were acknowledged, or one
 * more whose acknowledgement was cut off.
 */
#ifndef TESTS_STORE_STEP_H
#define TESTS_STORE_STEP_H

#include <stdint.h>

#include "base/err.h"
#include "unit/store_helper.h"

struct store;

#define STEP_ITEMS 5

/* The feeds that steps are about. */
void step_begin(struct fixture *f);
/* Step number `step`, from 0. */
int step_do(struct store *store, uint64_t step, struct err *err);
/* How many steps the store holds; fails the test when it holds anything in between. */
uint64_t step_count(struct fixture *f);

#endif
