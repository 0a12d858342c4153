/*
 * Making and posting the messages between the worker and the user's thread: requests and
 * events. Any thread.
 */
#ifndef ENGINE_CORE_MESSAGE_H
#define ENGINE_CORE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "engine/core/engine_event.h"
#include "engine/core/request.h"

struct engine;

struct engine_request *engine_request_new(enum engine_request_kind kind);
void engine_request_free(void *request);
/* Gives the request to the worker. */
void engine_request_post(struct engine *engine, struct engine_request *request);

/* Posts a copy of event and all that it points to, as the one block that engine_event.h
 * promises. */
void engine_event_post(struct engine *engine, const struct engine_event *event);
/* A sentence for the status line. */
void
engine_event_note(struct engine *engine, bool error, const char *fmt, ...) PRINTF(3, 4);
/* The same with the sentence of err: something could not be stored. */
void engine_event_unstored(struct engine *engine, const struct err *err);

#endif
