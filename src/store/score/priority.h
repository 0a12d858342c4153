/*
 * What a feed's priority adds to the score of its items: how much higher it is than usual
 * (option priority). The store does not read options, so the numbers are stored.
 */
#ifndef STORE_SCORE_PRIORITY_H
#define STORE_SCORE_PRIORITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_view;

struct store_priority {
	uint32_t feed;
	int32_t worth; /* below 0: lower than usual */
};

/* 0 if none is stored for the feed. */
int64_t store_score_priority(const struct store_view *view, uint32_t feed);

/* Are these all that is stored? The list ascends by feed. */
bool store_score_has_priorities(
	const struct store_view *view, const struct store_priority *list, size_t len);
/* Stores these instead of all others. */
int store_score_put_priorities(struct store_batch *batch,
	const struct store_priority *list, size_t len, struct err *err) MUST_USE;

#endif
