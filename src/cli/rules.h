/*
 * courant rules.
 */
#ifndef CLI_RULES_H
#define CLI_RULES_H

struct cli;

int cli_rules(struct cli *cli, int argc, char **argv);

#endif
