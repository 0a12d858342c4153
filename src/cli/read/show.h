/*
 * courant show.
 */
#ifndef CLI_READ_SHOW_H
#define CLI_READ_SHOW_H

struct cli;

int cli_read_show(struct cli *cli, int argc, char **argv);

#endif
