/*
 * The commands that list, import and export: their table, and what each row runs.
 */
#ifndef CLI_EXCHANGE_COMMANDS_H
#define CLI_EXCHANGE_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_exchange_commands[];

int cli_exchange_list(struct cli *cli, int argc, char **argv);
int cli_exchange_import(struct cli *cli, int argc, char **argv);
int cli_exchange_export(struct cli *cli, int argc, char **argv);
int cli_exchange_state(struct cli *cli, int argc, char **argv);

#endif
