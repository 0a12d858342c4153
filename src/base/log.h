/*
 * The log: one line per event, "2026-11-27 10:00:00 level text" in UTC. Any thread may
 * write to it at any time. Before log_open and after log_close lines are discarded, so
 * that no layer ever writes to the terminal. The caller masks addresses (url_mask);
 * control characters become blanks here.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/attr.h"
#include "base/err.h"

enum log_level {
	LOG_ERROR,
	LOG_WARN,
	LOG_INFO,
	LOG_DEBUG,
};

/* Appends to path (created 0600). At start-up, before any thread. A file that reaches 4
 * MB is renamed to NAME.1, replacing an older one. */
int log_open(const char *path, struct err *err) MUST_USE;
void log_close(void);
/* Only lines of this level ("error", "warn", "info", "debug") and of more serious ones
 * are written from now on; "info" at first. Any thread. */
void log_set_level(const char *name);
/* The descriptor, -1 when closed: where stderr goes while curses owns the terminal. */
int log_fd(void);

void log_put(enum log_level level, const char *fmt, ...) PRINTF(2, 3);

#endif
