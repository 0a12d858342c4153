/*
 * Feeds that don't come from the web: exec:COMMAND (its output is the document),
 * file:///PATH, and filter:COMMAND:URL, whose document is passed through a command.
 * Commands and files may be slow, so a few threads wait for them. What they bring looks
 * like a result of fetch, and comes to the worker in the same way.
 *
 * Only the user's own feeds file may contain such lines (case 22). No shell is involved:
 * a command is split into words, and a user who wants a shell writes exec:sh -c "…".
 */
#ifndef ENGINE_JOB_SOURCE_H
#define ENGINE_JOB_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct engine_job;
struct fetch_result;

/* See struct engine_part. Joining the threads also ends the commands that they run. */
int engine_job_source_init(struct engine *engine, struct err *err) MUST_USE;
bool engine_job_source_join(struct engine *engine, int64_t until_ms);
void engine_job_source_done(struct engine *engine);

/* Runs the command of the job's exec: line or reads the file of its file: line. The
 * result carries tag. */
void
engine_job_source_ask(struct engine *engine, uint64_t tag, const struct engine_job *job);
/* If answer has a document that has to go through job's filter first, takes the answer
 * and returns true: the filtered one will come as another answer. */
bool engine_job_source_filter(
	struct engine *engine, struct engine_job *job, struct fetch_result *answer);
/* Takes the oldest result; NULL: there is none. */
struct fetch_result *engine_job_source_take(struct engine *engine);

#endif
