/*
 * Watches the data file of the store, so that commits of other processes are shown within
 * a second while an idle reader never wakes up. LMDB writes the file in place, which
 * inotify reports. It also reports when another file takes its place (courant compact);
 * then that one is watched. Without inotify, the loop reads the version of the store once
 * a second.
 */
#include "config.h"

#include "ui/ui_inside.h"

#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#ifdef HAVE_SYS_INOTIFY_H
static bool
watch_file(struct ui_watch *watch)
{
	watch->file = inotify_add_watch(watch->fd, watch->path, IN_MODIFY | IN_ATTRIB);
	return watch->file >= 0;
}
#endif

void
ui_watch_start(struct ui_watch *watch, const char *path)
{
	*watch = (struct ui_watch){.fd = -1, .path = path};
#ifdef HAVE_SYS_INOTIFY_H
	watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch->fd >= 0 && !watch_file(watch))
		ui_watch_stop(watch);
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
#ifdef HAVE_SYS_INOTIFY_H
	_Alignas(struct inotify_event) char bytes[4096];
	bool moved = false;
	ssize_t n;
	while ((n = read(watch->fd, bytes, sizeof bytes)) > 0)
		for (ssize_t at = 0; at < n;) {
			const struct inotify_event *event = (void *)(bytes + at);
			moved |= event->wd == watch->file && event->mask & IN_ATTRIB;
			at += (ssize_t)(sizeof *event + event->len);
		}
	if (!moved)
		return;
	inotify_rm_watch(watch->fd, watch->file);
	if (!watch_file(watch))
		ui_watch_stop(watch);
#else
	(void)watch;
#endif
}
