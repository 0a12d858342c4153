/*
 * Items' tags as other rooms of the store need them.
 */
#ifndef STORE_ITEM_TAG_INSIDE_H
#define STORE_ITEM_TAG_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct store_batch;
struct store_item_counts;
struct store_view;

#define TAG_MAX 64 /* of an item */

/* The number of a tag. ERR_NOT_FOUND: no item ever had it. */
int store_item_tag_find(
	const struct store_view *view, const char *name, uint32_t *tag) MUST_USE;

/* An item's tags by number, ascending; 0 for none. */
int store_item_tag_list(const struct store_view *view, uint64_t id, uint32_t out[TAG_MAX],
	size_t *len) MUST_USE;
int store_item_tag_names(const struct store_view *view, uint64_t id, struct arena *arena,
	char ***out, size_t *len) MUST_USE;
int store_item_tag_count(const struct store_view *view, const char *name,
	struct store_item_counts *out) MUST_USE;

/* Puts the item into the lists of all its tags, or takes it out (shown false). What the
 * item itself says stays. */
int store_item_tag_show(struct store_batch *batch, uint64_t id, uint32_t feed,
	int64_t time, bool shown) MUST_USE;

#endif
