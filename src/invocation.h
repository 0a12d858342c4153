/*
 * What the command line says: options of the program itself, then a command with its
 * arguments; without a command, the reader starts.
 *
 *	courant [-C DIR] [-o NAME=VALUE] [--config FILE] ... [COMMAND [ARGUMENT ...]]
 */
#ifndef INVOCATION_H
#define INVOCATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

#define INVOCATION_OVERRIDES_MAX 64 /* -o on one command line */

/* Files and directories that the command line can name. If one that has to be there is
 * missing, its name is probably mistyped; only commands with CLI_ADDS make a feeds file.
 */
enum {
	INVOCATION_FILES = 4,
};
extern const struct invocation_file {
	const char *option;
	size_t place; /* in struct dirs */
	bool needed;
	int makers; /* enum cli_flag */
} invocation_files[INVOCATION_FILES];

struct cli_command;

/* All strings are borrowed from argv. */
struct invocation {
	const char *root;                    /* -C; NULL without it */
	const char *files[INVOCATION_FILES]; /* as the table of the same name */
	const char *overrides[INVOCATION_OVERRIDES_MAX]; /* -o */
	size_t overrides_len;
	const struct cli_command *command; /* NULL: the reader */
	int argc;
	char **argv;         /* of the command; the reader: the whole line */
	char *const *before; /* the words before the command, the program's name first */
	size_t before_len;
};

/* Fills *call, which is zeroed. CLI_OK, or CLI_USAGE after a message. Sets *done if all
 * that was asked for has been printed, such as the version. */
int invocation_read(struct invocation *call, int argc, char **argv, bool *done) MUST_USE;

#endif
