/*
 * What feeds does an address offer?
 */
#ifndef ENGINE_FEEDS_DISCOVER_H
#define ENGINE_FEEDS_DISCOVER_H

struct engine;
struct engine_request;

/* Ends in an event, ENGINE_CANDIDATES. A single feed is fetched before it is offered, so
 * that nothing else is subscribed to, and its answer is kept for the subscription. */
void engine_feeds_discover(struct engine *engine, const struct engine_request *request);
/* Drops what the last discovery fetched. */
void engine_feeds_discover_done(struct engine *engine);

#endif
