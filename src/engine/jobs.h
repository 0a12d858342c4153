/*
 * The requests under way. A job's place in the table is the tag that fetch hands back;
 * what each feed is doing is kept beside it, so that no feed is asked twice at a time.
 */
#ifndef ENGINE_JOBS_H
#define ENGINE_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/api.h"

enum engine_job_kind {
	JOB_POLL,     /* a feed, claimed */
	JOB_DISCOVER, /* an address the user gave */
};

struct engine_job {
	enum engine_job_kind kind;
	uint32_t feed; /* POLL */
	char *url;     /* the address asked */
	uint64_t body_hash;
	int flags;        /* enum engine_refresh_flag, to ask again */
	bool conditional; /* with validators */
	bool moved;       /* at the adopted address */
};

struct engine_jobs {
	struct engine_job **slots;
	uint32_t *unused; /* slots without a job */
	size_t slots_len, slots_cap, unused_len, unused_cap;
	size_t count;    /* jobs in the table */
	size_t others;   /* of them, those that are no polls */
	uint8_t *states; /* by feed id: enum engine_feed_state */
	size_t states_len;
};

void engine_jobs_done(struct engine_jobs *jobs);

/* Takes over a copy of job (its url is copied, too); returns its tag. */
uint64_t engine_jobs_add(struct engine_jobs *jobs, const struct engine_job *job);
struct engine_job *engine_jobs_at(const struct engine_jobs *jobs, uint64_t tag);
/* Takes the job out; engine_job_free it. */
struct engine_job *engine_jobs_take(struct engine_jobs *jobs, uint64_t tag);
void engine_job_free(struct engine_job *job);

enum engine_feed_state engine_jobs_state(const struct engine_jobs *jobs, uint32_t feed);
/* Sets it and, if it changed, tells the user. */
void
engine_jobs_set_state(struct engine *engine, uint32_t feed, enum engine_feed_state state);

#endif
