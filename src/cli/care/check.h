/*
 * courant check.
 */
#ifndef CLI_CARE_CHECK_H
#define CLI_CARE_CHECK_H

struct cli;

int cli_care_check(struct cli *cli, int argc, char **argv);

#endif
