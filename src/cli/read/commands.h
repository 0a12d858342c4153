/*
 * The commands that show what is stored: their table, and what each row runs.
 */
#ifndef CLI_READ_COMMANDS_H
#define CLI_READ_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_read_commands[];

int cli_read_show(struct cli *cli, int argc, char **argv);
int cli_read_count(struct cli *cli, int argc, char **argv);
int cli_read_why(struct cli *cli, int argc, char **argv);
int cli_read_search(struct cli *cli, int argc, char **argv);
int cli_read_parse(struct cli *cli, int argc, char **argv);

#endif
