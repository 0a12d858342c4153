/*
 * The tags that the user gave to items.
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

/* A tag that items have of their own. */
struct store_tag {
	uint32_t id;
	char *name;
	uint32_t count; /* items */
};

/* All that some item has, by name; *out in arena. */
int store_item_tags(const struct store_view *view, struct arena *arena,
	struct store_tag **out, size_t *len) MUST_USE;

/* Gives the items the tag, or takes it away. The tag is a clean line of text. */
int store_item_put_tag(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *tag, bool add, size_t *changed, struct err *err) MUST_USE;

#endif
