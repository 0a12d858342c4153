/*
 * Which feeds are polled: those that the user wants, and those that are due by schedule.
 * A feed waits here as a candidate, is claimed in the store together with others (so that
 * no other process polls it), polled, and counted (progress.h) when its answer is stored.
 */
#ifndef ENGINE_REFRESH_REFRESH_H
#define ENGINE_REFRESH_REFRESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct fetch_result;

int engine_refresh_init(struct engine *engine, struct err *err) MUST_USE;
void engine_refresh_done(struct engine *engine);

/* What the user asked for: polls these feeds before all others, or (NULL) all. */
void
engine_refresh_begin(struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* The user looks at the feed: if it is due, it is polled before all others. */
void engine_refresh_visit(struct engine *engine, uint32_t feed);
/* Forgets the candidates, cancels the polls under way and gives the claims back. */
void engine_refresh_cancel(struct engine *engine);
/* After a suspend the connections are dead: starts the polls under way again. */
void engine_refresh_restart(struct engine *engine);
/* Time has jumped, and many feeds may be due: polls them bit by bit, after a probe. */
void engine_refresh_spread(struct engine *engine);
/* The discovery brought a new feed's document: counts it as the feed's first poll. line
 * is the feed's, which says how it is read. Takes the answer. */
void engine_refresh_found(struct engine *engine, uint32_t feed, const char *line,
	struct fetch_result *answer);
/* Sends no requests to url's host until then, and cancels those that wait. */
void engine_refresh_pause(struct engine *engine, const char *url, int64_t until);
/* Whether feeds wait or are being polled, or their answers are being digested. */
bool engine_refresh_under_way(const struct engine *engine);

/* Looks for feeds that are due by schedule, and polls as many candidates as keep the
 * window full. True: the window had room, so there may be more to do. */
bool engine_refresh_step(struct engine *engine);
int64_t engine_refresh_wait(const struct engine *engine);
/* At the end: cancels what is under way. */
void engine_refresh_wind_up(struct engine *engine);

#endif
