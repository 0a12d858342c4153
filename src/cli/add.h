/*
 * courant add.
 */
#ifndef CLI_ADD_H
#define CLI_ADD_H

struct cli;

int cli_add(struct cli *cli, int argc, char **argv);

#endif
