/*
 * What the engine is made of. Everything below `the worker's` is touched by the worker
 * thread alone, once it runs.
 */
#ifndef ENGINE_STATE_H
#define ENGINE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/backfill.h"
#include "engine/cycle.h"
#include "engine/flags.h"
#include "engine/group.h"
#include "engine/index.h"
#include "engine/jobs.h"
#include "engine/network.h"
#include "engine/plans.h"
#include "engine/pool.h"
#include "engine/refresh.h"
#include "engine/search.h"
#include "engine/settings.h"
#include "engine/source.h"
#include "engine/sync.h"

struct config;
struct fetch;
struct fetch_result;
struct options;
struct queue;
struct store;
struct thread;

/* The feed that a discovery brought, until it is subscribed to: it need not be asked
 * again then. */
struct engine_found {
	char *url;                   /* as it was offered; NULL: none is kept */
	struct fetch_result *answer; /* owned */
	int64_t at_ms;               /* mono time */
};

struct engine {
	struct store *store;           /* borrowed */
	const struct options *options; /* borrowed */
	const struct config *config;   /* borrowed; may be NULL */
	char *feeds_path;
	bool schedule;
	int64_t quit_ms;
	struct err *lost; /* borrowed; may be NULL */
	int64_t (*clock)(void *data);
	int64_t (*boot)(void *data);
	void *clock_data;
	struct queue *requests, *events;
	struct fetch *fetch; /* but fetch_wake, the worker's */
	struct thread *thread;

	/* the worker's */
	bool quit;
	uint64_t random;
	struct fetch_result *arrived, **arrived_end; /* not digested yet */
	size_t arrived_bytes;                        /* of their bodies */
	struct engine_jobs jobs;
	struct engine_refresh_state refresh;
	struct engine_backfill_state backfill;
	struct engine_group group;
	struct err fault; /* why polls can't be stored; empty: they can */
	struct engine_network network;
	struct engine_pool pool;
	struct engine_search_state search;
	struct engine_index index;
	struct engine_flags_state flags;
	struct engine_source_state source;
	struct engine_settings settings;
	struct engine_plans plans;
	struct interest interest; /* of all feeds */
	struct engine_cycle_state cycle;
	struct engine_sync_state sync;
	struct engine_found found;
};

/* Wall time in seconds, of the clock that the engine was given. */
int64_t engine_now(const struct engine *engine);
/* time_boot_ms, of the same. */
int64_t engine_boot_ms(const struct engine *engine);
/* In [0, 1): spreads waits. */
double engine_random(struct engine *engine);

#endif
