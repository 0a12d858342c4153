/*
 * What the user reads, and how soon, on its way into a feed's schedule: noted with the
 * mark itself, in its transaction, and learned by the feed's next poll if the item is
 * still read by then; so what was undone in the meantime teaches nothing, and nothing is
 * counted twice or lost with a crash. Nothing of it with the option learn-interest off.
 * The worker's.
 */
#ifndef ENGINE_PLAN_INTEREST_H
#define ENGINE_PLAN_INTEREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct engine;
struct engine_action;
struct err;
struct schedule_record;
struct store_batch;
struct store_view;

/* An item that is marked by itself is one that was read; many at once are put away. */
bool engine_plan_interest_counts(const struct engine_action *action);
/* To be called before its marks are stored. */
int engine_plan_interest_note(struct engine *e, struct store_batch *batch,
	const struct engine_action *action, struct err *err) MUST_USE;
/* The same of items that became read in this batch since they were read so on another
 * machine (store_sync_heard); to be called before its commit. */
int engine_plan_interest_hear(
	struct engine *e, struct store_batch *batch, struct err *err) MUST_USE;
/* A poll at now brought so many new items to a feed that was polled before. */
int engine_plan_interest_learn(struct engine *e, struct store_batch *batch,
	struct schedule_record *record, size_t fresh, int64_t now,
	struct err *err) MUST_USE;

/* Reads the sums of all feeds anew: they are learned by other processes, too. */
void engine_plan_interest_look(struct engine *e, const struct store_view *view);
/* The weight of a feed as learned; 1: as others. */
double
engine_plan_interest_weight(const struct engine *e, const struct schedule_record *record);

#endif
