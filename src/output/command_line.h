/*
 * Command lines of the user, with an item in them: %u its address, %t its title, %f and
 * %F the title and address of its feed, %a its author, %d its date, %i its number, %e the
 * address of its first enclosure, %% a percent sign; other letters are an error. The
 * environment has the same values, as COURANT_URL, COURANT_TITLE …
 *
 * A line becomes an argument vector and never goes through a shell. What a feed says can
 * be neither the program, nor an option, nor a command of a shell that the line names.
 * Pure.
 */
#ifndef OUTPUT_COMMAND_LINE_H
#define OUTPUT_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"

/* Any may be NULL. url and enclosure count only if they are web addresses. */
struct output_fields {
	const char *url, *title, *feed, *feed_url, *author, *date, *id, *enclosure;
};

/* Splits a line into words (base/str.h) and puts the fields in. With bare, a line without
 * %u gets the address at its end. *argv is in arena. ERR_INVALID, with the reason, if the
 * line is faulty, unsafe, or asks for an address that the item does not have. */
int
output_command(struct arena *arena, const char *line, const struct output_fields *fields,
	bool bare, char ***argv, struct err *err) MUST_USE;
/* The fields as "NAME=VALUE", NULL at the end; in arena. */
char **output_environment(struct arena *arena, const struct output_fields *fields);

#endif
