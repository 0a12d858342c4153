/*
 * Child processes, from an argument vector and never through a shell. A child gets
 * descriptors 0 to 2 and nothing else, default signals and an empty signal mask.
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
	SPAWN_TTY = 1 << 0,    /* keeps our terminal (the caller suspended curses) */
	SPAWN_DETACH = 1 << 1, /* own session, 0-2 on /dev/null: a graphical browser */
};

/* Starts argv[0] (looked up in PATH); the caller waits for *pid by spawn_wait or reaps it
 * by spawn_reap. ERR_NOT_FOUND when there is no such program. */
int spawn_start(char *const argv[], int flags, pid_t *pid, struct err *err) MUST_USE;
/* Waits for the end; *code is the exit status, 128 + the signal that ended it. */
int spawn_wait(pid_t pid, int *code, struct err *err) MUST_USE;
/* True when the child has ended (it is then reaped, *code as above). Never blocks. */
bool spawn_reap(pid_t pid, int *code);

/* Runs argv to its end with input (may be NULL) on its standard input. Its output goes to
 * out and its error output to errors (each may be NULL: dropped), up to their maxima.
 * After timeout_ms, or past out's maximum, the child's process group is ended:
 * ERR_TIMEOUT, ERR_LIMIT. A non-zero exit is ERR_IO with the first line of its error
 * output in the sentence. */
int spawn_run(char *const argv[], const struct buf *input, struct buf *out,
	struct buf *errors, int64_t timeout_ms, struct err *err) MUST_USE;
/* The same, and ERR_CANCELLED as soon as stop_fd is readable or hung up. */
int spawn_run_until(char *const argv[], const struct buf *input, struct buf *out,
	struct buf *errors, int64_t timeout_ms, int stop_fd, struct err *err) MUST_USE;

#endif
