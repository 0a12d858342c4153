/*
 * courant import.
 */
#ifndef CLI_EXCHANGE_IMPORT_H
#define CLI_EXCHANGE_IMPORT_H

struct cli;

int cli_exchange_import(struct cli *cli, int argc, char **argv);

#endif
