/*
 * What the parts of the engine share. Each part has its own state, which is only declared
 * here: to get something from another part, include its header and call it. Once the
 * worker's thread runs, only that thread may touch the members below `the worker's`.
 */
#ifndef ENGINE_CORE_ENGINE_H
#define ENGINE_CORE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/schedule.h"

struct config;
struct engine_feeds;
struct engine_accounts;
struct engine_action_queue;
struct engine_archives;
struct engine_answers;
struct engine_claims;
struct engine_clocks;
struct engine_cycle_state;
struct engine_group;
struct engine_index;
struct engine_jobs;
struct engine_media;
struct engine_player;
struct engine_network;
struct engine_pages;
struct engine_part;
struct engine_pauses;
struct engine_plans;
struct engine_pool;
struct engine_publish;
struct engine_progress;
struct engine_refresh_state;
struct engine_rules;
struct engine_counts_state;
struct engine_search_state;
struct engine_saves;
struct engine_settings;
struct engine_sources;
struct engine_sync_state;
struct engine_watch;
struct fetch;
struct fetch_result;
struct options;
struct queue;
struct settings;
struct store;
struct thread;

/* What a discovery fetched, until the user subscribes to it: a feed, which then needs no
 * second request, or a page and the feeds that it names. */
struct engine_found {
	char *url;                   /* the feed as it was offered; NULL: none */
	struct fetch_result *answer; /* owned; of the feed or the page; NULL: none */
	int64_t at_ms;               /* mono time */
	char **named;                /* by the page */
	size_t named_len, named_cap;
};

/* A feed that a page named is being fetched before it is subscribed to. */
struct engine_wanted {
	uint64_t tag; /* of the job */
	struct engine_request *request;
};

struct engine {
	struct store *store; /* borrowed */
	char *feeds_path;
	struct settings *settings_given; /* borrowed until the settings are up */
	bool watch_feeds;
	bool schedule;
	int64_t quit_ms, commands_ms;
	struct err *lost; /* borrowed; may be NULL */
	int64_t (*clock)(void *data);
	int64_t (*boot)(void *data);
	void *clock_data;
	_Atomic int64_t lead; /* of the wall clock over the boot clock, in seconds, as
				 stored times go by it; the clock part's, but all that ask
				 for the time read it */
	struct queue *requests, *events;
	uint32_t chain;      /* of what the user does now; the user's thread's */
	size_t acting;       /* actions that have not ended; the user's thread's */
	struct fetch *fetch; /* the worker's, except fetch_wake */
	struct thread *thread;
	const struct engine_part *parts; /* in order of priority */
	size_t parts_len, parts_up;      /* parts_up: how many have a state */

	/* the worker's */
	bool quit;
	_Atomic uint32_t verbs; /* of the player, taken; all that post read it */
	bool listened; /* a position became a state since logs were last checked */
	bool acted;    /* the user changed something since accounts were last checked */
	int64_t stories_next; /* when to check again whether items are to be indexed */
	int stories_by;       /* … and by what (enum store_identity_story_index) */
	uint64_t random;
	int64_t due_check_at;          /* wall time of the next check for due feeds */
	const struct options *options; /* both of settings, until they change */
	const struct config *config;
	struct engine_watch *watch;
	struct engine_feeds *feeds;
	struct engine_accounts *accounts;
	struct engine_action_queue *actions;
	struct engine_archives *archives;
	struct engine_answers *answers;
	struct engine_claims *claims;
	struct engine_clocks *clocks;
	struct engine_counts_state *counts;
	struct engine_cycle_state *cycle;
	struct engine_group *group;
	struct engine_index *index;
	struct engine_jobs *jobs;
	struct engine_media *media;
	struct engine_player *player;
	char *const *adopter; /* of engine_setup */
	struct engine_network *network;
	struct engine_pages *pages;
	struct engine_saves *saves;
	struct engine_pauses *pauses;
	struct engine_plans *plans;
	struct engine_pool *pool;
	struct engine_progress *progress;
	struct engine_publish *publish;
	struct engine_refresh_state *refresh;
	struct engine_rules *rules;
	struct engine_search_state *search;
	struct engine_settings *settings;
	struct engine_sources *sources;
	struct engine_sync_state *sync;
	struct interest interest; /* of all feeds */
	struct engine_found found;
	struct engine_wanted *wanted;
	size_t wanted_len, wanted_cap;
};

/* Wall time in seconds, by the clock that the engine was given. Where feeds are polled by
 * schedule, a clock that was set goes on as before until stored times have been moved
 * (engine_refresh_clock_step): nothing compares its time with those of the old one. */
int64_t engine_now(const struct engine *engine);
/* By how many seconds the wall clock was set since; 0 for small corrections. */
int64_t engine_clock_set(const struct engine *engine);
/* time_boot_ms, by the same. */
int64_t engine_boot_ms(const struct engine *engine);
/* Feeds may have become due: the next turn checks. */
void engine_check_due(struct engine *engine);
/* A random number in [0, 1), to spread waits. */
double engine_random(struct engine *engine);
/* A number, not 0, that no other machine or store has. Any thread. */
uint64_t engine_new_id(void);
/* Ends the worker's sleep; data is the struct engine. Any thread. */
void engine_wake(void *data);

#endif
