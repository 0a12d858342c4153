/*
 * courant help.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

struct cli;

int cli_help(struct cli *cli, int argc, char **argv);

#endif
