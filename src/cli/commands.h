/*
 * The commands of the program, in one list.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/core/command.h"

/* The tables of the rooms, in the order of help, each of which ends with a row without a
 * name; NULL is the last. */
extern const struct cli_command *const cli_commands[];
/* The command after this one; NULL: it was the last.
 *	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
 */
const struct cli_command *cli_command_next(const struct cli_command *command);
/* The command of that name, or NULL. */
const struct cli_command *cli_command(const char *name);

#endif
