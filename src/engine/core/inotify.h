/*
 * Directories in which other programs may change files. inotify wakes the worker when
 * something happens in one. On systems without it, and for directories on another
 * computer's disk, the owner has to check from time to time. The worker's.
 */
#ifndef ENGINE_CORE_INOTIFY_H
#define ENGINE_CORE_INOTIFY_H

#include <stdbool.h>

struct engine;

enum engine_watched {
	ENGINE_WATCH_FEEDS,  /* where the feeds file is */
	ENGINE_WATCH_STATES, /* where the logs of other machines are */
	ENGINE_WATCHED_COUNT,
};

struct engine_watch {
	int fd;                         /* -1: nothing is watched */
	int dirs[ENGINE_WATCHED_COUNT]; /* inotify's numbers; -1: not watched */
	bool changed[ENGINE_WATCHED_COUNT];
};

void engine_watch_init(struct engine_watch *watch);
void engine_watch_done(struct engine_watch *watch);

/* Watches dir, unless it is watched already. False: it can't be watched. */
bool engine_watch_begin(struct engine *e, enum engine_watched what, const char *dir);
void engine_watch_end(struct engine *e, enum engine_watched what);
bool engine_watch_on(const struct engine *e, enum engine_watched what);
/* Has anything changed there since the last call? */
bool engine_watch_changed(struct engine *e, enum engine_watched what);

#endif
