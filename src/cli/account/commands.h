/*
 * The commands that deal with accounts of feed servers: their table, and what each row
 * runs.
 */
#ifndef CLI_ACCOUNT_COMMANDS_H
#define CLI_ACCOUNT_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_account_commands[];

int cli_account(struct cli *cli, int argc, char **argv);

#endif
