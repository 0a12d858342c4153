/*
 * The commands that look after the store and the files of the user: their table, and what
 * each row runs.
 */
#ifndef CLI_CARE_COMMANDS_H
#define CLI_CARE_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_care_commands[];

int cli_care_gc(struct cli *cli, int argc, char **argv);
int cli_care_compact(struct cli *cli, int argc, char **argv);
int cli_care_backup(struct cli *cli, int argc, char **argv);
int cli_care_restore(struct cli *cli, int argc, char **argv);
int cli_care_stats(struct cli *cli, int argc, char **argv);
int cli_care_check(struct cli *cli, int argc, char **argv);
int cli_care_check_config(struct cli *cli, int argc, char **argv);

#endif
