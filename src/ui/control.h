/*
 * Other processes that tell the reader what to do (courant do). UI thread.
 */
#ifndef UI_CONTROL_H
#define UI_CONTROL_H

#include <poll.h>

#include "base/buf.h"

struct ui;

struct ui_control {
	int fd;     /* listens; -1: it could not be opened */
	int client; /* whose line is being read; -1: none */
	char *path;
	struct buf line;
};

/* If it cannot listen, it reports that in the log, and the reader works without it. */
void ui_control_start(struct ui_control *control, const char *store);
void ui_control_stop(struct ui_control *control);
/* The descriptor to poll for input. */
int ui_control_fd(const struct ui_control *control);
/* Call it when that is readable: accepts, reads, or runs the line and answers. */
void ui_control_take(struct ui *ui, struct ui_control *control);

#endif
