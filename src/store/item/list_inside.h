/*
 * Lists of items, for the other folders of the store.
 */
#ifndef STORE_ITEM_LIST_INSIDE_H
#define STORE_ITEM_LIST_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct store_key;
struct store_scope;
struct store_view;

/* store_item_keys, or the same from the oldest on, that also gets the feed of each item;
 * 0 if the list does not have it. */
int store_item_keys_of(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, bool oldest, struct store_key *out,
	uint32_t *feeds, size_t max, size_t *len) MUST_USE;

/* The shown feeds that have the tag or one below it, ascending. *out is in arena. */
int store_item_tag_feeds(const struct store_view *view, const char *tag,
	struct arena *arena, uint32_t **out, size_t *len) MUST_USE;

#endif
