/*
 * courant count.
 */
#ifndef CLI_COUNT_H
#define CLI_COUNT_H

struct cli;

int cli_count(struct cli *cli, int argc, char **argv);

#endif
