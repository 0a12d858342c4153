/*
 * Work whose state is known at any time: a chain of steps, each of which stores five new
 * items in one transaction, then marks one of them as read and stars another. So the
 * totals of a store tell how many steps it has. A sound store has exactly the steps that
 * were acknowledged, or one more whose acknowledgement was cut off.
 */
#ifndef TESTS_STORE_STEP_H
#define TESTS_STORE_STEP_H

#include <stdint.h>

#include "base/err.h"
#include "unit/store_helper.h"

struct store;

#define STEP_ITEMS 5

/* Makes the feeds for the steps. */
void step_begin(struct fixture *f);
/* Does step number `step`, from 0. */
int step_do(struct store *store, uint64_t step, struct err *err);
/* The number of steps that the store has. Fails the test if it has anything in
 * between. */
uint64_t step_count(struct fixture *f);

#endif
