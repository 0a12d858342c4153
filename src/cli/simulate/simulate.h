/*
 * courant simulate: strategies replayed over recorded posting times.
 */
#ifndef CLI_SIMULATE_SIMULATE_H
#define CLI_SIMULATE_SIMULATE_H

struct cli;

int cli_simulate(struct cli *cli, int argc, char **argv);

#endif
