/*
 * The worker's turn is a table of parts (engine/worker.c), most important first. A part
 * is one kind of work, done a little at a time. Each function may be NULL. All run in the
 * worker's thread, except init, join and done, which run before and after it.
 */
#ifndef ENGINE_CORE_PART_H
#define ENGINE_CORE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct engine;
struct engine_poll;

struct engine_part {
	const char *name; /* for the log */
	/* Makes the part's state. Parts before it in the table have theirs. */
	int (*init)(struct engine *engine, struct err *err);
	/* Does a few milliseconds' work at most. True: there is more to do at once. */
	bool (*step)(struct engine *engine);
	/* Its turn comes only when no patient part before it has more to do. */
	bool patient;
	/* Milliseconds until the clock gives it something to do; 0 or less: now;
	 * INT64_MAX, or no function: never. */
	int64_t (*wait)(const struct engine *engine);
	/* The user wants fetching to stop. */
	void (*stop)(struct engine *engine);
	/* A feed's poll was stored, or failed. */
	void (*polled)(struct engine *engine, const struct engine_poll *poll);
	/* At the end of the program: stores what can be stored, and drops the rest. */
	void (*wind_up)(struct engine *engine);
	/* Ends the part's own threads by until_ms (time_mono_ms). False: one of them did
	 * not end, and nothing that it uses may be freed. */
	bool (*join)(struct engine *engine, int64_t until_ms);
	/* Frees the state. Called in the reverse order of the table, after all threads
	 * have ended. */
	void (*done)(struct engine *engine);
};

/* Calls these functions of all parts. */
void engine_part_stop(struct engine *engine);
void engine_part_polled(struct engine *engine, const struct engine_poll *poll);

#endif
