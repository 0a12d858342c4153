/*
 * The store's data file is watched, so that other processes' commits show within a second
 * and an idle reader never wakes up. LMDB writes it in place, which inotify tells. Where
 * there is no inotify the loop looks once a second (one read of the store's version).
 */
#include "config.h"

#include "ui/state.h"

#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

void
ui_watch_start(struct ui_watch *watch, const char *path)
{
	watch->fd = -1;
#ifdef HAVE_SYS_INOTIFY_H
	watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch->fd >= 0 && inotify_add_watch(watch->fd, path, IN_MODIFY) < 0)
		ui_watch_stop(watch);
#else
	(void)path;
#endif
}

void
ui_watch_stop(struct ui_watch *watch)
{
	if (watch->fd >= 0)
		close(watch->fd);
	watch->fd = -1;
}

void
ui_watch_drain(struct ui_watch *watch)
{
	char bytes[4096];
	while (read(watch->fd, bytes, sizeof bytes) > 0)
		;
}
