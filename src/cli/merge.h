/*
 * courant merge.
 */
#ifndef CLI_MERGE_H
#define CLI_MERGE_H

struct cli;

int cli_merge(struct cli *cli, int argc, char **argv);

#endif
