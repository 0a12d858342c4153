/*
 * How far a refresh is. Each of its feeds is counted once, by its outcome.
 */
#ifndef ENGINE_POLL_PROGRESS_H
#define ENGINE_POLL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

/* What became of a feed in a refresh. */
enum engine_outcome {
	OUTCOME_NONE, /* it is under way, or not part of the refresh */
	OUTCOME_CHANGED,
	OUTCOME_UNCHANGED,
	OUTCOME_FAILED,
	OUTCOME_UNREACHABLE,
	OUTCOME_HELD,      /* its host is paused, or another process polls it */
	OUTCOME_POSTPONED, /* its server asked for a pause; the user, who wanted it to be
			     polled, is told */
};

int engine_poll_progress_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_progress_done(struct engine *engine);

/* Feeds are going to be polled; asked: because the user wants it. True: this starts a new
 * refresh, with all counts at zero. False: one is running already. */
bool engine_poll_progress_begin(struct engine *engine, bool asked);
bool engine_poll_progress_active(const struct engine *engine);
/* How many feeds the refresh has; 0: there is none. */
size_t engine_poll_progress_total(const struct engine *engine);
/* Adds a feed to the refresh. If the refresh has polled it already, it is polled once
 * more and counted again. */
void engine_poll_progress_expect(struct engine *engine, uint32_t feed);
/* The feed will not be polled: it is held back or (OUTCOME_NONE) not part of the refresh
 * after all. */
void engine_poll_progress_pass(
	struct engine *engine, uint32_t feed, enum engine_outcome outcome);
/* The feed will not be polled, although the user wanted it, because of a Retry-After that
 * is still active. The user is told at the end of the refresh. */
void engine_poll_progress_held(struct engine *engine, uint32_t feed, int64_t until);
/* Counts a poll that was stored, or could not be, and the items that it brought. trouble
 * says what went wrong; NULL: nothing. */
void engine_poll_progress_stored(struct engine *engine, uint32_t feed,
	enum engine_outcome outcome, size_t added, size_t edited, const char *trouble);
/* Counts items that came with the refresh, but not from any of its feeds: those of
 * accounts. */
void engine_poll_progress_brought(struct engine *engine, size_t added, size_t edited);
/* Counts all feeds without an outcome as unreachable, except for a number of them that
 * have been answered. They will not be polled. */
void engine_poll_progress_unreachable(struct engine *engine, size_t answered);
/* The next report is due even if no count has changed. */
void engine_poll_progress_touch(struct engine *engine);

/* Reports to the user how far the refresh is, if it is time for that, or at once that it
 * is over. */
void engine_poll_progress_tell(struct engine *engine, bool over);
/* Milliseconds until the next report; INT64_MAX: there is nothing to report. */
int64_t engine_poll_progress_wait(const struct engine *engine);

#endif
