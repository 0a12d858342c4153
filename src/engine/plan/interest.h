/*
 * What the user reads, and how soon, as a feed's schedule learns it. A reading is noted
 * in the transaction of its mark, and learned by the feed's next poll if the item is
 * still read by then: what was undone meanwhile teaches nothing, and a crash neither
 * loses anything nor counts it twice. Does nothing if the option learn-interest is off.
 * The worker's.
 */
#ifndef ENGINE_PLAN_INTEREST_H
#define ENGINE_PLAN_INTEREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct engine;
struct engine_action;
struct err;
struct schedule_record;
struct store_batch;
struct store_view;

/* Whether the action shows that an item was read: marked by itself, not among many. */
bool engine_plan_interest_counts(const struct engine_action *action);
/* Call this before the action's marks are stored. */
int engine_plan_interest_note(struct engine *e, struct store_batch *batch,
	const struct engine_action *action, struct err *err) MUST_USE;
/* The same for items that this batch marks read because they were read on another machine
 * (store_sync_heard); call it before the commit. */
int engine_plan_interest_hear(
	struct engine *e, struct store_batch *batch, struct err *err) MUST_USE;
/* A poll at now brought `fresh` new items to a feed that was polled before. */
int engine_plan_interest_learn(struct engine *e, struct store_batch *batch,
	struct schedule_record *record, size_t fresh, int64_t now,
	struct err *err) MUST_USE;

/* Reads the sums over all feeds again: other processes learn as well. */
void engine_plan_interest_reload(struct engine *e, const struct store_view *view);
/* The learned weight of a feed; 1 is the average. */
double
engine_plan_interest_weight(const struct engine *e, const struct schedule_record *record);

#endif
