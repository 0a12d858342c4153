/*
 * The kept counters: per feed, and under feed 0 over all feeds that have a line in the
 * feeds file. They change in the transaction that changes what they count, so nobody
 * ever has to count.
 */
#ifndef STORE_ITEM_COUNT_H
#define STORE_ITEM_COUNT_H

#include <stdint.h>

#include "base/attr.h"

struct store_scope;
struct store_view;

struct store_item_counts {
	uint64_t unread, total, starred;
};

/* Kept, not counted. */
int store_item_counts(const struct store_view *view, const struct store_scope *scope,
	struct store_item_counts *out) MUST_USE;

#endif
