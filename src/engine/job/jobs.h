/*
 * The requests under way. A job's tag, which comes back with the answer, is its place in
 * the table and a number that no other job at this place had: an answer that comes after
 * its job was given up finds none. What each feed is doing is kept beside the table, so
 * that no feed is asked twice at a time.
 */
#ifndef ENGINE_JOB_JOBS_H
#define ENGINE_JOB_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/core/event.h"
#include "model/subscription.h"

struct engine;

enum engine_job_kind {
	JOB_POLL,     /* a feed, claimed */
	JOB_DISCOVER, /* an address the user gave */
	JOB_OLDER,    /* a document with older items of a feed */
};

struct engine_job {
	enum engine_job_kind kind;
	enum source source; /* of the feed */
	uint64_t tag;       /* given by engine_jobs_add */
	uint32_t feed;      /* POLL, OLDER */
	char *url;          /* the address asked, or the line of another source */
	uint64_t body_hash;
	int flags;          /* enum engine_refresh_flag, to ask again */
	bool conditional;   /* with validators */
	bool moved;         /* at the adopted address */
	int64_t claimed_ms; /* mono time */
	bool filtered;      /* its document went through the command */
};

/* How a feed's turn in a refresh ended. */
enum engine_outcome {
	OUTCOME_NONE, /* not yet, or it is no part of it */
	OUTCOME_CHANGED,
	OUTCOME_UNCHANGED,
	OUTCOME_FAILED,
	OUTCOME_UNREACHABLE,
	OUTCOME_HELD,     /* by its host's pause, or another process */
	OUTCOME_TOLD_OFF, /* the same, though the user asked for it: who asks is told */
};

struct engine_jobs {
	struct engine_job **slots;
	uint32_t *unused; /* slots without a job */
	size_t slots_len, slots_cap, unused_len, unused_cap;
	uint64_t numbers; /* jobs so far */
	size_t count;     /* jobs in the table */
	size_t others;    /* of them, those that are no polls */
	uint8_t *states;  /* by feed id: enum engine_feed_state */
	size_t states_len;
	uint8_t *outcomes; /* by feed id: enum engine_outcome */
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
/* The feed's answer is stored: it is idle again, and the user is told what it brought, or
 * what went wrong (trouble; NULL: nothing). */
void engine_jobs_end(struct engine *engine, uint32_t feed,
	const struct engine_counts *brought, const char *trouble);

/* Notes how the feed's turn in this refresh ended; returns what was noted before. */
enum engine_outcome
engine_jobs_note(struct engine_jobs *jobs, uint32_t feed, enum engine_outcome outcome);
/* A refresh begins from rest: forgets all outcomes. */
void engine_jobs_forget(struct engine_jobs *jobs);

#endif
