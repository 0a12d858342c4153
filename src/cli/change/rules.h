/*
 * courant rules.
 */
#ifndef CLI_CHANGE_RULES_H
#define CLI_CHANGE_RULES_H

struct cli;

int cli_change_rules(struct cli *cli, int argc, char **argv);

#endif
