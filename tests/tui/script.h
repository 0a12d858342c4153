/* clang-format off */
/*
 * The script language of the screen tests: one step a line, a verb and its words.
 *
 *	# a comment
 *	test NAME              what follows, up to the next test, is one TAP case
 *	skip unless COMMAND    the whole script is skipped where the shell command fails
 *	file PATH [MODE]       writes the lines up to one that says "end" to PATH
 *	sh COMMAND             a shell command that must succeed
 *	env NAME=VALUE         for programs started later; "env NAME" removes it
 *	server ARG…            starts the loopback server; ${URL} is its address
 *	size ROWS COLS         of the terminals to come
 *	ignore hup             programs started later have SIGHUP ignored, as under nohup, and
 *	                       their terminal is not their session's: none is sent
 *	count                  the count of keys and bytes begins (see typed, written)
 *	run PROGRAM ARG…       on a new terminal; the program before must have ended
 *	keys TEXT              as typed: <Enter> <Esc> <Tab> <Space> <BS> <Up> <C-x> <lt> …
 *	paste TEXT             as a bracketed paste
 *	drip N TEXT            TEXT N times, each time once the program has read what was
 *	                       there; \e and \xHH stand for bytes
 *	noise N SEED           N pieces of input that mean nothing, or move about; the same for
 *	                       the same seed (noise.h)
 *	resize ROWS COLS       resizes the terminal (the program gets SIGWINCH)
 *	signal NAME            TERM, HUP, KILL, STOP, CONT … to the program
 *	hangup                 closes the terminal
 *	wait CONDITION         until it holds; at most 10 s
 *	within MS CONDITION    the same with another limit
 *	want CONDITION         it must hold now. A screen is drawn in pieces: what is to be
 *	                       seen is for wait, what an end leaves behind for want
 *	want not CONDITION
 *
 * Conditions:
 *
 *	screen PATTERN         a row shows it
 *	row N PATTERN          row N does (1 is the first, -1 the last)
 *	cell ROW COL TEXT [ATTRS]   one cell; ATTRS of b (bold), i, u, r (reverse)
 *	cursor ROW COL
 *	output PATTERN         it was written, escape sequences and all
 *	exit N                 the program has ended with status N
 *	killed NAME            it was ended by that signal
 *	stopped                it is stopped (Ctrl-Z)
 *	typed N                at most N keys were typed since `count`
 *	written N              at most N bytes were written since then
 *	modes restored         termios, alternate screen, cursor, paste mode are as before
 *	clean output           nothing but text and allowed sequences was written
 *	elements FILE NAME=N…  there are cells of these colours, and the rows with the first of
 *	                       each are as golden/FILE has them
 *	golden FILE            the screen is that of golden/FILE (TUI_GOLDEN=write makes it)
 *	sh COMMAND             the shell command succeeds
 *
 * A PATTERN is text, or an extended regular expression between slashes. Double quotes
 * around a text keep its blanks; \e, \xHH and \\ stand for bytes. ${NAME} is replaced by
 * the environment's value, but for sh, where the shell does that. Everything runs in a
 * private directory, ${DIR}, which is HOME, too. TUI_RAW=FILE keeps what a failed program
 * wrote, TUI_KEEP=1 the directory. The driver itself never sleeps.
 */
/* clang-format on */
#ifndef TUI_SCRIPT_H
#define TUI_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct step {
	int line;
	char *verb, *args; /* args: the rest of the line, trimmed */
	char *body;        /* of "file": the lines, else NULL */
};

struct script {
	struct step *steps;
	size_t steps_len, steps_cap;
	size_t cases;
};

int script_read(struct script *script, const char *path, struct err *err) MUST_USE;
void script_done(struct script *script);

/* Appends text with ${NAME} replaced. ERR_NOT_FOUND for a name that is not set. */
int script_expand(const char *text, struct buf *out, struct err *err) MUST_USE;
/* Appends the bytes that a terminal sends for keys. ERR_INVALID for an unknown <Name>. */
int script_keys(const char *keys, struct buf *out, struct err *err) MUST_USE;
/* How many keys that are. */
size_t script_count(const char *keys);
/* Appends text without its quotes and escapes. */
void script_unquote(const char *text, struct buf *out);

/* True when pattern (see above) matches text; ERR_INVALID for a bad expression. */
int script_match(
	const char *pattern, const char *text, bool *matched, struct err *err) MUST_USE;

#endif
