/*
 * The commands of the program: a table that main, help and the manual use, and what all
 * commands share (arguments, messages, output). A command needs no terminal, may run
 * while readers are open, and returns an exit status.
 */
#ifndef CLI_CORE_COMMAND_H
#define CLI_CORE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"

struct buf;
struct cli_command;
struct dirs;
struct settings;
struct store;

/* What a command works with. */
struct cli {
	const struct cli_command *command; /* the one that runs */
	char *const *before; /* the words of the command line before its name */
	size_t before_len;
	const struct dirs *dirs;
	struct settings *settings; /* a reference, replaced when they are reloaded */
	struct store *store;       /* NULL unless the command has CLI_STORE */
	size_t faults;             /* of config and feeds file that were reported */
	/* Appends what the reader's command of that name does, if there is one. */
	void (*reader)(struct buf *out, const char *word);
	/* The worker did not stop in time (engine_stop). It may still be using all of
	 * this, so nothing is freed or closed. */
	bool hangs;
};

enum cli_flag {
	CLI_STORE = 1 << 0, /* main opens the store first */
	CLI_FEEDS = 1 << 1, /* and updates it from the feeds file */
	CLI_BARE = 1 << 2,  /* runs without directories and config */
	CLI_FIRST = 1 << 3, /* may be the first in a new directory */
	CLI_READS = 1 << 4, /* only reads: an empty home stays empty */
	CLI_ADDS = 1 << 5,  /* brings feeds: may make the feeds file */
};

/* Exit statuses; scripts rely on them. */
enum cli_exit {
	CLI_OK = 0,
	CLI_FAILED = 1,   /* with a message on standard error */
	CLI_USAGE = 2,    /* wrong command line; for add also: several candidates */
	CLI_NOTHING = 3,  /* what was named or searched for does not exist */
	CLI_SIGNAL = 128, /* plus the number of the signal, as in a shell */
};

/* What they mean, for the manual; ends with a row without a meaning. */
extern const struct cli_exit_row {
	int status;
	const char *meaning;
} cli_exits[];

#define CLI_ARGS_MAX 16 /* options a command may have */

/* An option of a command: "--json", or "--strategy" with a value in the next word or
 * after "=". */
struct cli_arg {
	const char *name;
	const char *value; /* what to call the value in help; NULL: it takes none */
	const char *brief;
	int needs; /* flags of the command if this is given; 0: the command's own */
};

struct cli_command {
	const char *name;
	const char *args;   /* "URL [TAG…]", for help and manual */
	const char *verbs;  /* possible first words, separated by blanks; NULL: any */
	const char *brief;  /* one line */
	const char *detail; /* paragraphs, separated by "\n"; may be NULL */
	int flags;
	/* First words, separated by blanks, with which it has CLI_READS, as it has
	 * without any word. NULL: only if its flags say so. */
	const char *reads;
	/* The other way round: those without which it has CLI_READS. */
	const char *writes;
	/* argv[0] is the name of the command. Prints its own errors, with cli_fail. */
	int (*run)(struct cli *cli, int argc, char **argv);
	struct cli_arg options[CLI_ARGS_MAX]; /* the last has no name */
};

/* For the tables: an option without a value, and one with a value. */
#define CLI_FLAG(NAME, BRIEF)                                                            \
	{                                                                                \
		.name = NAME, .brief = BRIEF                                             \
	}
#define CLI_VALUE(NAME, VALUE, BRIEF)                                                    \
	{                                                                                \
		.name = NAME, .value = VALUE, .brief = BRIEF                             \
	}
/* Options that several commands have. */
#define CLI_RESULT_AS_JSON CLI_FLAG("--json", N_("print the result as JSON"))
#define CLI_LINES_OF_JSON CLI_FLAG("--json", N_("print one JSON object per line"))
#define CLI_JSON_PER_FEED CLI_FLAG("--json", N_("print one JSON object per feed"))
#define CLI_KEYS_OF_JSON                                                                 \
	CLI_VALUE("--fields", N_("NAMES"), N_("comma-separated keys for --json"))
#define CLI_ROWS_BY_TEMPLATE                                                             \
	CLI_VALUE("--format", N_("TEMPLATE"), N_("print each row using the template"))
#define CLI_ONLY_COUNT                                                                   \
	{                                                                                \
		.name = "--dry-run", .brief = N_("only print how many items there are"), \
		.needs = CLI_STORE | CLI_FEEDS | CLI_READS                               \
	}

/* What the command needs (enum cli_flag) with the options of this command line. */
int cli_needs(const struct cli_command *command, int argc, char *const *argv);

/* Prints "courant: sentence" on standard error, made safe for the terminal. */
void cli_note(const char *sentence);
/* Prints the reason of a failure in the same way, and returns CLI_FAILED. */
int cli_fail(const struct err *err);
/* Prints what is wrong with the command line and where the usage of the command (NULL: of
 * the program) is explained, and returns CLI_USAGE. */
int cli_usage(const char *command, const char *fmt, ...) PRINTF(2, 3);

/* Takes the options of cli->command out of argv; they may be anywhere before a
 * "--". values[i] becomes the value of options[i], "" if it takes none, NULL if it was
 * not given. The other words stay in argv, from index 1 on, and *argc counts them.
 * Returns CLI_OK or, with a message, CLI_USAGE; also if there are fewer than least words,
 * or more than most (< 0: any number). */
int cli_args(const struct cli *cli, int *argc, char **argv, int least, int most,
	const char *values[CLI_ARGS_MAX]) MUST_USE;

/* Appends s as one clean line, and returns all of out's text, to be printed at once. */
const char *cli_clean(struct buf *out, const char *s);
/* Appends an address for people: with the name that is looked up, if its host is not
 * ASCII (case 17); secret: without what may be a password (case 29). */
void cli_address(struct buf *out, const char *url, bool secret);
/* Write to standard output: cli_write bytes as they are (JSON and HTML are always UTF-8),
 * cli_print text in the character set of the locale. False if nothing more can be
 * written; then stop as if everything were done, and leave the message to cli_finish. */
bool cli_write(const struct buf *out);
bool cli_print(const struct buf *out);
/* Flushes standard output. */
bool cli_flush(void);
/* Why nothing more can be written, as an errno (EPIPE: nobody reads it); 0: it can. */
int cli_lost(void);
/* Ends the output. Returns status, or CLI_FAILED with a message if not everything could
 * be written, as on a full disk. It is not a failure if nobody reads the output any more
 * (case 148). */
int cli_finish(int status);

#endif
