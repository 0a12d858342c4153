/*
 * courant rename and remove.
 */
#ifndef CLI_SUBSCRIPTION_H
#define CLI_SUBSCRIPTION_H

struct cli;

int cli_rename(struct cli *cli, int argc, char **argv);
int cli_remove(struct cli *cli, int argc, char **argv);

#endif
