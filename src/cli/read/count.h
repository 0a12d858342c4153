/*
 * courant count.
 */
#ifndef CLI_READ_COUNT_H
#define CLI_READ_COUNT_H

struct cli;

int cli_read_count(struct cli *cli, int argc, char **argv);

#endif
