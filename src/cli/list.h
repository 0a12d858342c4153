/*
 * courant list.
 */
#ifndef CLI_LIST_H
#define CLI_LIST_H

struct cli;

int cli_list(struct cli *cli, int argc, char **argv);

#endif
