/*
 * What was learned about the user's taste (model/taste.h). It belongs to this store
 * alone, and fades up to the last lesson: nothing changes while nothing is learned.
 */
#ifndef STORE_SCORE_TASTE_H
#define STORE_SCORE_TASTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/taste.h"

struct err;
struct store_batch;
struct store_item;
struct store_view;

/* What speaks for an item and against it, with weights. */
int
store_score_taste(const struct store_view *view, uint64_t id, struct taste *out) MUST_USE;
/* The item's interest; 50 if the item is not there. */
int store_score_interest(const struct store_view *view, uint64_t id);

/* The score of an item: what rules gave it, what its feed's priority adds
 * (item/priority.h) and, from -10 to 10, what its interest is worth beside that. */
#define STORE_INTEREST_WORTH(interest) (((interest)-50) / 5)
int64_t store_score_total(const struct store_view *view, const struct store_item *item);

/* So much spoke for these items, and against them; below 0 takes it back. */
struct store_lesson {
	float liked, passed;
	int64_t now;
};
/* The lesson is journaled. */
int store_score_learn(struct store_batch *batch, const uint64_t *ids, size_t len,
	const struct store_lesson *lesson, struct err *err) MUST_USE;

#endif
