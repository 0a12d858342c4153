/*
 * From candidates to requests: decides from what the store knows about a feed whether it
 * may be polled now, claims it so that no other process polls it, and sends the request.
 */
#ifndef ENGINE_REFRESH_CLAIM_H
#define ENGINE_REFRESH_CLAIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "engine/job/job.h"

struct engine;

/* A feed that waits to be polled. */
struct engine_candidate_feed {
	uint32_t feed;
	int flags; /* enum engine_refresh_flag */
};

/* The job of polling it. */
struct engine_poll_job {
	struct engine_job job;
	uint64_t body_hash; /* of the last document */
	int flags;          /* of the candidate, should it become one again */
	bool conditional;   /* the request had validators */
	bool moved;         /* it went to the address that the feed moved to */
};

int engine_refresh_claim_init(struct engine *engine, struct err *err) MUST_USE;
void engine_refresh_claim_done(struct engine *engine);

/* Takes candidates from the front of the list until it has found max feeds that may be
 * polled, but never more than STORE_CLAIM_MAX candidates, and adds their number to
 * *taken. Claims the feeds that may be polled and sends the requests, as jobs of this
 * class. On failure no request is sent. */
int engine_refresh_claim_ask(struct engine *engine, const struct engine_job_class *class,
	const struct engine_candidate_feed *list, size_t len, size_t max, size_t *taken,
	struct err *err) MUST_USE;
/* The feed's poll was cancelled: its claim is given back, by the next of the functions
 * here that writes. */
void engine_refresh_claim_give_back(struct engine *engine, uint32_t feed);
/* Gives back claims, and twice a minute renews those that are about to expire. */
bool engine_refresh_claim_step(struct engine *engine);
/* Gives back claims. */
void engine_refresh_claim_wind_up(struct engine *engine);

#endif
