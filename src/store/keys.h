/*
 * Lists of item keys inside the store, and for searches.
 */
#ifndef STORE_KEYS_H
#define STORE_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"

struct store_key;
struct store_scope;
struct store_view;

/* store_keys that also tells each item's feed; 0: the list does not say. */
int store_keys_of(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, uint32_t *feeds, size_t max,
	size_t *len) MUST_USE;

/* The shown feeds that have the tag or one below it, ascending, in arena. */
int store_tag_feeds(const struct store_view *view, const char *tag, struct arena *arena,
	uint32_t **out, size_t *len) MUST_USE;

#endif
