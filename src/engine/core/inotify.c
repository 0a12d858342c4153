#include "config.h"

#include "engine/core/inotify.h"

#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include "base/file.h"
#include "engine/core/engine.h"
#include "fetch/fetch.h"

void
engine_watch_init(struct engine_watch *w)
{
	*w = (struct engine_watch){.fd = -1};
	for (int i = 0; i < ENGINE_WATCHED_COUNT; i++)
		w->dirs[i] = -1;
}

void
engine_watch_done(struct engine_watch *w)
{
	if (w->fd >= 0)
		close(w->fd);
	engine_watch_init(w);
}

bool
engine_watch_on(const struct engine *e, enum engine_watched what)
{
	return e->watch->dirs[what] >= 0;
}

#ifdef HAVE_SYS_INOTIFY_H

#define GONE (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)

/* Editors rename a file into place, or write and close it; synchronisers append to logs,
 * which are to be read at once. Attributes, since an unreadable file may become readable.
 */
static const uint32_t masks[] = {
	[ENGINE_WATCH_FEEDS] = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
			       IN_DELETE | IN_ATTRIB | GONE | IN_ONLYDIR | IN_MASK_ADD,
	[ENGINE_WATCH_STATES] = IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM |
				IN_DELETE | GONE | IN_ONLYDIR | IN_MASK_ADD,
};

bool
engine_watch_begin(struct engine *e, enum engine_watched what, const char *dir)
{
	struct engine_watch *w = e->watch;
	if (w->dirs[what] >= 0)
		return true;
	if (file_is_remote(dir, true))
		return false;
	if (w->fd < 0) {
		w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
		fetch_watch(e->fetch, w->fd);
	}
	if (w->fd >= 0)
		w->dirs[what] = inotify_add_watch(w->fd, dir, masks[what]);
	return w->dirs[what] >= 0;
}

/* Both kinds may watch the same directory, and then have the same number. */
static bool
shared(const struct engine_watch *w, int dir)
{
	int count = 0;
	for (int i = 0; i < ENGINE_WATCHED_COUNT; i++)
		count += w->dirs[i] == dir;
	return count > 1;
}

void
engine_watch_end(struct engine *e, enum engine_watched what)
{
	struct engine_watch *w = e->watch;
	int dir = w->dirs[what];
	if (dir >= 0 && !shared(w, dir))
		inotify_rm_watch(w->fd, dir);
	w->dirs[what] = -1;
	w->changed[what] = false;
}

static void
take(struct engine_watch *w, const struct inotify_event *event)
{
	if (event->mask & IN_MOVE_SELF)
		inotify_rm_watch(w->fd, event->wd);
	for (int i = 0; i < ENGINE_WATCHED_COUNT; i++) {
		if (event->wd != w->dirs[i] && !(event->mask & IN_Q_OVERFLOW))
			continue;
		w->changed[i] = true;
		if (event->mask & GONE)
			w->dirs[i] = -1;
	}
}

bool
engine_watch_changed(struct engine *e, enum engine_watched what)
{
	struct engine_watch *w = e->watch;
	_Alignas(struct inotify_event) char bytes[4096];
	ssize_t n;
	while (w->fd >= 0 && (n = read(w->fd, bytes, sizeof bytes)) > 0)
		for (ssize_t at = 0; at < n;) {
			const struct inotify_event *event = (void *)(bytes + at);
			take(w, event);
			at += (ssize_t)(sizeof *event + event->len);
		}
	bool changed = w->changed[what];
	w->changed[what] = false;
	return changed;
}

#else

bool
engine_watch_begin(struct engine *e, enum engine_watched what, const char *dir)
{
	(void)e;
	(void)what;
	(void)dir;
	return false;
}

void
engine_watch_end(struct engine *e, enum engine_watched what)
{
	(void)e;
	(void)what;
}

bool
engine_watch_changed(struct engine *e, enum engine_watched what)
{
	(void)e;
	(void)what;
	return false;
}

#endif
