/*
 * Actions that this process has not finished, kept as bytes in the store
 * (store/journal/todo.h) for the next one. An action that takes more than one transaction
 * is written down in its first and removed in its last; when the process ends, all that
 * are still waiting are written down. Another process continues them without reporting
 * them.
 */
#ifndef ENGINE_ACTION_TODO_H
#define ENGINE_ACTION_TODO_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

struct action_run;
struct buf;
struct engine;
struct engine_action;
struct store_batch;

/* Appends the action, without the first `done` of its items; group is the journal's. */
void engine_action_todo_pack(
	struct buf *out, const struct engine_action *action, uint64_t group, size_t done);
/* NULL: not an action, or one of a newer program. */
struct action_run *engine_action_todo_unpack(struct span bytes);

/* Writes the action down in the batch, unless it is already: *number becomes
 * run->place.todo, or a new number. */
int engine_action_todo_put(struct store_batch *batch, const struct action_run *run,
	size_t done, uint64_t *number, struct err *err) MUST_USE;
/* Takes over what other processes have left, once a minute at most. */
void engine_action_todo_adopt(struct engine *engine);
/* Reports that nothing is left of other processes' actions, or (error not NULL) that they
 * can't be stored now. */
void engine_action_todo_tell(struct engine *engine, const struct err *error);
/* At the end: writes down all that wait, for other processes. */
void engine_action_todo_leave(struct engine *engine);

#endif
