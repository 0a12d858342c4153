/*
 * Tags of items, for the other folders of the store.
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

/* The number of a tag. ERR_NOT_FOUND if no item ever had it. */
int store_item_tag_find(
	const struct store_view *view, const char *name, uint32_t *tag) MUST_USE;

/* The tags of an item, as ascending numbers, with room for one more, or as names; both in
 * arena. *len is 0 if it has none. */
int store_item_tag_list(const struct store_view *view, uint64_t id, struct arena *arena,
	uint32_t **out, size_t *len) MUST_USE;
int store_item_tag_names(const struct store_view *view, uint64_t id, struct arena *arena,
	char ***out, size_t *len) MUST_USE;
int store_item_tag_count(const struct store_view *view, const char *name,
	struct store_item_counts *out) MUST_USE;

/* The tags of a new item, which is in none of their lists yet: its flags have to have
 * ITEM_TAGGED. */
int store_item_tag_new(struct store_batch *batch, uint64_t id, const char *const *names,
	size_t len) MUST_USE;
/* Adds the item to the lists of all its tags, or removes it from them (shown false). The
 * item keeps its tags. */
int store_item_tag_show(struct store_batch *batch, uint64_t id, uint32_t feed,
	int64_t time, bool shown) MUST_USE;

#endif
