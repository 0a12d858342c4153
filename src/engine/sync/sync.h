/*
 * Read, starred and tag states between machines: each machine has an append-only log in a
 * directory that something else (Syncthing, git, rsync) copies between them. Ours is
 * written after the store; those of the others are read when they change. The worker's.
 */
#ifndef ENGINE_SYNC_SYNC_H
#define ENGINE_SYNC_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/map.h"
#include "base/str.h"
#include "store/sync/sync.h"

struct engine;
struct store;
struct sync_writer;

struct engine_sync_state {
	char *dir; /* NULL: no directory is set */
	bool ready;
	bool quiet;      /* a fault was reported and still holds */
	int64_t next_ms; /* of the next look, by the monotonic clock */
	int64_t age_ms;  /* when to look next for states whose item never came */
	struct store_sync_walk age;
	struct map seen; /* names of logs → how they were when read to the end */
	struct sync_writer *rewrite; /* our log is being rewritten */
	char *peer;                  /* name of the log that is being read */
};

int engine_sync_init(struct engine *engine, struct err *err) MUST_USE;
void engine_sync_done(struct engine *engine);
/* The option state-dir has changed: what waits for a log goes into the new directory. */
void engine_sync_restart(struct engine *engine);
/* The user changed something: our log is to get a line soon. */
void engine_sync_touch(struct engine *engine);
/* A slice of whatever there is to do. True: there is more at once. */
bool engine_sync_step(struct engine *engine);
/* Milliseconds until there is something to do; INT64_MAX: never. */
int64_t engine_sync_wait(const struct engine *engine);
/* At the end: one more look, so that what waits for the log is written, and that even a
 * short command reads the other machines' logs. */
void engine_sync_flush(struct engine *engine);

/* ---- Inside */

#define SYNC_SUFFIX ".state"
#define SYNC_WALK_ITEMS 2000 /* states handled in a slice */

/* Reports a fault, once until something works, and looks again later. */
void engine_sync_fault(struct engine *engine, const struct err *err);
/* The path of a file in the directory; the name of a machine's log. The caller frees
 * both. */
char *engine_sync_path(const struct engine *engine, const char *name);
char *engine_sync_name(uint64_t machine);
int engine_sync_info(
	struct engine *engine, struct store_sync_info *info, struct err *err) MUST_USE;

/* sync_own.c: makes the store keep states, under a machine number of its own. */
int engine_sync_own(struct store *store, const struct store_sync_info *info,
	struct err *err) MUST_USE;
/* Makes states of what was set before they were kept. *more: call again. */
bool engine_sync_seed(struct store *store, bool *more, struct err *err);

/* sync_log.c: appends what waits to our log. *more: call again. */
int engine_sync_write(struct engine *engine, bool *more, struct err *err) MUST_USE;
/* Rewrites a slice of it. False: done. */
bool engine_sync_rewrite(struct engine *engine);
void engine_sync_writer_free(struct sync_writer *writer);

/* sync_peer.c: the next log that changed since it was read to its end; the caller frees
 * *name, which is NULL if no log did. */
int engine_sync_find_peer(struct engine *engine, char **name, struct err *err) MUST_USE;
/* Continues reading sync.peer, and sets it to NULL at its end. */
int engine_sync_read_peer(struct engine *engine, struct err *err) MUST_USE;
/* Reads up to STATE_MERGE_MAX states from the complete lines in block, *used bytes. */
size_t engine_sync_read_lines(struct span block, struct state *list, size_t *used);

#endif
