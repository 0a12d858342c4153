/*
 * New subscriptions: lines added to the feeds file, lists
 * imported.
 */
#ifndef ENGINE_ACTION_SUBSCRIBE_H
#define ENGINE_ACTION_SUBSCRIBE_H

#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;
struct store;
struct subscriptions;

/* Reads the feeds file into the store; faulty lines become notes. */
int engine_action_load(struct engine *engine, struct err *err) MUST_USE;

void engine_action_subscribe(struct engine *engine, const struct engine_request *request);
void engine_action_import(struct engine *engine, const struct engine_request *request);

/* Without a worker, for commands: makes the store's feeds those of the list. */
int engine_action_store_subscriptions(
	struct store *store, const struct subscriptions *subs, struct err *err) MUST_USE;
/* Without a worker: appends to the feeds file those lines of a list that it does not
 * have, *added of them, and does the same with all that it has then. What was added can
 * be undone. */
int engine_action_add_subscriptions(struct store *store, const char *path,
	const struct subscriptions *list, size_t *added, struct err *err) MUST_USE;

#endif
