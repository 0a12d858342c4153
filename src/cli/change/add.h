/*
 * courant add.
 */
#ifndef CLI_CHANGE_ADD_H
#define CLI_CHANGE_ADD_H

struct cli;

int cli_change_add(struct cli *cli, int argc, char **argv);

#endif
