/*
 * The commands: one table, walked by dispatch, help and the manual. A command runs
 * without a terminal, while readers may be open, and ends with an exit status.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct buf;
struct dirs;
struct settings;
struct store;

/* What a command has at hand. */
struct cli {
	const struct dirs *dirs;
	struct settings *settings; /* a reference; who reloads them replaces it */
	struct store *store;       /* NULL unless the row says CLI_STORE */
	/* The worker did not end in time (engine_stop): it may still use all of this, so
	 * nothing is freed or closed. */
	bool hangs;
};

enum cli_flag {
	CLI_STORE = 1 << 0, /* opens the store before run */
	CLI_FEEDS = 1 << 1, /* brings the lines of the feeds file into the store first */
	CLI_BARE = 1 << 2,  /* needs no directories and no config: neither is touched */
};

/* Exit statuses; scripts rely on them. */
enum cli_exit {
	CLI_OK = 0,
	CLI_FAILED = 1,   /* with a sentence on stderr */
	CLI_USAGE = 2,    /* wrong words on the command line; add: several candidates */
	CLI_NOTHING = 3,  /* what was named or looked for is not there */
	CLI_SIGNAL = 128, /* and the signal's number, as a shell has it */
};

/* What they mean, for help and manual; ends with a row without meaning. */
extern const struct cli_exit_row {
	int status;
	const char *meaning;
} cli_exits[];

#define CLI_ARGS_MAX 16 /* options a command may have */

/* An option of a command: "--json", or "--strategy" with a value after it or after "=".
 */
struct cli_arg {
	const char *name;
	const char *value; /* what the value is, for help; NULL: none follows */
	const char *brief;
};

struct cli_command {
	const char *name;
	const char *args;   /* "URL [TAG…]", for help and manual */
	const char *brief;  /* one line */
	const char *detail; /* paragraphs for the manual, parted by "\n"; may be NULL */
	int flags;
	/* argv[0] is the command's name. Prints errors itself, by cli_fail. */
	int (*run)(struct cli *cli, int argc, char **argv);
	struct cli_arg options[CLI_ARGS_MAX]; /* end with a row without name */
};

/* The table; ends with a row without name. */
extern const struct cli_command cli_commands[];
const struct cli_command *cli_command(const char *name);

/* Prints "courant: sentence" on stderr, cleaned for the terminal. */
void cli_note(const char *sentence);
/* The same, as the reason of a failure; returns CLI_FAILED. */
int cli_fail(const struct err *err);
/* Prints what is wrong and how the command (NULL: the program) is used; returns
 * CLI_USAGE. */
int cli_usage(const char *command, const char *fmt, ...) PRINTF(2, 3);

/* Takes the options of the command argv[0] (by its row) out of argv, wherever they stand
 * before a "--". values[i] is set for options[i]: the value, or "" for one without.
 * Words stay in argv from 1 on, counted by *argc. CLI_OK or, after telling, CLI_USAGE;
 * also for fewer than least or more than most words (most < 0: any number). */
int cli_args(int *argc, char **argv, int least, int most,
	const char *values[CLI_ARGS_MAX]) MUST_USE;

/* Appends s as one clean line. Returns out's text, to print at once. */
const char *cli_clean(struct buf *out, const char *s);
/* Writes to standard output. False when it can't be written any more: end as if it could,
 * cli_finish tells what there is to tell. Bytes go as they are (JSON and HTML are always
 * UTF-8); text is printed in the character set of the locale. */
bool cli_write(const struct buf *out);
bool cli_print(const struct buf *out);
/* What was written goes out now. */
bool cli_flush(void);
/* Why it can't be written any more, as an errno; EPIPE: nobody reads it. 0: it can. */
int cli_lost(void);
/* Ends the output. Returns status, or CLI_FAILED with a sentence if not all could be
 * written, as on a full disk; that nobody reads it any more is no failure (case 148). */
int cli_finish(int status);

#endif
