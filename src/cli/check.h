/*
 * courant check.
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

struct cli;

int cli_check(struct cli *cli, int argc, char **argv);

#endif
