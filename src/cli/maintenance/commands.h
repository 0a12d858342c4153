/*
 * The commands that look after the store and the files of the user: their table, and what
 * each row runs.
 */
#ifndef CLI_MAINTENANCE_COMMANDS_H
#define CLI_MAINTENANCE_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_maintenance_commands[];

int cli_maintenance_gc(struct cli *cli, int argc, char **argv);
int cli_maintenance_compact(struct cli *cli, int argc, char **argv);
int cli_maintenance_backup(struct cli *cli, int argc, char **argv);
int cli_maintenance_restore(struct cli *cli, int argc, char **argv);
int cli_maintenance_stats(struct cli *cli, int argc, char **argv);
int cli_maintenance_check(struct cli *cli, int argc, char **argv);
int cli_maintenance_check_config(struct cli *cli, int argc, char **argv);

#endif
