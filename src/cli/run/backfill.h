/*
 * courant backfill: older items than a feed shows.
 */
#ifndef CLI_RUN_BACKFILL_H
#define CLI_RUN_BACKFILL_H

struct cli;

int cli_run_backfill(struct cli *cli, int argc, char **argv);

#endif
