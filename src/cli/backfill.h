/*
 * courant backfill: older items than a feed shows.
 */
#ifndef CLI_BACKFILL_H
#define CLI_BACKFILL_H

struct cli;

int cli_backfill(struct cli *cli, int argc, char **argv);

#endif
