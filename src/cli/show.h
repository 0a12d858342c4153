/*
 * courant show.
 */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

struct cli;

int cli_show(struct cli *cli, int argc, char **argv);

#endif
