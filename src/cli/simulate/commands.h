/*
 * The commands that replay strategies: their table, and what each row runs.
 */
#ifndef CLI_SIMULATE_COMMANDS_H
#define CLI_SIMULATE_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_simulate_commands[];

int cli_simulate(struct cli *cli, int argc, char **argv);

#endif
