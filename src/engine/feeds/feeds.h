/*
 * The feeds file while the worker runs: changes that editors and other programs make are
 * noticed and adopted. A file with faults changes nothing: the feeds stay as they are.
 */
#ifndef ENGINE_FEEDS_FEEDS_H
#define ENGINE_FEEDS_FEEDS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct engine;

struct engine_feeds {
	char *dir;        /* where the file is; NULL: changes are not noticed */
	struct stat seen; /* the file at the last look */
	bool settling;    /* it has changed, and may be changing still */
	int64_t since_ms; /* mono time when that was seen first */
	int64_t check_ms; /* mono time of the next check; INT64_MAX: only on request */
};

/* Before the file is read for the first time. */
void engine_feeds_init(struct engine *engine, bool watch);
void engine_feeds_done(struct engine_feeds *feeds);

/* Checks for changes when it is time to. */
void engine_feeds_step(struct engine *engine);
/* Milliseconds until then; INT64_MAX: never. */
int64_t engine_feeds_wait(const struct engine *engine);

/* ENGINE_RELOAD_FEEDS: reads the file now, since the user asked for it. */
void engine_feeds_reload(struct engine *engine);

#endif
