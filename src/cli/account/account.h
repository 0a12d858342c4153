/*
 * courant account: accounts of feed servers.
 */
#ifndef CLI_ACCOUNT_ACCOUNT_H
#define CLI_ACCOUNT_ACCOUNT_H

struct cli;

int cli_account(struct cli *cli, int argc, char **argv);

#endif
