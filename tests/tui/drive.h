/*
 * What a running script has: the program on its terminal, the server, the private
 * directory.
 */
#ifndef TUI_DRIVE_H
#define TUI_DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "tests/tui/script.h"
#include "tests/tui/term.h"

#define DRIVE_WAIT_MS 20000
#define DRIVE_TICK_MS 10 /* between checks at what has no descriptor to poll */

struct drive {
	char *dir;
	char *golden; /* directory */
	bool golden_write;
	int64_t slow; /* limits are multiplied by this: sanitizers */
	struct term term;
	int rows, cols; /* of the next terminal */
	bool ignore_hup;
	size_t typed; /* keys since the step count */
	size_t from;  /* bytes the program had written by then */
	pid_t server; /* 0: none */
};

/* Runs one step. 0, or a negative status with a sentence. */
int drive_step(struct drive *drive, const struct step *step, struct err *err) MUST_USE;
/* Whether the condition holds now: 1, 0 (why may say more), or a negative status for a
 * condition that is not understood. */
int drive_holds(struct drive *drive, const char *condition, struct buf *why,
	struct err *err) MUST_USE;
/* Runs a shell command in the private directory; its error output is in the sentence. */
int drive_shell(struct drive *drive, const char *command, struct err *err) MUST_USE;
/* The number of a signal's name without SIG, or 0. */
int drive_signal(const char *name);

#endif
