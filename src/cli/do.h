/*
 * courant do.
 */
#ifndef CLI_DO_H
#define CLI_DO_H

struct cli;

int cli_do(struct cli *cli, int argc, char **argv);

#endif
