/*
 * courant list.
 */
#ifndef CLI_READ_LIST_H
#define CLI_READ_LIST_H

struct cli;

int cli_read_list(struct cli *cli, int argc, char **argv);

#endif
