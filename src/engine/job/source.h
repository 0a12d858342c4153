/*
 * Feeds that are no web pages: exec:COMMAND (its output is the document), file:///PATH,
 * and filter:COMMAND:URL, whose document goes through a command. Commands and files may
 * take their time, so a few threads of their own wait for them; what they bring has the
 * form of fetch's results and comes to the worker among these.
 *
 * Such lines come from the user's own feeds file alone (case 22). No shell is involved: a
 * command is split into words, and a user who wants a shell writes exec:sh -c "…".
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

/* These three as struct engine_part has them; the threads' commands are ended, too. */
int engine_job_source_init(struct engine *engine, struct err *err) MUST_USE;
bool engine_job_source_join(struct engine *engine, int64_t until_ms);
void engine_job_source_done(struct engine *engine);

/* Runs or reads the exec: or file: line; the result comes with tag. */
void engine_job_source_ask(struct engine *engine, uint64_t tag, const char *line);
/* If answer has a document that job's filter has not had: takes it, and it comes again,
 * filtered. */
bool engine_job_source_filter(
	struct engine *engine, struct engine_job *job, struct fetch_result *answer);
/* The oldest result, or NULL. */
struct fetch_result *engine_job_source_take(struct engine *engine);

#endif
