/*
 * A single line of the feeds file: edited without losing how it is written, and commands
 * in it that only a shell could run.
 */
#ifndef CONF_FEEDS_LINE_H
#define CONF_FEEDS_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct conf_word;
struct err;
struct subscription;

/* The line with the title, tags, options and mark of sub; its address stays. Words that
 * stand for the same as before stay as they are written, in their order, and so does a
 * comment at the end. In arena, without LF. */
char *
conf_feeds_revise(struct arena *arena, struct span line, const struct subscription *sub);

/* The first word of a command, outside quotes, that only a shell understands: a pipe, a
 * redirection, a list of commands. n 0: there is none. */
struct span conf_shell_sign(const char *command);

/* A line with a command, as words: ERR_INVALID if its command is not one word, or needs a
 * shell; err has the line to write instead. */
int conf_feeds_check_command(struct span line, const struct conf_word *words, size_t len,
	struct err *err) MUST_USE;

#endif
