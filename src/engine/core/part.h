/*
 * A part of the worker: one thing that it does again and again, a little at a time. The
 * worker's turn is a table of parts (engine/worker.c), first what matters most. All
 * functions may be NULL, and all but init and done run in the worker's thread.
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
	/* Makes the part's state. Those before it in the table are up. */
	int (*init)(struct engine *engine, struct err *err);
	/* Takes a few milliseconds at most. True: there is more to do at once. */
	bool (*step)(struct engine *engine);
	/* Takes its step only while no patient part before it has more to do. */
	bool patient;
	/* Milliseconds until its step has something to do although nobody asked; not
	 * above 0: at once; INT64_MAX: nothing. */
	int64_t (*wait)(const struct engine *engine);
	/* The user wants what is being fetched to stop. */
	void (*stop)(struct engine *engine);
	/* A poll of a feed was stored, or failed. */
	void (*polled)(struct engine *engine, const struct engine_poll *poll);
	/* The last step: stores what has come, gives back what has not. */
	void (*wind_up)(struct engine *engine);
	/* After the worker's thread: ends the part's own threads by then, in the time of
	 * time_mono_ms. False: one goes on, and nothing that it uses may be freed. */
	bool (*join)(struct engine *engine, int64_t until_ms);
	/* Frees the state; after a join, in the reverse order of the table. */
	void (*done)(struct engine *engine);
};

/* Tells all parts. */
void engine_part_stop(struct engine *engine);
void engine_part_polled(struct engine *engine, const struct engine_poll *poll);

#endif
