/*
 * Pages that the user keeps. They are items of a feed of our own, a file beside the feeds
 * file that has the texts of the latest ones; older ones are in the store alone. A page
 * that cannot be fetched is kept as an address, and tried again whenever that feed is
 * polled.
 */
#ifndef ENGINE_FEEDS_SAVE_H
#define ENGINE_FEEDS_SAVE_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;
struct engine_request;

/* See struct engine_part. */
int engine_feeds_save_init(struct engine *engine, struct err *err) MUST_USE;
void engine_feeds_save_done(struct engine *engine);
void engine_feeds_save_stop(struct engine *engine);
void engine_feeds_save_polled(struct engine *engine, const struct engine_poll *poll);
/* Fetches the page and keeps it: ENGINE_SAVED, and a refresh of the feed. */
void engine_feeds_save(struct engine *engine, const struct engine_request *request);
/* Is no page under way? */
bool engine_feeds_save_idle(const struct engine *engine);

#endif
