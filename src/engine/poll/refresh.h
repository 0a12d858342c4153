/*
 * Which feeds are asked: the user's refreshes and those due by schedule. A feed waits
 * here as a candidate, is claimed in the store together with others (so that no other
 * process asks it), asked, and counted (progress.h) when its answer is stored.
 */
#ifndef ENGINE_POLL_REFRESH_H
#define ENGINE_POLL_REFRESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_request;
struct fetch_result;

int engine_poll_refresh_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_refresh_done(struct engine *engine);

/* What the user asked for: these feeds, before all others, or (NULL) all. */
void engine_poll_refresh_begin(
	struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* The user looks at the feed: if it is due, it goes before all others. */
void engine_poll_refresh_look(struct engine *engine, uint32_t feed);
/* Forgets candidates and transfers under way, gives claims back. */
void engine_poll_refresh_cancel(struct engine *engine);
/* After a suspend the connections are dead: what is being asked is asked anew. */
void engine_poll_refresh_restart(struct engine *engine);
/* Time has jumped, and everything may be due: it is asked bit by bit, after a probe. */
void engine_poll_refresh_spread(struct engine *engine);
/* A new feed's first document was brought by the discovery: it counts as its first poll.
 * Takes the answer. */
void engine_poll_refresh_found(
	struct engine *engine, uint32_t feed, struct fetch_result *answer);
/* Leaves a host alone until then: feeds of it that were about to be asked, too. */
void engine_poll_refresh_pause(struct engine *engine, const char *url, int64_t until);
/* Whether feeds are still to be asked, or their answers to be digested. */
bool engine_poll_refresh_under_way(const struct engine *engine);

/* Takes up the feeds that are due by schedule; claims and asks as many as keep the window
 * full. True: some were taken up or asked. */
bool engine_poll_refresh_step(struct engine *engine);
int64_t engine_poll_refresh_wait(const struct engine *engine);
/* At the end: cancels, and drops what got no answer. */
void engine_poll_refresh_wind_up(struct engine *engine);

#endif
