/*
 * States as text, for commands.
 */
#ifndef ENGINE_SYNC_SYNC_TEXT_H
#define ENGINE_SYNC_SYNC_TEXT_H

#include <stddef.h>

#include "base/attr.h"
#include "base/str.h"

struct buf;
struct err;
struct store;

/* Without a worker: appends the states that the user and other machines set, as text
 * (model/state.h), to out; and merges such text into the store. The first call of either
 * makes the store keep states. *count: lines; *changed: items that changed here. */
int engine_sync_export(
	struct store *store, struct buf *out, size_t *count, struct err *err) MUST_USE;
int engine_sync_import(struct store *store, struct span text, size_t *count,
	size_t *changed, struct err *err) MUST_USE;

#endif
