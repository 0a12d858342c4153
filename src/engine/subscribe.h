/*
 * New subscriptions: what an address offers, lines added to the feeds file, lists
 * imported, the file read again.
 */
#ifndef ENGINE_SUBSCRIBE_H
#define ENGINE_SUBSCRIBE_H

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_job;
struct engine_request;
struct fetch_result;

/* Reads the feeds file into the store; faulty lines become notes. */
int engine_subscribe_load(struct engine *engine, struct err *err) MUST_USE;

void
engine_subscribe_discover(struct engine *engine, const struct engine_request *request);
/* The answer to that. Takes both. */
void engine_subscribe_discovered(
	struct engine *engine, struct engine_job *job, struct fetch_result *answer);
void engine_subscribe_add(struct engine *engine, const struct engine_request *request);
void engine_subscribe_import(struct engine *engine, const struct engine_request *request);
/* The feeds file changed: feeds that are new to the store are asked at once. */
void engine_subscribe_reload(struct engine *engine);
/* Drops what a discovery brought. */
void engine_subscribe_forget(struct engine *engine);

#endif
