/*
 * The numbers of items that feeds and scopes have. They are stored, and changed in the
 * transaction that changes what they count, so nothing ever has to be counted.
 *
 *	const struct store_scope all = {STORE_ALL, 0, NULL};
 *	struct store_item_counts counts;
 *	int status = store_item_counts(&view, &all, &counts);
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

/* Reads the stored numbers of a scope. */
int store_item_counts(const struct store_view *view, const struct store_scope *scope,
	struct store_item_counts *out) MUST_USE;

#endif
