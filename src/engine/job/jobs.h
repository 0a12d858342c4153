/*
 * The jobs under way, from the request to the answer. A job has a tag, which comes back
 * with the answer: its index in a table, and a number that no other job at this index
 * had. So an answer that comes after its job was cancelled finds no other job. The state
 * of each feed is kept beside the table, so that no feed is polled twice at the same
 * time.
 */
#ifndef ENGINE_JOB_JOBS_H
#define ENGINE_JOB_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "engine/core/engine_event.h"
#include "engine/job/job.h"

struct engine;
struct fetch_request;

/* Also makes and frees engine->fetch. */
int engine_job_init(struct engine *engine, struct err *err) MUST_USE;
void engine_job_done(struct engine *engine);

/* Starts a job: sends the request for its url, and returns the tag. The job is copied,
 * with the size that its class says. request (may be NULL) has whatever else the request
 * needs. Its tag is set here, as are its url and own if they are NULL, and the class's
 * priority is added to its own. */
uint64_t engine_job_ask(struct engine *engine, const struct engine_job *job,
	const struct fetch_request *request);
/* Cancels a job. Does nothing if no job has this tag, because it was answered or
 * cancelled already. */
void engine_job_cancel(struct engine *engine, uint64_t tag);
void engine_job_cancel_class(struct engine *engine, const struct engine_job_class *class);
/* The user is waiting for this feed: requests for it that still wait go first. */
void engine_job_raise(struct engine *engine, uint32_t feed);
/* Walks over all jobs, with *at = 0 for the first; NULL after the last. Jobs may be
 * cancelled in between. */
struct engine_job *engine_job_next(const struct engine *engine, size_t *at);
/* How many jobs there are whose class claims feeds. */
size_t engine_job_claiming(const struct engine *engine);

/* ---- Answers */

/* Takes what has arrived, and for some milliseconds hands answers to their jobs' classes.
 * True: some are left. */
bool engine_job_step(struct engine *engine);
/* At the end: hands out what has arrived, and takes longer for it. */
void engine_job_wind_up(struct engine *engine);
/* After that: hands out what comes for jobs of this class, and drops all else. */
void engine_job_last(struct engine *engine, const struct engine_job_class *class);
/* lend: another thread works on an answer with this many bytes; back: it has finished.
 * Meanwhile the bytes count among what has arrived: when that is too much, no sockets are
 * read. */
void engine_job_lend(struct engine *engine, size_t bytes);
void engine_job_back(struct engine *engine, size_t bytes);
/* Whether answers wait or are lent. */
bool engine_job_busy(const struct engine *engine);
/* Whether no job is under way and no answer waits or is lent. */
bool engine_job_quiet(const struct engine *engine);

/* ---- Feeds */

enum engine_feed_state engine_job_state(const struct engine *engine, uint32_t feed);
/* Sets the state and, if it changed, tells the user. */
void
engine_job_set_state(struct engine *engine, uint32_t feed, enum engine_feed_state state);
/* The feed's answer is stored, so it is idle again. Tells the user what the answer
 * brought, and what went wrong (trouble; NULL: nothing). */
void engine_job_end(struct engine *engine, uint32_t feed,
	const struct engine_counts *brought, const char *trouble);

#endif
