/*
 * An action on its way into the store: what it is, and how far it is.
 */
#ifndef ENGINE_ACTION_RUN_H
#define ENGINE_ACTION_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/core/request.h"
#include "store/item/list.h"

struct engine;
struct store_feed_merge;
struct store_find;

/* How far it is. What a batch does to it counts from the batch's commit on. */
struct action_place {
	uint64_t group;        /* of the journal; 0: not begun */
	uint64_t todo;         /* it is written down as this (todo.h); 0: it is not */
	size_t at;             /* ITEMS: so many are done */
	size_t found, changed; /* items it was about; those that are different now */
};

struct action_run {
	struct engine_request *request; /* owned; a DO */
	const struct engine_action *action;
	struct action_place place, next; /* committed; in the open batch */
	bool left_over; /* by another process: nobody waits for its end */
	bool over;      /* in the open batch: nothing is left to do */
	/* SCOPE, QUERY: items that are found, and not done. */
	uint64_t *ids;
	size_t ids_len, ids_cap;
	bool found_all;
	bool walking;                   /* SCOPE: by its keys, */
	struct store_key after;         /* from behind this one on */
	struct store_find *find;        /* QUERY */
	size_t taken;                   /* items in the open batch */
	size_t most;                    /* items in a slice; 0: as many as usual */
	size_t skipped;                 /* items that are damaged, */
	struct err why;                 /* and what was said of the last of them */
	struct store_feed_merge *merge; /* MERGE; NULL: not begun */
};

/* Takes the request. */
struct action_run *engine_action_run_new(struct engine_request *request);
void engine_action_run_free(struct action_run *run);

/* How many items a batch takes, where it takes `items` while transfers wait for their
 * turn. Where none does, as in a command that fetches nothing, larger batches write fewer
 * pages more than once; so they do at the end, when time is short. */
size_t engine_action_slice(const struct engine *engine, size_t items);
/* Posts ENGINE_ACTED; error NULL: it is stored. */
void engine_action_tell(
	struct engine *engine, const struct action_run *run, const struct err *error);

#endif
