/*
 * The command list, which with --output writes a document rather than rows.
 */
#ifndef CLI_EXCHANGE_LISTING_H
#define CLI_EXCHANGE_LISTING_H

struct cli;

int cli_exchange_list(struct cli *cli, int argc, char **argv);

#endif
