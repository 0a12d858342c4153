/*
 * The commands: one table, walked by dispatch, help and the manual. A command runs
 * without a terminal, while readers may be open, and ends with an exit status.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/attr.h"
#include "base/err.h"

struct config;
struct dirs;
struct options;
struct store;

/* What a command has at hand. */
struct cli {
	const struct dirs *dirs;
	const struct options *options;
	const struct config *config;
	struct store *store; /* NULL unless the row says CLI_STORE */
};

enum cli_flag {
	CLI_STORE = 1 << 0, /* opens the store before run */
};

/* Exit statuses. */
enum cli_exit {
	CLI_OK = 0,
	CLI_FAILED = 1, /* with a sentence on stderr */
	CLI_USAGE = 2,  /* wrong words on the command line; add: several candidates */
};

struct cli_command {
	const char *name;
	const char *args;   /* "URL [TAG…]", for help and manual */
	const char *brief;  /* one line */
	const char *detail; /* paragraphs for the manual; may be NULL */
	int flags;
	/* argv[0] is the command's name. Prints errors itself, by cli_fail. */
	int (*run)(struct cli *cli, int argc, char **argv);
};

/* The table; ends with a row without name. */
extern const struct cli_command cli_commands[];
const struct cli_command *cli_command(const char *name);

/* Prints "courant: sentence" on stderr and returns CLI_FAILED. */
int cli_fail(const struct err *err);
/* Prints what is wrong and how the command is used; returns CLI_USAGE. */
int cli_usage(const char *command, const char *fmt, ...) PRINTF(2, 3);

#endif
