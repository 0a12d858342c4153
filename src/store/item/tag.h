/*
 * Tags that the user gave to items. (Feeds have tags of their own, in the feeds file.)
 */
#ifndef STORE_ITEM_TAG_H
#define STORE_ITEM_TAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

/* A tag that items have. */
struct store_tag {
	uint32_t id;
	char *name;
	uint32_t count; /* number of items */
};

/* All tags that an item has, by name. *out is in arena. */
int store_item_tags(const struct store_view *view, struct arena *arena,
	struct store_tag **out, size_t *len) MUST_USE;

/* Adds the tag to the items, or removes it. The tag is a line of clean text. */
int store_item_put_tag(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *tag, bool add, size_t *changed, struct err *err) MUST_USE;

#endif
