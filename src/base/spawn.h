/*
 * Child processes. They are started from an argument vector, never through a shell. A
 * child gets only descriptors 0 to 2, default signal handlers and an empty signal mask.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

enum spawn_flag {
	SPAWN_TTY = 1 << 0,    /* uses our terminal, as its foreground group */
	SPAWN_DETACH = 1 << 1, /* session of its own, 0-2 on /dev/null: a GUI browser */
};

/* A program and what it gets. */
struct spawn {
	char *const *argv;
	char *const *env;    /* "NAME=VALUE" besides ours; NULL at the end; may be NULL */
	int flags;           /* enum spawn_flag */
	int in, out, errors; /* descriptors for its 0 to 2; 0: as the flags say */
};

/* Starts it, looked up in PATH. The caller must call spawn_reap until it returns true.
 * ERR_NOT_FOUND if PATH has no such program. */
int spawn_program(const struct spawn *spawn, pid_t *pid, struct err *err) MUST_USE;
/* Runs it on our terminal, in a process group of its own, so that ^C is the program's. If
 * the user stops it (^Z), it is hung up and left: *code is then -1. */
int spawn_on_terminal(const struct spawn *spawn, int *code, struct err *err) MUST_USE;

/* Whether there is such a program: in PATH or, if the name has a slash, at that path. */
bool spawn_finds(const char *program);

/* True if the child has ended; it is then reaped, with *code as above. Never blocks. */
bool spawn_reap(pid_t pid, int *code);

/* Ends a child that was started in a session or group of its own, with all that it
 * started there, by force, and reaps it. */
void spawn_end(pid_t pid);

/* Runs argv to its end, with input (may be NULL) on standard input. Standard output goes
 * to out and standard error to errors, up to their maxima (NULL: discarded). The child's
 * process group is killed after timeout_ms (ERR_TIMEOUT), if out's maximum is exceeded
 * (ERR_LIMIT), and as soon as stop_fd (-1: none) is readable or hung up (ERR_CANCELLED).
 * An exit status other than 0 is ERR_IO, with the first line of its error output in the
 * sentence. */
int spawn_run(char *const argv[], const struct buf *input, struct buf *out,
	struct buf *errors, int64_t timeout_ms, int stop_fd, struct err *err) MUST_USE;

#endif
