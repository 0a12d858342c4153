/*
 * What the user did and this process did not get to, on its way to the next: requests as
 * bytes in the store (store/todo.h). A request that takes more than one transaction is
 * written down in its first, and taken away in its last; at the end of the process so are
 * all that wait. Another process goes on with them, as if they were asked of it, but
 * nobody is told.
 */
#ifndef ENGINE_ACTION_TODO_H
#define ENGINE_ACTION_TODO_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

struct buf;
struct engine;
struct engine_request;
struct store_batch;

/* Appends the request, but for its first `done` items. */
void engine_action_todo_pack(
	struct buf *out, const struct engine_request *request, size_t done);
/* NULL: it is no request, or of a newer kind. */
struct engine_request *engine_action_todo_unpack(struct span bytes);

/* Writes the request down in the batch, unless it is: *number is that of request->todo,
 * or a new one. */
int
engine_action_todo_put(struct store_batch *batch, const struct engine_request *request,
	size_t done, uint64_t *number, struct err *err) MUST_USE;
/* Takes over what others have left, once a minute at most. */
void engine_action_todo_look(struct engine *engine);
/* Nothing is left of others', or (error not NULL) it can't be stored now. */
void engine_action_todo_tell(struct engine *engine, const struct err *error);
/* At the end: leaves all that waits to others. */
void engine_action_todo_leave(struct engine *engine);

#endif
