/*
 * New subscriptions: lines added to the feeds file, lists
 * imported.
 */
#ifndef ENGINE_FEEDS_SUBSCRIBE_H
#define ENGINE_FEEDS_SUBSCRIBE_H

#include <stdint.h>

#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;
struct engine_request;
struct settings;
struct store;
struct subscriptions;

/* Reads the feeds file into the store; faulty lines become notes. */
int engine_feeds_load(struct engine *engine, struct err *err) MUST_USE;
/* Adds a line for the address, unless there is one, and finds its feed. The user can undo
 * that. *added: the number of lines, 0 or 1. */
int engine_feeds_subscribe_line(struct engine *engine, const char *url, uint32_t *feed,
	size_t *added, struct err *err) MUST_USE;
/* Removes the lines of these feeds, which must be the user's own; the user can undo
 * that. */
int engine_feeds_unsubscribe(struct engine *engine, const uint32_t *feeds, size_t len,
	struct err *err) MUST_USE;
/* A poll was stored: if it changed the lines of a list, they take effect. */
void engine_feeds_mirrored(struct engine *engine, const struct engine_poll *poll);

/* A feed that a page named is fetched first, unless the page must not lead there. */
void engine_feeds_subscribe_take(struct engine *engine, struct engine_request *request);
void
engine_feeds_subscribe_all(struct engine *engine, const struct engine_request *request);
void engine_feeds_import(struct engine *engine, const struct engine_request *request);
/* What programs have at their usual places: an event for each program. */
void engine_feeds_offers(struct engine *engine);
/* At the end: drops the subscriptions that wait for a discovered feed. */
void engine_feeds_subscribe_done(struct engine *engine);

/* Without a worker, for commands: makes the store's feeds those of the list, with their
 * priorities. */
int
engine_feeds_store_subscriptions(struct store *store, const struct subscriptions *subs,
	const struct settings *settings, struct err *err) MUST_USE;

#endif
