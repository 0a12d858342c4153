/*
 * courant why.
 */
#ifndef CLI_READ_WHY_H
#define CLI_READ_WHY_H

struct cli;

int cli_read_why(struct cli *cli, int argc, char **argv);

#endif
