/*
 * Finds commands in the user's files that only a shell could run: they run without one.
 */
#ifndef CONF_SHELL_H
#define CONF_SHELL_H

#include <stddef.h>

#include "base/attr.h"
#include "base/str.h"

struct conf_word;
struct err;

/* The first word of a command, outside quotes, that only a shell understands: a pipe, a
 * redirection, a list of commands. n 0: there is none. */
struct span conf_shell_sign(const char *command);

/* Whether a command line can be split into words; ERR_SYNTAX: a quote is open. */
int conf_shell_words(const char *command, struct err *err) MUST_USE;

/* Whether each % before a letter is a placeholder (one of letters) or doubled, %% being a
 * percent sign; ERR_INVALID: err names the placeholders there are. */
int conf_shell_placeholders(
	const char *command, const char *letters, struct err *err) MUST_USE;

/* Whether the command runs without a shell; ERR_INVALID: err has the words to write
 * instead. */
int conf_shell_needless(const char *command, struct err *err) MUST_USE;

/* A line with a command, as words: ERR_INVALID if its command is not one word, or needs a
 * shell; err has the line to write instead. */
int conf_shell_check(struct span line, const struct conf_word *words, size_t len,
	struct err *err) MUST_USE;

#endif
