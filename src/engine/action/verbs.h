/*
 * How each action is carried out. What it is and is called, model/action.h says.
 */
#ifndef ENGINE_ACTION_VERBS_H
#define ENGINE_ACTION_VERBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/action.h"

struct action_run;
struct engine;
struct engine_action;
struct engine_request;
struct err;
struct store_batch;

struct engine_verb {
	/* Looks at what the action needs, and cleans it, before the action waits for its
	 * turn. May be NULL. Returns a status. */
	int (*check)(struct engine_request *request, struct err *err);
	/* Does it to these items, in the batch; *changed counts those that are different
	 * now. Returns a status. NULL: it is not about items, but has a step. */
	int (*items)(struct store_batch *batch, const struct engine_action *action,
		const uint64_t *ids, size_t len, size_t *changed, struct err *err);
	/* Does some of it, or all, in transactions of its own; *more: call it again.
	 * Returns a status; after a failure it is over. */
	int (*step)(struct engine *engine, struct action_run *run, bool *more,
		struct err *err);
};

/* Of every action that can be asked for. */
const struct engine_verb *engine_action_verb(enum action action);

#endif
