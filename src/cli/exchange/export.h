/*
 * courant export.
 */
#ifndef CLI_EXCHANGE_EXPORT_H
#define CLI_EXCHANGE_EXPORT_H

struct cli;

int cli_exchange_export(struct cli *cli, int argc, char **argv);

#endif
