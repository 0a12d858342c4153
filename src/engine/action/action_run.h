/*
 * An action on its way into the store: what it is, and how far it has come.
 */
#ifndef ENGINE_ACTION_ACTION_RUN_H
#define ENGINE_ACTION_ACTION_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/core/request.h"
#include "store/item/list.h"

struct engine;
struct store_poll_merge;
struct store_find;

/* How far it has come. What a batch adds counts once the batch is committed. */
struct action_place {
	uint64_t group;        /* of the journal; 0: not begun */
	uint64_t todo;         /* its number in the store (todo.h); 0: not written down */
	size_t at;             /* ITEMS: how many are done */
	size_t found, changed; /* items that it was about, and those that it changed */
};

struct action_run {
	struct engine_request *request; /* owned; a DO */
	const struct engine_action *action;
	struct action_place place, next; /* committed; in the open batch */
	bool left_over; /* by another process: nobody is waiting for its end */
	bool over;      /* after the open batch it is done */
	/* SCOPE, QUERY: items that were found and are not done yet. */
	uint64_t *ids;
	size_t ids_len, ids_cap;
	bool found_all;
	bool walking;            /* SCOPE: by its keys, */
	struct store_key after;  /* continuing after this one */
	struct store_find *find; /* QUERY */
	size_t taken;            /* items in the open batch */
	size_t most;             /* items in a slice; 0: as many as usual */
	int64_t reported_ms; /* time of its last report of progress, or of its start */
	size_t skipped;      /* damaged items, */
	struct err why;      /* and the error of the last of them */
	struct store_poll_merge *merge; /* MERGE; NULL: not begun */
	enum action undone;             /* UNDO, REDO: of what the last step did */
	uint32_t back;                  /* UNDO, REDO: a feed that came back; 0: none */
};

/* Takes the request. */
struct action_run *engine_action_run_new(struct engine_request *request);
void engine_action_run_free(struct action_run *run);

/* How many items a batch can take: `items` while transfers wait for their turn, more when
 * none do (a command that fetches nothing, or the end, when time is short), since larger
 * batches write fewer pages twice. */
size_t engine_action_slice(const struct engine *engine, size_t items);
/* Posts ENGINE_ACTED. error NULL: the action is stored. */
void engine_action_tell(
	struct engine *engine, const struct action_run *run, const struct err *error);

/* Posts ENGINE_ACTING, if the last one, or the beginning, was a while ago. */
void engine_action_tell_place(struct engine *engine, struct action_run *run);

#endif
