/*
 * courant why.
 */
#ifndef CLI_WHY_H
#define CLI_WHY_H

struct cli;

int cli_why(struct cli *cli, int argc, char **argv);

#endif
