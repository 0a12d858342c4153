/*
 * Options of single feeds: what a feed's line and the sections of its tags put over the
 * options of all. The worker's, but for the first load.
 */
#ifndef ENGINE_CORE_SETTINGS_H
#define ENGINE_CORE_SETTINGS_H

#include <stdint.h>

#include "base/map.h"
#include "schedule/due.h"
#include "store/gc.h"

struct engine;
struct fetch_own;
struct options;
struct subscriptions;

struct engine_settings {
	struct map own; /* feed id → struct options of its own; most feeds have none */
};

void engine_settings_done(struct engine_settings *settings);
/* Replaces all by those of the list, whose feeds the store has already; where that can't
 * be read, they stay. */
void engine_settings_load(struct engine *e, const struct subscriptions *subs);

/* The feeds that have options of their own: the one at *at (0: the first), which moves
 * on; 0: there are no more. */
uint32_t engine_settings_next(const struct engine *e, size_t *at);

/* How requests are made under options; borrows from them. */
struct fetch_own engine_settings_request(const struct options *options);
/* NULL: as for all feeds; otherwise space, filled. */
const struct fetch_own *
engine_settings_own(const struct engine *e, uint32_t feed, struct fetch_own *space);
/* Its now is the caller's. */
struct store_keep engine_settings_keep(const struct engine *e, uint32_t feed);
/* For struct store_poll. */
size_t engine_settings_first_unread(const struct engine *e, uint32_t feed);
struct due_limits engine_settings_limits(const struct engine *e, uint32_t feed);
double engine_settings_weight(const struct engine *e, uint32_t feed);
/* The option's value. */
const char *engine_settings_strategy(const struct engine *e, uint32_t feed);

#endif
