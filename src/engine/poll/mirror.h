/*
 * Lists of feeds that live elsewhere (opml: lines): their feeds get lines of their own
 * (conf/feeds_list.h), and changes of the list become items.
 */
#ifndef ENGINE_POLL_MIRROR_H
#define ENGINE_POLL_MIRROR_H

#include <stdint.h>

struct engine;
struct engine_poll;

/* If the poll brought a list: writes the lines, puts what changed into poll->mirror, and
 * adds items that report it to the document. If that fails, so does the poll. The lines
 * come into force when the poll is stored (engine/feeds/subscribe.h). */
void engine_poll_mirror_take(struct engine *engine, struct engine_poll *poll);
/* Seconds until the list is to be fetched again: a day, or what its server says. */
int32_t engine_poll_mirror_interval(const struct engine_poll *poll);

#endif
