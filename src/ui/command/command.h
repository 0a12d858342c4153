/*
 * The commands of the reader, in one table: keys, the line of hints, `?` help, completion
 * after `:`, `bind` lines of the config and the list of keys in the manual all come from
 * it.
 */
#ifndef UI_COMMAND_COMMAND_H
#define UI_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct ui;

/* Where a command works. */
enum ui_context {
	UI_FEEDS = 1 << 0,
	UI_ITEMS = 1 << 1,
	UI_ARTICLE = 1 << 2,
	UI_CHOOSE = 1 << 3, /* a list to choose from, of feeds or links */
	UI_HELP = 1 << 4,
	UI_SCHEDULE = 1 << 5, /* the page of a feed */
	UI_SCHEDULE_ALL = 1 << 6,
	UI_FAILING = 1 << 7, /* feeds that need attention */
	UI_PAGE = 1 << 8,    /* text, such as what a program printed */
	UI_MESSAGES = 1 << 9,
	UI_QUEUE = 1 << 10,
	UI_DOWNLOADS = 1 << 11,
	UI_MEDIA = UI_QUEUE | UI_DOWNLOADS,
	UI_CHAPTERS = 1 << 12,
	UI_TRANSCRIPT = 1 << 13,
	UI_FOUND = 1 << 14, /* an article in which found words are marked: comes first */
	UI_TRACKS = UI_CHAPTERS | UI_TRANSCRIPT,
	UI_READING = UI_FEEDS | UI_ITEMS | UI_ARTICLE,
	UI_OTHERS = UI_CHOOSE | UI_HELP | UI_SCHEDULE | UI_SCHEDULE_ALL | UI_FAILING |
		    UI_PAGE | UI_MESSAGES | UI_MEDIA | UI_TRACKS,
	UI_EVERYWHERE = UI_READING | UI_OTHERS,
};

/* How a command deals with a count that was typed before its key, and with the command
 * before it. */
enum ui_command_flag {
	UI_REPEATS = 1 << 0, /* it runs that many times */
	UI_COUNTS = 1 << 1,  /* it reads ui->keys.count */
	UI_ACTS = 1 << 2,    /* the command repeat runs it again */
	UI_STOPS = 1 << 3,   /* not run when there was a seek that it has stopped */
	UI_JUMPS = 1 << 5,   /* it leaves for another place: jump-back returns */
	UI_AGAIN = 1 << 6,   /* for a while (repeat-keys), the last key of any of its
			      * sequences is enough
			      */
	UI_EACH = 1 << 4, /* in a list, it is about that many items from the cursor on */
};

/* An argument that keys give a command, and what that does. */
struct ui_command_argument {
	const char *name, *brief;
};

struct ui_command {
	const char *name;
	int contexts; /* where its keys work, and where it works after `:` */
	int also;     /* where it only works after `:` or if a bind line says so */
	int flags;    /* enum ui_command_flag */
	/* The keys that are bound without any bind line, separated by blanks: sequences
	 * (conf/key.h), or KEYS=ARGUMENT. One string for each choice of the option keys;
	 * NULL for newsboat and vim: the same keys, as far as they are free. */
	const char *keys, *newsboat, *vim;
	const char *hint;   /* a word for the line of hints; NULL: not in it */
	const char *brief;  /* one line */
	const char *detail; /* more, for the manual; may be NULL */
	/* Those that its keys give it, for the box of keys; ends with a row without a
	 * name. NULL: none. */
	const struct ui_command_argument *arguments;
	/* arg: what follows the name after `:` or in `bind`; may be NULL. */
	void (*run)(struct ui *ui, const char *arg);
	/* Whether run can use arg (not NULL), which a bind line gives it. NULL: that is
	 * only known when it runs. */
	int (*check)(const char *arg, struct err *err);
};

/* The tables of all commands, in the order of help, each of which ends with a row without
 * a name; NULL is the last. The list is above all rooms (ui/command_table.c). */
extern const struct ui_command *const ui_commands[];
/* The command after this one; NULL: it was the last.
 *	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
 */
const struct ui_command *ui_command_next(const struct ui_command *command);
const struct ui_command *ui_command(const char *name);
/* Whether it can be run while a view of the context has the focus. */
bool ui_command_works(const struct ui_command *command, int context);

/* The names of contexts, for `bind`, help and the manual; ends with a row without a
 * name. */
struct ui_context_name {
	const char *name;
	int contexts;
	const char *title; /* for help */
};
extern const struct ui_context_name ui_contexts[];

#endif
