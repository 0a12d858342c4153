/*
 * What the worker does for an action besides what the store does to items (store/act.h):
 * a cell of its row (model/action_rows.h).
 */
#ifndef ENGINE_ACTION_VERBS_H
#define ENGINE_ACTION_VERBS_H

#include <stdbool.h>

#include "model/action.h"
#include "store/act.h"

struct action_run;
struct arena;
struct engine;
struct engine_action;
struct edits;
struct err;
struct subscription;

struct engine_verb {
	/* Checks and cleans the members that the action needs, before it is queued; new
	 * texts are in arena. May be NULL. Returns a status. */
	int (*check)(struct engine_action *action, struct arena *arena, struct err *err);
	/* NULL: it is about items, and store_act (store/act.h) does it. Does some of it,
	 * or all, in transactions of its own; *more: call it again. Returns a status; a
	 * failure ends the action. */
	int (*step)(struct engine *engine, struct action_run *run, bool *more,
		struct err *err);
	/* Of engine_action_lines_change: changes what a line says; NULL: the line is
	 * removed, or only its address changes. */
	void (*line)(struct edits *edits, struct subscription *line);
};

/* Every action has one. */
const struct engine_verb *engine_action_verb(enum action action);
/* What the store needs to know of an action on items that was checked; borrows its
 * texts. */
struct store_act engine_action_act(const struct engine_action *action);

#endif
