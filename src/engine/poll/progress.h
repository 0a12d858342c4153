/*
 * How far a refresh is: each feed of it is counted once, by how its turn ended.
 */
#ifndef ENGINE_POLL_PROGRESS_H
#define ENGINE_POLL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;

/* How a feed's turn in a refresh ended. */
enum engine_outcome {
	OUTCOME_NONE, /* not yet, or it is no part of the refresh */
	OUTCOME_CHANGED,
	OUTCOME_UNCHANGED,
	OUTCOME_FAILED,
	OUTCOME_UNREACHABLE,
	OUTCOME_HELD,     /* by its host's pause, or another process */
	OUTCOME_TOLD_OFF, /* the same, though the user asked for it and is told */
};

int engine_poll_progress_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_progress_done(struct engine *engine);

/* Feeds are going to be asked, by the user's wish or as the schedule wants. True: a new
 * refresh begins, with nothing counted yet. */
bool engine_poll_progress_begin(struct engine *engine, bool asked);
bool engine_poll_progress_active(const struct engine *engine);
/* The refresh has one more feed. One that was done in it already is done once more. */
void engine_poll_progress_expect(struct engine *engine, uint32_t feed);
/* The candidate leaves the refresh without being asked: held back, or (NONE) no part of
 * it. */
void engine_poll_progress_pass(
	struct engine *engine, uint32_t feed, enum engine_outcome outcome);
/* The candidate leaves the refresh since an active Retry-After holds back what the user
 * asked for; the end of the refresh says so. */
void engine_poll_progress_held(struct engine *engine, uint32_t feed, int64_t until);
/* A poll is stored, or could not be: counts it and the items it brought. trouble says
 * what went wrong; NULL: nothing. */
void engine_poll_progress_stored(struct engine *engine, uint32_t feed,
	enum engine_outcome outcome, size_t added, size_t edited, const char *trouble);
/* The feeds without an outcome, but for so many that have an answer, count as
 * unreachable: nobody will ask them. */
void engine_poll_progress_unreachable(struct engine *engine, size_t answered);
/* Something changed that the user is to be told of. */
void engine_poll_progress_touch(struct engine *engine);

/* Tells how far the refresh is, from time to time; or at once that it is over. */
void engine_poll_progress_tell(struct engine *engine, bool over);
/* Milliseconds until there is something to tell. */
int64_t engine_poll_progress_wait(const struct engine *engine);

#endif
