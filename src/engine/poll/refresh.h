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

#include "engine/core/event.h"
#include "engine/job/jobs.h"
#include "engine/poll/pace.h"
#include "engine/poll/pause.h"

struct engine_job;
struct engine_poll;
struct engine_request;
struct fetch_result;

struct engine_candidate_feed {
	uint32_t feed;
	int flags; /* enum engine_refresh_flag */
};

/* Of what the user asked for: feeds left alone as their servers wanted. */
struct engine_held {
	size_t len;
	uint32_t feed; /* the first of them that may be asked again */
	int64_t until; /* and when */
};

struct engine_refresh_state {
	struct engine_candidate_feed *candidates; /* next … len wait */
	size_t next, len, cap;
	bool active;      /* something waits, runs, or is to be stored */
	bool asked;       /* by the user, not by the schedule alone */
	bool moved_on;    /* counts changed since they were last told */
	int64_t told_ms;  /* when they were */
	bool looked;      /* for feeds of a wrong clock */
	int64_t renew_ms; /* mono time of the next look at old claims */
	struct engine_pace pace;
	struct engine_pauses pauses;
	struct engine_counts counts;
	struct engine_held held;
};

void engine_poll_refresh_done(struct engine *engine);

/* What the user asked for: these feeds, before all others, or (NULL) all. */
void engine_poll_refresh_begin(
	struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* The user looks at the feed: if it is due, it goes before all others. */
void engine_poll_refresh_look(struct engine *engine, uint32_t feed);
/* Forgets candidates and transfers under way, gives claims back. */
void engine_poll_refresh_cancel(struct engine *engine);
/* Gives claims back and asks again: after a suspend, the connections are dead. */
void engine_poll_refresh_restart(struct engine *engine);

/* Takes up the feeds that are due by schedule. */
void engine_poll_refresh_schedule(struct engine *engine);
/* Claims and asks as many as keep the window full. */
void engine_poll_refresh_fill(struct engine *engine);
/* An answer to a poll: digests it, and hands it on to be stored. Takes job and answer. */
void engine_poll_refresh_answer(
	struct engine *engine, struct engine_job *job, struct fetch_result *answer);
/* A new feed's first document was brought by the discovery: it counts as its first poll.
 * Takes the answer. */
void engine_poll_refresh_found(
	struct engine *engine, uint32_t feed, struct fetch_result *answer);
/* Leaves a host alone until then: feeds of it that were about to be asked, too. */
void engine_poll_refresh_pause(struct engine *engine, const char *url, int64_t until);
/* Takes what became of an answer, digested. */
void engine_poll_refresh_digested(struct engine *engine, struct engine_poll *poll);
/* There is no network: what is left of the refresh counts as unreachable and is not asked
 * any more. */
void engine_poll_refresh_unreachable(struct engine *engine);
/* Gives back the claims of a list of polls that will not be stored. */
void engine_poll_refresh_release(struct engine *engine, const struct engine_poll *list);
/* Milliseconds until refresh has something to do by itself. */
int64_t engine_poll_refresh_wait(const struct engine *engine);

#endif
