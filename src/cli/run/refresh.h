/*
 * courant refresh.
 */
#ifndef CLI_RUN_REFRESH_H
#define CLI_RUN_REFRESH_H

struct cli;

int cli_run_refresh(struct cli *cli, int argc, char **argv);

#endif
