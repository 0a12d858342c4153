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

/* Without a worker: what the user and other machines set items to, as text
 * (model/state.h), appended to out; and the same merged into the store. From the first of
 * either on, states are kept. *count: lines; *changed: what is another here now. */
int engine_sync_export(
	struct store *store, struct buf *out, size_t *count, struct err *err) MUST_USE;
int engine_sync_import(struct store *store, struct span text, size_t *count,
	size_t *changed, struct err *err) MUST_USE;

#endif
