/*
 * Read, starred and tag states between machines: an append-only log a machine in a
 * directory that something else (Syncthing, git, rsync) carries about. Ours is written
 * after the store, those of others are read when they change. The worker's.
 */
#ifndef ENGINE_SYNC_H
#define ENGINE_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/map.h"
#include "store/state.h"

struct engine;
struct sync_writer;

struct engine_sync_state {
	char *dir; /* NULL: no directory is set */
	bool ready;
	bool quiet;      /* a fault was told and goes on */
	int64_t next_ms; /* of the next look, by the monotonic clock */
	int watch;       /* inotify over dir; -1: a look every few seconds instead */
	int64_t age_ms;  /* when words that wait for nothing are looked for */
	struct store_state_walk age;
	struct map seen; /* names of logs → how they were when read to the end */
	struct sync_writer *anew; /* our log is being written anew */
	char *peer;               /* name of the log that is being read */
};

void engine_sync_init(struct engine *engine);
void engine_sync_done(struct engine *engine);
/* The user changed something: our log wants a line soon. */
void engine_sync_touch(struct engine *engine);
/* A slice of whatever there is to do. True: there is more at once. */
bool engine_sync_step(struct engine *engine);
/* Milliseconds until there is something to do; INT64_MAX: never. */
int64_t engine_sync_wait(const struct engine *engine);
/* At the end: one more look, so that what waits for the log is written, and a command
 * that is over at once has read the others'. */
void engine_sync_flush(struct engine *engine);

/* ---- Inside: sync_watch.c */

/* Watches the directory, if it can be and is not. */
void engine_sync_watch(struct engine *engine);
/* Did anything in it change since the last call? */
bool engine_sync_changed(struct engine *engine);

#endif
