/*
 * The commands that play and keep episodes: their table, and what each row runs.
 */
#ifndef CLI_MEDIA_COMMANDS_H
#define CLI_MEDIA_COMMANDS_H

#include "cli/core/command.h"

extern const struct cli_command cli_media_commands[];

int cli_media_queue(struct cli *cli, int argc, char **argv);
int cli_media_download(struct cli *cli, int argc, char **argv);
int cli_media_play(struct cli *cli, int argc, char **argv);
int cli_media_listen(struct cli *cli, int argc, char **argv);

#endif
