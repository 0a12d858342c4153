/*
 * courant rename and remove.
 */
#ifndef CLI_CHANGE_SUBSCRIPTION_H
#define CLI_CHANGE_SUBSCRIPTION_H

struct cli;

int cli_change_rename(struct cli *cli, int argc, char **argv);
int cli_change_remove(struct cli *cli, int argc, char **argv);

#endif
