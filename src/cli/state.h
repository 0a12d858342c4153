/*
 * courant state.
 */
#ifndef CLI_STATE_H
#define CLI_STATE_H

struct cli;

int cli_state(struct cli *cli, int argc, char **argv);

#endif
