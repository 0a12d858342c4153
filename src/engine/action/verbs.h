/*
 * How each action is carried out. Its name and properties are in model/action.h.
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
	/* Checks and cleans the members that the action needs, before it is queued. May
	 * be NULL. Returns a status. */
	int (*check)(struct engine_request *request, struct err *err);
	/* Does it to these items, in the batch; adds to *changed how many it changed.
	 * Returns a status. NULL: it is not about items, and has a step instead. */
	int (*items)(struct store_batch *batch, const struct engine_action *action,
		const uint64_t *ids, size_t len, size_t *changed, struct err *err);
	/* Does some of it, or all, in transactions of its own; *more: call it again.
	 * Returns a status; a failure ends the action. */
	int (*step)(struct engine *engine, struct action_run *run, bool *more,
		struct err *err);
};

/* Every action has one. */
const struct engine_verb *engine_action_verb(enum action action);

#endif
