/*
 * Stores what the option priority of a feed, on its line or in a section, adds to the
 * scores of its items (store/score/priority.h).
 */
#ifndef ENGINE_FEEDS_PRIORITY_H
#define ENGINE_FEEDS_PRIORITY_H

#include "base/attr.h"

struct engine;
struct err;
struct settings;
struct store;
struct subscriptions;

/* Without a worker. Writes only if something has changed. */
int engine_feeds_put_priorities(struct store *store, const struct subscriptions *subs,
	const struct settings *settings, struct err *err) MUST_USE;
/* The feeds or the settings in force have changed. */
void engine_feeds_store_priorities(struct engine *engine);

#endif
