/*
 * How promptly the items of all feeds are read, as two sums (schedule/interest.h).
 */
#ifndef STORE_FEED_INTEREST_H
#define STORE_FEED_INTEREST_H

#include <stdint.h>

#include "base/attr.h"

struct err;
struct interest;
struct store_batch;
struct store_view;

/* The sums over all feeds, as they were at *at; TIME_NONE if there are none yet. */
int store_feed_interest(
	const struct store_view *view, struct interest *out, int64_t *at) MUST_USE;

/* Stores the sums over all feeds, decayed up to `at`. */
int store_feed_put_interest(struct store_batch *batch, const struct interest *sums,
	int64_t at, struct err *err) MUST_USE;

#endif
