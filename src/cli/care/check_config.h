/*
 * courant check-config.
 */
#ifndef CLI_CARE_CHECK_CONFIG_H
#define CLI_CARE_CHECK_CONFIG_H

struct cli;

int cli_care_check_config(struct cli *cli, int argc, char **argv);

#endif
