/*
 * The jobs under way, from the request to the answer. A job's tag, which comes back with
 * the answer, is its place in a table and a number that no other job at this place had:
 * an answer that comes after its job was cancelled finds none. What each feed is doing is
 * kept beside the table, so that no feed is asked twice at a time.
 */
#ifndef ENGINE_JOB_JOBS_H
#define ENGINE_JOB_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "engine/core/event.h"
#include "engine/job/job.h"

struct engine;
struct fetch_request;

/* engine->fetch is made and freed with them. */
int engine_jobs_init(struct engine *engine, struct err *err) MUST_USE;
void engine_jobs_done(struct engine *engine);

/* Asks for what job's url names and returns the tag. The job is copied, with as many
 * bytes as its class says. request says what else is to be asked (NULL: nothing); its
 * tag, address and options are set here if they are not, its priority counts from that of
 * the class. */
uint64_t engine_jobs_ask(struct engine *engine, const struct engine_job *job,
	const struct fetch_request *request);
/* No answer is wanted any more. A tag that no job has, since it was answered or
 * cancelled, is fine. */
void engine_jobs_cancel(struct engine *engine, uint64_t tag);
/* The user waits for the feed now: of those requests that still wait, its own go first.
 */
void engine_jobs_raise(struct engine *engine, uint32_t feed);
/* The job at *at (0: the first) or behind it, and moves *at on; NULL: there is none. It
 * may be cancelled before the next call. */
struct engine_job *engine_jobs_next(const struct engine *engine, size_t *at);
/* How many there are of classes that claim feeds. */
size_t engine_jobs_claiming(const struct engine *engine);

/* ---- Answers */

/* Takes what has arrived, and hands answers to their jobs' classes for some milliseconds.
 * True: some are left. */
bool engine_jobs_step(struct engine *engine);
/* The same at the end, for longer. */
void engine_jobs_wind_up(struct engine *engine);
/* Another thread works on an answer with this many bytes; and it has come back. They
 * count as arrived meanwhile: where too much has, sockets are not read. */
void engine_jobs_lend(struct engine *engine, size_t bytes);
void engine_jobs_back(struct engine *engine, size_t bytes);
/* Answers wait, or are lent. */
bool engine_jobs_busy(const struct engine *engine);
/* No job is under way and no answer waits. */
bool engine_jobs_quiet(const struct engine *engine);

/* ---- Feeds */

enum engine_feed_state engine_jobs_state(const struct engine *engine, uint32_t feed);
/* Sets it and, if it changed, tells the user. */
void
engine_jobs_set_state(struct engine *engine, uint32_t feed, enum engine_feed_state state);
/* The feed's answer is stored: it is idle again, and the user is told what it brought, or
 * what went wrong (trouble; NULL: nothing). */
void engine_jobs_end(struct engine *engine, uint32_t feed,
	const struct engine_counts *brought, const char *trouble);

#endif
