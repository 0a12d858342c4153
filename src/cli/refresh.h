/*
 * courant refresh.
 */
#ifndef CLI_REFRESH_H
#define CLI_REFRESH_H

struct cli;

int cli_refresh(struct cli *cli, int argc, char **argv);

#endif
