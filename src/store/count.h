/*
 * The kept counters: per feed, and under feed 0 over all feeds that have a line in the
 * feeds file. They change in the transaction that changes what they count, so nobody
 * ever has to count.
 */
#ifndef STORE_COUNT_H
#define STORE_COUNT_H

#include <stdint.h>

#include "base/attr.h"
#include "store/read.h"

struct store_batch;

#define COUNT_ALL 0 /* feed ids begin at 1 */

struct count_delta {
	int64_t unread, total, starred;
};

/* ERR_DAMAGED for a wrong check; zeros when there is none. */
int store_count_get(
	const struct store_view *view, uint32_t feed, struct store_counts *out) MUST_USE;
/* Adds to the feed's and, unless the feed is a removed one, to those over all. */
int store_count_add(struct store_batch *batch, uint32_t feed,
	const struct count_delta *delta) MUST_USE;
/* The feed's numbers into those over all (sign 1) or out of them (-1). */
int store_count_show(struct store_batch *batch, uint32_t feed, int sign) MUST_USE;

#endif
