/*
 * The commands that change items and subscriptions: their table, and what each row runs.
 */
#ifndef CLI_CHANGE_COMMANDS_H
#define CLI_CHANGE_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_change_commands[];

int cli_change_add(struct cli *cli, int argc, char **argv);
int cli_change_preview(struct cli *cli, int argc, char **argv);
int cli_change_save(struct cli *cli, int argc, char **argv);
int cli_change_undo(struct cli *cli, int argc, char **argv);
int cli_change_mark(struct cli *cli, int argc, char **argv);
int cli_change_star(struct cli *cli, int argc, char **argv);
int cli_change_tag(struct cli *cli, int argc, char **argv);
int cli_change_hide(struct cli *cli, int argc, char **argv);
int cli_change_rules(struct cli *cli, int argc, char **argv);
int cli_change_rename(struct cli *cli, int argc, char **argv);
int cli_change_remove(struct cli *cli, int argc, char **argv);
int cli_change_move(struct cli *cli, int argc, char **argv);
int cli_change_merge(struct cli *cli, int argc, char **argv);

#endif
