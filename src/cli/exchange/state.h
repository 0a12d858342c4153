/*
 * courant state.
 */
#ifndef CLI_EXCHANGE_STATE_H
#define CLI_EXCHANGE_STATE_H

struct cli;

int cli_exchange_state(struct cli *cli, int argc, char **argv);

#endif
