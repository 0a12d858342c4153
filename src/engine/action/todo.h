/*
 * What the user did and this process did not get to, on its way to the next: actions as
 * bytes in the store (store/journal/todo.h). An action that takes more than one
 * transaction is written down in its first, and taken away in its last; when the process
 * ends, so are all that wait. Another process goes on with them, but tells nobody.
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

/* Appends the action, but for the first `done` of its items; group is the journal's. */
void engine_action_todo_pack(
	struct buf *out, const struct engine_action *action, uint64_t group, size_t done);
/* NULL: it is not an action, or a newer program's. */
struct action_run *engine_action_todo_unpack(struct span bytes);

/* Writes the action down in the batch, unless it is: *number is that of run->place.todo,
 * or a new one. */
int engine_action_todo_put(struct store_batch *batch, const struct action_run *run,
	size_t done, uint64_t *number, struct err *err) MUST_USE;
/* Takes over what others have left, once a minute at most. */
void engine_action_todo_look(struct engine *engine);
/* Nothing is left of others', or (error not NULL) it can't be stored now. */
void engine_action_todo_tell(struct engine *engine, const struct err *error);
/* At the end: leaves all that waits to others. */
void engine_action_todo_leave(struct engine *engine);

#endif
