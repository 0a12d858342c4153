/*
 * How far a refresh is: each feed of it is counted once, by how its turn ended.
 */
#ifndef ENGINE_POLL_PROGRESS_H
#define ENGINE_POLL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/job/jobs.h"

struct engine;
struct engine_poll;

#define PROGRESS_TELL_MS 50 /* between two reports */

/* One more to do; a feed that was done in this refresh is done anew, not another. */
void engine_poll_progress_expect(struct engine *engine, uint32_t feed);
/* The candidate leaves the refresh without being asked: held back, or (NONE) no part of
 * it. */
void engine_poll_progress_pass(
	struct engine *engine, uint32_t feed, enum engine_outcome outcome);
/* The candidate leaves the refresh since an active Retry-After holds back what the user
 * asked for; the end of the refresh says so. */
void engine_poll_progress_held(struct engine *engine, uint32_t feed, int64_t until);
/* A poll is stored (or could not be): counts it. */
void engine_poll_progress_stored(struct engine *engine, const struct engine_poll *poll,
	size_t added, size_t edited);
/* Whether feeds are still to be asked, or their answers to be digested. */
bool engine_poll_progress_under_way(const struct engine *engine);
/* Tells how far it is; tells and ends the refresh when nothing is left to do. */
void engine_poll_progress_tell(struct engine *engine);

#endif
