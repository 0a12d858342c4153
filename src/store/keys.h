/*
 * Lists of item keys inside the store.
 */
#ifndef STORE_KEYS_H
#define STORE_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"

struct store_view;

/* The shown feeds that have the tag or one below it, ascending, in arena. */
int store_tag_feeds(const struct store_view *view, const char *tag, struct arena *arena,
	uint32_t **out, size_t *len) MUST_USE;

#endif
