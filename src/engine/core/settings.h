/*
 * The settings that the worker goes by: a snapshot of those of all feeds, and what single
 * feeds have instead, by their line of the feeds file and the sections of their tags.
 * engine->options and engine->config are parts of the snapshot: do not keep pointers to
 * them, or to anything in them, beyond the present turn. The worker's, once it runs.
 */
#ifndef ENGINE_CORE_SETTINGS_H
#define ENGINE_CORE_SETTINGS_H

#include <stdint.h>

#include "base/map.h"
#include "fetch/fetch.h"
#include "model/subscription.h"
#include "schedule/due.h"
#include "store/gc.h"

struct engine;
struct options;
struct settings;

struct engine_settings {
	struct settings *now;      /* a reference */
	struct subscriptions subs; /* what the feeds file said when it was read last */
	char *fault;    /* what is wrong with it, and was reported; NULL: nothing */
	struct map own; /* feed id → struct options of its own; most feeds have none */
};

/* Takes a reference to the snapshot, instead of the one before. */
void engine_settings_use(struct engine *e, struct settings *settings);
void engine_settings_done(struct engine_settings *settings);
/* The subscriptions that are in force from now on; their feeds are in the store already.
 * Moves the content of subs. */
void engine_settings_load(struct engine *e, struct subscriptions *subs);
void engine_settings_set_fault(struct engine *e, const char *fault);

/* The feeds that have options of their own: the one at *at (0: the first), which moves
 * on; 0: there are no more. */
uint32_t engine_settings_next(const struct engine *e, size_t *at);

/* How requests are made under options; borrows from them. */
struct fetch_own engine_settings_request(const struct options *options);
/* NULL: as for all feeds; otherwise space, filled. */
/* What fetch goes by. The strings are borrowed from the snapshot. */
struct fetch_config engine_settings_fetch(const struct engine *e);
/* What a request for a feed needs of its own; NULL: as for all feeds; otherwise space,
 * filled. The strings are borrowed until the next turn. */
const struct fetch_own *
engine_settings_own(const struct engine *e, uint32_t feed, struct fetch_own *space);
/* Its now is the caller's. */
struct store_keep engine_settings_keep(const struct engine *e, uint32_t feed);
/* For struct store_poll. */
size_t engine_settings_first_unread(const struct engine *e, uint32_t feed);
/* The options only and skip, borrowed until the next turn. */
void engine_settings_filter(
	const struct engine *e, uint32_t feed, const char **only, const char **skip);
struct due_limits engine_settings_limits(const struct engine *e, uint32_t feed);
double engine_settings_weight(const struct engine *e, uint32_t feed);
/* The option's value. */
const char *engine_settings_strategy(const struct engine *e, uint32_t feed);

#endif
