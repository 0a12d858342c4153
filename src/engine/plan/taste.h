/*
 * What the user does with items teaches their taste (model/taste.h), in the transaction
 * that does it. Does nothing if the option learn-interest is off. The worker's.
 */
#ifndef ENGINE_PLAN_TASTE_H
#define ENGINE_PLAN_TASTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct engine;
struct engine_action;
struct err;
struct store_batch;

/* To be called before the action is done to the items. */
int engine_plan_taste_learn(struct engine *e, struct store_batch *batch,
	const struct engine_action *action, const uint64_t *ids, size_t len,
	struct err *err) MUST_USE;

#endif
