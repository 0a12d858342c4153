/*
 * New settings while the worker runs.
 */
#ifndef ENGINE_CONFIGURE_H
#define ENGINE_CONFIGURE_H

struct engine;
struct engine_request;

/* ENGINE_RELOAD_SETTINGS: applies the settings to all parts of the worker, between two
 * turns. */
void engine_configure(struct engine *engine, const struct engine_request *request);

#endif
