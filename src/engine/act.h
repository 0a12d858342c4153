/*
 * Actions of the user that change the feeds file, and undoing.
 */
#ifndef ENGINE_ACT_H
#define ENGINE_ACT_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;
struct store_batch;
struct subscriptions;

/* Carries out an UNSUBSCRIBE, RENAME, MOVE, SET or UNDO request, or a slice of it; true
 * when it is over, well or not, and told. */
bool engine_act(struct engine *engine, struct engine_request *request);
/* Posts ENGINE_ACTED; error NULL: it is stored. */
void engine_act_tell(struct engine *engine, const struct engine_request *request,
	const struct err *error);
/* Notes the feeds of the list that the store does not know, or knows as removed, as
 * subscribed by one action. Before they are stored, in the same batch. */
int engine_act_subscribed(struct store_batch *batch, const struct subscriptions *subs,
	struct err *err) MUST_USE;

#endif
