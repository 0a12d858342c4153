/*
 * courant merge.
 */
#ifndef CLI_CHANGE_MERGE_H
#define CLI_CHANGE_MERGE_H

struct cli;

int cli_change_merge(struct cli *cli, int argc, char **argv);

#endif
