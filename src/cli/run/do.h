/*
 * courant do.
 */
#ifndef CLI_RUN_DO_H
#define CLI_RUN_DO_H

struct cli;

int cli_run_do(struct cli *cli, int argc, char **argv);

#endif
