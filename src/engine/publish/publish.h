/*
 * What publish lines name is kept as feeds in the directory publish-dir: after a refresh,
 * and at most once a minute after anything else that changed the store. A file is
 * replaced as a whole, and only if it would be different.
 *
 * FILE.atom has the newest items. The others are in archives, FILE.1.atom and so on,
 * which never change and name the one before them (RFC 5005, section 4). index.html lists
 * all feeds, and so does index.opml if publish-url is set. FILE.opml lists the feeds that
 * the query finds. One process at a time writes.
 */
#ifndef ENGINE_PUBLISH_PUBLISH_H
#define ENGINE_PUBLISH_PUBLISH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_poll;

/* A part of the worker (engine/core/part.h). */
int engine_publish_init(struct engine *e, struct err *err) MUST_USE;
bool engine_publish_step(struct engine *e);
int64_t engine_publish_wait(const struct engine *e);
void engine_publish_done(struct engine *e);

/* A refresh is over: what changed is published now. */
void engine_publish_refreshed(struct engine *e);
/* Is all that was to be published written? */
bool engine_publish_idle(const struct engine *e);

#endif
