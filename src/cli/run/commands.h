/*
 * The commands that fetch, or control a reader: their table, and what each row runs.
 */
#ifndef CLI_RUN_COMMANDS_H
#define CLI_RUN_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_run_commands[];

int cli_run_refresh(struct cli *cli, int argc, char **argv);
int cli_run_backfill(struct cli *cli, int argc, char **argv);
int cli_run_daemon(struct cli *cli, int argc, char **argv);

#endif
