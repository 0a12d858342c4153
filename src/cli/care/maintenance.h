/*
 * courant gc, compact, backup, restore and stats.
 */
#ifndef CLI_CARE_MAINTENANCE_H
#define CLI_CARE_MAINTENANCE_H

struct cli;

int cli_care_gc(struct cli *cli, int argc, char **argv);
int cli_care_compact(struct cli *cli, int argc, char **argv);
int cli_care_backup(struct cli *cli, int argc, char **argv);
int cli_care_restore(struct cli *cli, int argc, char **argv);
int cli_care_stats(struct cli *cli, int argc, char **argv);

#endif
