/*
 * courant check-config.
 */
#ifndef CLI_CHECK_CONFIG_H
#define CLI_CHECK_CONFIG_H

struct cli;

int cli_check_config(struct cli *cli, int argc, char **argv);

#endif
