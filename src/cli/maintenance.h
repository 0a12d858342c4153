/*
 * courant gc, compact, backup, restore and stats.
 */
#ifndef CLI_MAINTENANCE_H
#define CLI_MAINTENANCE_H

struct cli;

int cli_gc(struct cli *cli, int argc, char **argv);
int cli_compact(struct cli *cli, int argc, char **argv);
int cli_backup(struct cli *cli, int argc, char **argv);
int cli_restore(struct cli *cli, int argc, char **argv);
int cli_stats(struct cli *cli, int argc, char **argv);

#endif
