/*
 * From candidates to requests: the store says what is known of a feed, a claim keeps
 * other processes from asking it, and then it is asked.
 */
#ifndef ENGINE_POLL_CLAIM_H
#define ENGINE_POLL_CLAIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "engine/job/job.h"

struct engine;

/* A feed that may be asked. */
struct engine_candidate_feed {
	uint32_t feed;
	int flags; /* enum engine_refresh_flag */
};

/* The job of asking it. */
struct engine_poll_job {
	struct engine_job job;
	uint64_t body_hash; /* of the document that is stored */
	int flags;          /* of the candidate, to ask again */
	bool conditional;   /* with validators */
	bool moved;         /* at the adopted address */
};

int engine_poll_claim_init(struct engine *engine, struct err *err) MUST_USE;
void engine_poll_claim_done(struct engine *engine);

/* Takes candidates from the front of the list until max of them may be asked, at most
 * STORE_CLAIM_MAX in all, and adds to *taken how many it took. Claims those that may be
 * asked and asks them, as jobs of this class. On failure none is asked. */
int engine_poll_claim_ask(struct engine *engine, const struct engine_job_class *class,
	const struct engine_candidate_feed *list, size_t len, size_t max, size_t *taken,
	struct err *err) MUST_USE;
/* The feed was claimed, and will not be asked to the end: its claim is given back in the
 * next transaction of this file. */
void engine_poll_claim_give_back(struct engine *engine, uint32_t feed);
/* Gives back; renews claims that grow old, twice a minute. */
bool engine_poll_claim_step(struct engine *engine);
/* Gives back. */
void engine_poll_claim_wind_up(struct engine *engine);

#endif
