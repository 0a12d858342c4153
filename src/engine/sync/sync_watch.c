/*
 * The directory of the logs is watched, so that what other machines did shows at once and
 * nobody wakes up to look. Synchronisers rename a file into place or write it, and both
 * are told of. Where there is no inotify, or where the changes are made on another
 * computer (a mounted disk), the worker looks every few seconds.
 */
#include "config.h"

#include "engine/sync/sync.h"

#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include "base/file.h"
#include "engine/core/engine.h"
#include "fetch/fetch.h"

static void
unwatch(struct engine *e)
{
	if (e->sync->watch < 0)
		return;
	fetch_watch(e->fetch, -1);
	close(e->sync->watch);
	e->sync->watch = -1;
}

void
engine_sync_watch(struct engine *e)
{
#ifdef HAVE_SYS_INOTIFY_H
	const uint32_t changes = IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM |
				 IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
	if (e->sync->watch >= 0 || file_is_remote(e->sync->dir, true))
		return;
	e->sync->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (e->sync->watch < 0)
		return;
	if (inotify_add_watch(e->sync->watch, e->sync->dir, changes) < 0)
		unwatch(e);
	else
		fetch_watch(e->fetch, e->sync->watch);
#else
	(void)e;
#endif
}

bool
engine_sync_changed(struct engine *e)
{
	bool changed = false;
#ifdef HAVE_SYS_INOTIFY_H
	_Alignas(struct inotify_event) char bytes[4096];
	bool gone = false;
	ssize_t n;
	while (e->sync->watch >= 0 && (n = read(e->sync->watch, bytes, sizeof bytes)) > 0)
		for (ssize_t at = 0; at < n;) {
			const struct inotify_event *event = (void *)(bytes + at);
			gone |= (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF |
						       IN_IGNORED)) != 0;
			at += (ssize_t)(sizeof *event + event->len);
			changed = true;
		}
	if (gone)
		unwatch(e);
#else
	(void)e;
#endif
	return changed;
}
