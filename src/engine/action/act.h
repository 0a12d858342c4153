/*
 * Actions of the user that change the feeds file, and undoing.
 */
#ifndef ENGINE_ACTION_ACT_H
#define ENGINE_ACTION_ACT_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;
struct store_batch;
struct subscriptions;

/* Carries out an UNSUBSCRIBE, RENAME, MOVE, SET or UNDO request, or a slice of it; true
 * when it is over, well or not, and told. */
bool engine_action_line(struct engine *engine, struct engine_request *request);
/* Posts ENGINE_ACTED; error NULL: it is stored. */
void engine_action_tell(struct engine *engine, const struct engine_request *request,
	const struct err *error);
/* Makes the stored feeds those of the list, and notes what has no line yet as subscribed
 * by one action. */
int engine_action_subscribed(struct store_batch *batch, const struct subscriptions *subs,
	struct err *err) MUST_USE;

#endif
