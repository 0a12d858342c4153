/*
 * courant move.
 */
#ifndef CLI_MOVE_H
#define CLI_MOVE_H

struct cli;

int cli_move(struct cli *cli, int argc, char **argv);

#endif
