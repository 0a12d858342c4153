/*
 * Moves a line of the feeds file past another one.
 */
#ifndef ENGINE_ACTION_PLACE_H
#define ENGINE_ACTION_PLACE_H

#include <stdbool.h>

#include "base/attr.h"

struct action_run;
struct engine;
struct err;

/* PLACE: a step as verbs.h has them, which is the only one. */
int engine_action_place(struct engine *engine, struct action_run *run, bool *more,
	struct err *err) MUST_USE;

#endif
